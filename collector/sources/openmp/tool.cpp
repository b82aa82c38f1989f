// How a runtime of OpenMP finds its tool: by a function of this name, which it asks for before its first parallel region.
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/spool_file.h"
#include "collector/sources/hook.h"
#include "collector/sources/openmp/callbacks.h"
#include "collector/sources/openmp/constructs.h"
#include "collector/sources/openmp/ompt_interface.h"
#include "collector/sources/openmp/runtime_code.h"

#include <pthread.h>

#include <cerrno>
#include <cstdio>

namespace vellum::collector::openmp {

namespace {

char runtimeName[256];

/// The writer looks for teams and tasks only where this file is.
bool noteRuntime()
{
    char path[PATH_MAX];
    char line[sizeof runtimeName + 1];
    const int length = std::snprintf(line, sizeof line, "%s\n", runtimeName);
    return measurement::spoolPath(path, kRuntimeFile)
           && measurement::appendToFile(path, line, static_cast<std::size_t>(length));
}

/// The child's runtime begins anew, but does not ask for its tool again. The child's folder is there already.
void onForkChild()
{
    const int error = errno;
    countAnew();
    if (measurement::process.phase == measurement::Phase::Active) {
        noteRuntime();
    }
    errno = error;
}

int begin(ompt::Lookup lookup, int /*device*/, ompt::Data* /*tool*/)
{
    const int error = errno;
    const bool isRecorded = measurement::ensureStarted() && noteRuntime() && askForEvents(lookup);
    if (isRecorded) {
        ::pthread_atfork(nullptr, nullptr, onForkChild);
        noteRuntimeCode(reinterpret_cast<const void*>(lookup));
    }
    errno = error;
    return isRecorded ? 1 : 0;
}

/// Called when the runtime ends. There is nothing to do: events are in the spool as soon as they happen.
void end(ompt::Data* /*tool*/) {}

constinit ompt::StartResult tool{.initialize = begin, .finalize = end, .toolData = {}};

}  // namespace

}  // namespace vellum::collector::openmp

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): hooks only

/// The name is the standard's. \return null: another tool may come, such as one that was preloaded behind us
// NOLINTNEXTLINE(readability-identifier-naming)
VELLUM_HOOK openmp::ompt::StartResult* ompt_start_tool(unsigned version, const char* runtime)
{
    if (measurement::ensureStarted() && measurement::process.config.openmp) {
        std::snprintf(openmp::runtimeName, sizeof openmp::runtimeName, "%u %s", version, runtime);
        return &openmp::tool;
    }
    static auto* const kNext = sources::nextFunction<decltype(ompt_start_tool)>("ompt_start_tool");
    return kNext == nullptr ? nullptr : kNext(version, runtime);
}
