#include "collector/launch/limit_options.h"

#include "common/command_line/checked_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

namespace vellum::collector::launch {

namespace {

constexpr std::uint64_t kLeastSize = std::uint64_t{1} << 20U;
constexpr std::uint64_t kMostSeconds = 1'000'000;

/// Whether a recording can do without the source's older records. Other sources write something once, such as a name, that
/// all later records need, or store in files that nobody shortens.
bool mayForget(std::string_view source)
{
    return source == "functions" || source == "threads" || source == "memory"
           || source == "counters";
}

}  // namespace

void addLimits(CLI::App& app, Options& options)
{
    command_line::addSize(
        app,
        "--max-size",
        options.maxSize,
        {.least = kLeastSize},
        "Stop recording when the archive comes to SIZE, at least 1M; the program runs on")
        ->type_name("SIZE");
    command_line::addNumber(
        app,
        "--last",
        options.lastSeconds,
        {.least = 1, .most = kMostSeconds},
        "Keep only the last SECONDS, however long the program runs: of functions, threads, counters and memory")
        ->type_name("SECONDS");
}

std::string settleLimits(Options& options)
{
    if (options.lastSeconds == 0) {
        return {};
    }
    if (options.maxSize != 0) {
        return "--last does not go with --max-size: the one keeps the end, the other the begin";
    }
    if (!options.values.empty()) {
        return "--last does not go with --values, which needs all of the recording";
    }
    if (options.samplesPerSecond != 0) {
        return "--last does not go with --sample yet";
    }
    if (!options.annotations.empty()) {
        return "--last does not go with --annotate yet";
    }
    if (!options.areSourcesGiven) {
        // Those that record by default and cannot forget. What an option asks for by name is refused below.
        const Options usual;
        std::erase_if(options.sources, [&usual](const std::string& source) {
            return !mayForget(source)
                   && std::ranges::find(usual.sources, source) != usual.sources.end();
        });
    }
    const auto other = std::ranges::find_if_not(options.sources, mayForget);
    return other == options.sources.end() ? std::string()
                                          : "--last does not go with the source " + *other + " yet";
}

}  // namespace vellum::collector::launch
