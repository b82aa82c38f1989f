// What gcc and clang call with -finstrument-functions. The registry of functions is the address itself:
// names are looked up after the run, so that nothing but the event is handled here.
#include "collector/sources/hook.h"

using namespace vellum::collector::measurement;  // NOLINT(google-build-using-namespace): hooks only

// The names are the compiler's. NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
VELLUM_HOOK void __cyg_profile_func_enter(void* function, void* /*callSite*/)
{
    recordEnter(reinterpret_cast<std::uint64_t>(function), VELLUM_CALLER_FRAME());
}

VELLUM_HOOK void __cyg_profile_func_exit(void* function, void* /*callSite*/)
{
    recordLeave(reinterpret_cast<std::uint64_t>(function));
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
