// A library loaded at run time must be written down before its functions are met. This file is compiled
// with sibling calls on: the loader looks at the return address to know whose RUNPATH to search, so the
// real function must see the program's, not ours.
#include "collector/sources/cuda/driver_watch.h"
#include "collector/sources/hook.h"

#include <dlfcn.h>

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): hooks only

namespace {

void expectModules()
{
    measurement::EventBuffer& buffer = measurement::threadBuffer;
    const measurement::RecursionGuard guard(buffer.busy);
    if (guard.entered()) {
        buffer.lookAtModulesSoon();
    }
}

}  // namespace

// The system's headers name parameters __so. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK void* dlopen(const char* file, int mode)
{
    static auto* const kNext = sources::nextFunction<decltype(dlopen)>("dlopen");
    expectModules();
    cuda::expectDriver(file, __builtin_return_address(0));
    return kNext(file, mode);
}

VELLUM_HOOK void* dlmopen(Lmid_t space, const char* file, int mode)
{
    static auto* const kNext = sources::nextFunction<decltype(dlmopen)>("dlmopen");
    expectModules();
    return kNext(space, file, mode);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
