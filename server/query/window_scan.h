#pragma once

#include "common/time/tick_range.h"
#include "server/store/trace_store.h"

#include <cstddef>
#include <vector>

namespace vellum::server::query {

/// The visits of a location that a window has to do with.
///
/// Layout   Visits [first, last) begin in the window. `around` are, outermost first, the visit before
///          `first` and those around it: every visit that began before the window and reaches into
///          it is one of them, and so is every parent of a visit in the window that began before.
///          `around` followed by [first, last) is a preorder.
/// Cost     O(log visits + depth).
struct VisitWindow {
    std::vector<store::VisitIndex> around;
    store::VisitIndex first = 0;
    store::VisitIndex last = 0;
};

/// The first visit that begins at or after \p tick.
[[nodiscard]] store::VisitIndex firstFrom(const store::VisitTable& visits, Tick tick);

[[nodiscard]] VisitWindow visitsIn(const store::VisitTable& visits, TickRange window);

/// Calls \p use (visit, its stretch clipped to \p window) for every segment in \p window that
/// belongs to a visit, in order of time; ends early where it returns false.
template <typename Use>
void forEachSegment(const store::SegmentTable& segments, TickRange window, Use use)
{
    std::size_t i = segments.find(window.begin);
    if (i == segments.size()) {
        i = 0;  // the window begins before the first segment, or there is none
    }
    for (; i < segments.size() && segments.begin[i] < window.end; ++i) {
        const Tick end = i + 1 < segments.size() ? segments.begin[i + 1] : window.end;
        const TickRange stretch =
            TickRange{.begin = segments.begin[i], .end = end}.intersected(window);
        if (segments.visit[i] != store::kNoVisit && !use(segments.visit[i], stretch)) {
            return;
        }
    }
}

/// The visit itself, or the one around it at depth \p maxDepth.
[[nodiscard]] inline store::VisitIndex clippedToDepth(
    const store::VisitTable& visits, store::VisitIndex visit, std::uint32_t maxDepth)
{
    while (visits.depth[visit] > maxDepth) {
        visit = visits.parent[visit];
    }
    return visit;
}

}  // namespace vellum::server::query
