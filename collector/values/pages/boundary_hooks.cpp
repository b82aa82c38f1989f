// Where operations end, as far as an unmodified program tells: regions of vellum/collect.h, calls of MPI, and functions of
// programs that are compiled with -finstrument-functions. All of them go on to libvellum-collector.so as without us.
#include "collector/measurement/spool_format.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/sources/hook.h"
#include "collector/values/pages/process_pages.h"

#include <cstddef>
#include <cstdint>

using namespace vellum::collector;          // NOLINT(google-build-using-namespace): hooks only
using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): hooks only
using measurement::EventKind;

namespace {

/// What a thread is in, as deep as there is room.
struct OpenOperations {
    struct Open {
        SliceOwner owner;
        std::uint64_t subject;
    };
    static constexpr std::size_t kMost = 256;
    std::size_t depth;
    Open open[kMost];
};
constinit thread_local OpenOperations operations __attribute__((tls_model("initial-exec"))) = {};

/// What came before belongs to the one that is open around it.
void enter(SliceOwner owner, std::uint64_t subject)
{
    const std::size_t depth = operations.depth++;
    if (!processPages.isActive()) {
        return;
    }
    const bool isKnown = depth > 0 && depth <= OpenOperations::kMost;
    const OpenOperations::Open outer =
        isKnown ? operations.open[depth - 1] : OpenOperations::Open{};
    processPages.endSlice(outer.owner, outer.subject);
    if (depth < OpenOperations::kMost) {
        operations.open[depth] = {.owner = owner, .subject = subject};
    }
}

void leave(SliceOwner owner, std::uint64_t subject)
{
    // Leaves without enter, behind a longjmp or an exception, count for what is open.
    operations.depth -= operations.depth > 0 ? 1 : 0;
    if (processPages.isActive()) {
        processPages.endSlice(owner, subject);
    }
}

/// The collector's own, behind ours.
void record(std::uint16_t kind, std::uint64_t subject, std::uint64_t frame)
{
    static auto* const kNext =
        sources::nextFunction<decltype(vellum_collector_record)>("vellum_collector_record");
    kNext(kind, subject, frame);
}

}  // namespace

// The names are the compiler's and C's. NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
VELLUM_HOOK void __cyg_profile_func_enter(void* function, void* /*callSite*/)
{
    enter(SliceOwner::Function, reinterpret_cast<std::uint64_t>(function));
    vellum_collector_enter(reinterpret_cast<std::uint64_t>(function), VELLUM_CALLER_FRAME());
}

VELLUM_HOOK void __cyg_profile_func_exit(void* function, void* /*callSite*/)
{
    vellum_collector_leave(reinterpret_cast<std::uint64_t>(function));
    leave(SliceOwner::Function, reinterpret_cast<std::uint64_t>(function));
}

VELLUM_HOOK void vellum_region_enter(std::uint32_t region)
{
    if (region != 0) {
        enter(SliceOwner::Region, region);
        record(static_cast<std::uint16_t>(EventKind::UserEnter), region, VELLUM_CALLER_FRAME());
    }
}

VELLUM_HOOK void vellum_region_leave(std::uint32_t region)
{
    if (region != 0) {
        record(static_cast<std::uint16_t>(EventKind::UserLeave), region, VELLUM_CALLER_FRAME());
        leave(SliceOwner::Region, region);
    }
}

/// What libvellum-mpi.so tells comes through here: we are loaded before the collector.
VELLUM_HOOK void vellum_collector_record(
    std::uint16_t kind, std::uint64_t subject, std::uint64_t frame)
{
    const auto event = static_cast<EventKind>(kind);
    if (event == EventKind::MpiEnter) {
        enter(SliceOwner::Mpi, subject);
    }
    record(kind, subject, frame);
    if (event == EventKind::MpiLeave) {
        leave(SliceOwner::Mpi, subject);
    }
}
// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)
