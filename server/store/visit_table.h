#pragma once

#include "common/time/tick_range.h"
#include "common/trace/refs.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace vellum::server::store {

/// A visit's place in its location's table.
using VisitIndex = std::uint32_t;
inline constexpr VisitIndex kNoVisit = std::numeric_limits<VisitIndex>::max();

/// All visits of one location, as columns.
///
/// Layout   Parallel columns in preorder: by the order of the enter events, so `enter` never
///          decreases, a parent stands before its children, and the visits below visit i are the
///          ones after it up to the next with a depth <= depth[i].
/// Units    Ticks; a visit covers [enter, leave), possibly empty. Depth of the outermost is 1.
/// Exact    Well nested: every visit lies inside its parent. Repairs have been made and counted.
/// Threads  Immutable once built.
struct VisitTable {
    std::vector<Tick> enter;
    std::vector<Tick> leave;
    std::vector<RegionRef> region;
    std::vector<std::uint32_t> depth;
    std::vector<VisitIndex> parent;  ///< kNoVisit for the outermost

    [[nodiscard]] std::size_t size() const { return enter.size(); }
    [[nodiscard]] TickRange range(VisitIndex visit) const
    {
        return {.begin = enter[visit], .end = leave[visit]};
    }
};

struct RegionVisits {
    RegionRef region;
    std::uint64_t visits = 0;
};

/// Which visit is on top of the stack, from one change to the next.
///
/// Layout   Segment i covers [begin[i], begin[i+1]) and belongs to visit[i]; the last one reaches
///          to infinity and has kNoVisit. `begin` increases strictly: moments of no length are left
///          out. No entry at all where the location has no visit of positive length; before the
///          first segment the location is in no region.
/// Exact    The sum of a visit's segments is its exclusive time.
struct SegmentTable {
    std::vector<Tick> begin;
    std::vector<VisitIndex> visit;

    [[nodiscard]] std::size_t size() const { return begin.size(); }

    /// The segment that holds \p tick, or `size()` if \p tick lies before the first.
    [[nodiscard]] std::size_t find(Tick tick) const;
};

/// Appends a change of the top of the stack; one at the same tick replaces the earlier.
[[gnu::always_inline]] inline void change(SegmentTable& table, Tick tick, VisitIndex visit)
{
    if (!table.begin.empty() && table.begin.back() == tick) {
        table.begin.pop_back();
        table.visit.pop_back();
    }
    const VisitIndex before = table.visit.empty() ? kNoVisit : table.visit.back();
    if (before != visit) {
        table.begin.push_back(tick);
        table.visit.push_back(visit);
    }
}

}  // namespace vellum::server::store
