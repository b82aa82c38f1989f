// The public C interface.
#include "collector/include/vellum/collect.h"
#include "collector/measurement/definition_registry.h"
#include "collector/sources/hook.h"

using namespace vellum::collector::measurement;  // NOLINT(google-build-using-namespace): hooks only

VELLUM_HOOK vellum_region vellum_region_define(const char* name, const char* file, uint32_t line)
{
    return defineRegion(name, file, line);
}

VELLUM_HOOK void vellum_region_enter(vellum_region region)
{
    if (region != 0) {
        record(EventKind::UserEnter, region, VELLUM_CALLER_FRAME());
    }
}

VELLUM_HOOK void vellum_region_leave(vellum_region region)
{
    if (region != 0) {
        record(EventKind::UserLeave, region, VELLUM_CALLER_FRAME());
    }
}
