// gcc calls the leave hook while an exception unwinds a function, clang does not. Where an exception is
// caught all functions below have been left: this event says so, and the writer closes their regions.
#include "collector/sources/hook.h"

using namespace vellum::collector;  // NOLINT(google-build-using-namespace): hooks only

// The name is the compiler's. NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming)
VELLUM_HOOK void* __cxa_begin_catch(void* exception)
{
    static auto* const kNext = sources::nextFunction<void*(void*)>("__cxa_begin_catch");
    measurement::record(measurement::EventKind::Catch, 0, VELLUM_CALLER_FRAME());
    return kNext(exception);
}
