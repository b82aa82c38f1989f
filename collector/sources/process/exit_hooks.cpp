// Ways out of a process that run no destructors of libraries. Nothing has to be saved here, only the
// time of the end is noted; a process that ends in any other way loses just that.
#include "collector/measurement/lifecycle.h"
#include "collector/sources/hook.h"

#include <unistd.h>

#include <cstdlib>

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): hooks only

namespace {

[[noreturn]] void leave(const char* name, int status)
{
    measurement::noteProcessEnd();
    sources::nextFunction<void(int)>(name)(status);
    __builtin_unreachable();
}

}  // namespace

VELLUM_HOOK __attribute__((noreturn)) void _exit(int status)
{
    leave("_exit", status);
}

VELLUM_HOOK __attribute__((noreturn)) void _Exit(int status) noexcept
{
    leave("_Exit", status);
}

VELLUM_HOOK __attribute__((noreturn)) void quick_exit(int status) noexcept
{
    leave("quick_exit", status);
}
