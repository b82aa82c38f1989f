#include "server/store/call_stack_builder.h"

#include "common/base/check.h"
#include "server/store/columns.h"

#include <utility>

namespace vellum::server::store {

namespace {

void count(CallStackBuilder::Repair& repair, Tick tick, RegionRef region)
{
    if (repair.count == 0) {
        repair.tick = tick;
        repair.region = region;
    }
    ++repair.count;
}

}  // namespace

void CallStackBuilder::reserve(std::size_t visits)
{
    reserveColumn(m_visits.enter, visits);
    reserveColumn(m_visits.leave, visits);
    reserveColumn(m_visits.region, visits);
    reserveColumn(m_visits.depth, visits);
    reserveColumn(m_visits.parent, visits);
    reserveColumn(m_segments.begin, 2 * visits);
    reserveColumn(m_segments.visit, 2 * visits);
}

CallStackBuilder::Count& CallStackBuilder::newCountOf(RegionRef region)
{
    const std::uint32_t value = region.value();
    if (value >= kDenseRegions) {
        return m_largeCounts[region];
    }
    m_counts.resize(value + 1);
    return m_counts[value];
}

void CallStackBuilder::leaveBelowTop(Tick tick, RegionRef region)
{
    if (countOf(region).open == 0) {
        count(m_repairs.unmatchedLeave, tick, region);
        return;
    }
    while (m_stack.back().region != region) {
        count(m_repairs.missingLeave, tick, m_stack.back().region);
        closeTop(tick);
    }
    closeTop(tick);
}

VisitTable CallStackBuilder::finish(Tick lastTick)
{
    VELLUM_ASSERT(m_visits.size() < kNoVisit);
    while (!m_stack.empty()) {
        count(m_repairs.openVisit, lastTick, m_stack.back().region);
        closeTop(lastTick);
    }
    return std::move(m_visits);
}

std::vector<RegionVisits> CallStackBuilder::visitsByRegion() const
{
    std::vector<RegionVisits> visited;
    for (std::uint32_t i = 0; i < m_counts.size(); ++i) {
        if (m_counts[i].visits > 0) {
            visited.push_back({.region = RegionRef(i), .visits = m_counts[i].visits});
        }
    }
    for (const auto& [region, count] : m_largeCounts) {
        if (count.visits > 0) {
            visited.push_back({.region = region, .visits = count.visits});
        }
    }
    return visited;
}

SegmentTable CallStackBuilder::takeSegments()
{
    return std::move(m_segments);
}

}  // namespace vellum::server::store
