// vellum-server: serves traces to vellum and vellum-query.

#include "common/base/log.h"
#include "server/app/ending.h"
#include "server/app/options.h"
#include "server/app/ranks.h"
#include "server/app/server.h"
#include "server/session/local_engine.h"

#include <exception>
#include <new>

namespace {

constexpr int kWrongUsage = 2;
constexpr int kCannotServe = 4;
constexpr int kOutOfLimit = 5;

int exitStatusOf(vellum::ErrorKind kind)
{
    switch (kind) {
    case vellum::ErrorKind::InvalidArgument:
    case vellum::ErrorKind::NotFound:
        return kWrongUsage;
    case vellum::ErrorKind::ResourceExhausted:
        return kOutOfLimit;
    default:
        return kCannotServe;
    }
}

vellum::Result<void> serveAlone(const vellum::server::app::Options& options)
{
    const auto engine = vellum::server::session::makeLocalEngine(
        {.threads = options.threads,
         .memoryBytes = options.memoryBytes,
         .cacheFolder = vellum::server::app::cacheFolderOf(options)});
    return vellum::server::app::serve(options, *engine);
}

int runServer(const vellum::server::app::Options& options)
{
    vellum::log::start("vellum-server");
    vellum::server::app::holdBackSignals();
    const auto served = vellum::server::app::isOneOfSeveral(options)
                            ? vellum::server::app::serveOnRanks(options)
                            : serveAlone(options);
    if (!served.isOk()) {
        vellum::log::error(served.error().message);
        return exitStatusOf(served.error().kind);
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv)
{
    try {
        const auto parsed = vellum::server::app::parseCommandLine(argc, argv);
        return parsed.exitStatus ? *parsed.exitStatus : runServer(parsed.options);
    } catch (const std::bad_alloc&) {
        return kOutOfLimit;
    } catch (const std::exception& exception) {
        vellum::log::error(exception.what());
        return kCannotServe;
    }
}
