#include "common/base/log.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace vellum::log {

namespace {

spdlog::level::level_enum toSpdlog(Level level)
{
    switch (level) {
    case Level::Debug:
        return spdlog::level::debug;
    case Level::Info:
        return spdlog::level::info;
    case Level::Warning:
        return spdlog::level::warn;
    case Level::Error:
        return spdlog::level::err;
    case Level::Off:
        return spdlog::level::off;
    }
    return spdlog::level::warn;
}

}  // namespace

void start(std::string_view programName, Level fallback)
{
    auto logger = std::make_shared<spdlog::logger>(
        std::string(programName), std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
    logger->set_pattern("%n: %^%l%$: %v");
    auto level = toSpdlog(fallback);
    // NOLINTNEXTLINE(concurrency-mt-unsafe): read once, before other threads start
    if (const char* wish = std::getenv("VELLUM_LOG")) {
        level = spdlog::level::from_str(wish);
    }
    logger->set_level(level);
    spdlog::set_default_logger(std::move(logger));
}

void debug(std::string_view message)
{
    spdlog::debug("{}", message);
}
void info(std::string_view message)
{
    spdlog::info("{}", message);
}
void warning(std::string_view message)
{
    spdlog::warn("{}", message);
}
void error(std::string_view message)
{
    spdlog::error("{}", message);
}

}  // namespace vellum::log
