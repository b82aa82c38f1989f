#include "server/store/call_stack_builder.h"

#include "common/base/narrow.h"

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
    m_visits.enter.reserve(visits);
    m_visits.leave.reserve(visits);
    m_visits.region.reserve(visits);
    m_visits.depth.reserve(visits);
    m_visits.parent.reserve(visits);
}

// Without it a leave of a region that is not open would search the whole stack, each time.
std::uint32_t& CallStackBuilder::openVisitsOf(RegionRef region)
{
    const std::uint32_t value = region.value();
    if (value >= kDenseRegions) {
        return m_openLarge[region];
    }
    if (value >= m_open.size()) {
        m_open.resize(value + 1);
    }
    return m_open[value];
}

void CallStackBuilder::enter(Tick tick, RegionRef region)
{
    const auto visit = narrow<VisitIndex>(m_visits.size());
    m_visits.enter.push_back(tick);
    m_visits.leave.push_back(tick);
    m_visits.region.push_back(region);
    m_visits.parent.push_back(m_stack.empty() ? kNoVisit : m_stack.back());
    m_stack.push_back(visit);
    m_visits.depth.push_back(narrow<std::uint32_t>(m_stack.size()));
    ++openVisitsOf(region);
}

void CallStackBuilder::closeTop(Tick tick)
{
    const VisitIndex visit = m_stack.back();
    m_stack.pop_back();
    m_visits.leave[visit] = tick;
    --openVisitsOf(m_visits.region[visit]);
}

void CallStackBuilder::leave(Tick tick, RegionRef region)
{
    if (openVisitsOf(region) == 0) {
        count(m_repairs.unmatchedLeave, tick, region);
        return;
    }
    while (m_visits.region[m_stack.back()] != region) {
        count(m_repairs.missingLeave, tick, m_visits.region[m_stack.back()]);
        closeTop(tick);
    }
    closeTop(tick);
}

VisitTable CallStackBuilder::finish(Tick lastTick)
{
    while (!m_stack.empty()) {
        count(m_repairs.openVisit, lastTick, m_visits.region[m_stack.back()]);
        closeTop(lastTick);
    }
    return std::move(m_visits);
}

}  // namespace vellum::server::store
