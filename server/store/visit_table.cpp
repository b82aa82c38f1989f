#include "server/store/visit_table.h"

#include <algorithm>

namespace vellum::server::store {

namespace {

/// Appends a change of the top of the stack; one at the same tick replaces the earlier.
void change(SegmentTable& table, Tick tick, VisitIndex visit)
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

}  // namespace

std::size_t SegmentTable::find(Tick tick) const
{
    const auto after = std::upper_bound(begin.begin(), begin.end(), tick);
    return after == begin.begin() ? size() : static_cast<std::size_t>(after - begin.begin()) - 1;
}

SegmentTable buildSegments(const VisitTable& visits)
{
    SegmentTable table;
    std::vector<VisitIndex> stack;
    const auto closeUntil = [&](std::uint32_t depth) {
        while (stack.size() >= depth) {
            const VisitIndex closed = stack.back();
            stack.pop_back();
            change(table, visits.leave[closed], stack.empty() ? kNoVisit : stack.back());
        }
    };
    for (std::size_t i = 0; i < visits.size(); ++i) {
        closeUntil(visits.depth[i]);
        const auto visit = static_cast<VisitIndex>(i);
        stack.push_back(visit);
        change(table, visits.enter[i], visit);
    }
    closeUntil(1);
    return table;
}

}  // namespace vellum::server::store
