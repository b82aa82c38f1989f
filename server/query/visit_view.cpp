#include "server/query/visit_view.h"

#include "server/query/tick_sum.h"
#include "server/store/call_stack_builder.h"

#include <algorithm>
#include <utility>

namespace vellum::server::query {

using store::CallStream;
using store::kOutside;
using store::PathNode;
using vellum::query::VisitFilter;
using Verdict = VisitJudge::Verdict;

VisitJudge::VisitJudge(const Definitions& definitions, const std::vector<VisitFilter>& filters)
    : m_definitions(definitions)
{
    for (const VisitFilter& filter : filters) {
        m_filters.push_back(
            {.regions = {filter.regions.begin(), filter.regions.end()},
             .groups = filter.groups,
             .duration = filter.duration,
             .hides = filter.hides});
    }
}

bool VisitJudge::fitsFunction(const Compiled& filter, RegionRef region) const
{
    if (!filter.regions.empty() && !filter.regions.contains(region)) {
        return false;
    }
    if (filter.groups == 0) {
        return true;
    }
    const Region* definition = m_definitions.find(region);
    const FunctionGroup group = definition == nullptr ? FunctionGroup::Unknown : definition->group;
    return (filter.groups & maskOf(group)) != 0;
}

bool VisitJudge::keeps(RegionRef region, TickRange visit) const
{
    const auto length = static_cast<std::uint64_t>(wholeLength(visit));
    return std::ranges::all_of(m_filters, [&](const Compiled& filter) {
        const bool fits = filter.duration.contains(length) && fitsFunction(filter, region);
        return fits != filter.hides;
    });
}

std::uint64_t VisitJudge::fitting(RegionRef region, TickRange visit) const
{
    const auto length = static_cast<std::uint64_t>(wholeLength(visit));
    std::uint64_t filters = 0;
    for (std::size_t i = 0; i < m_filters.size(); ++i) {
        const bool fits =
            m_filters[i].duration.contains(length) && fitsFunction(m_filters[i], region);
        filters |= std::uint64_t{fits} << i;
    }
    return filters;
}

bool VisitJudge::leavesFitting(std::uint64_t filters) const
{
    for (std::size_t i = 0; i < m_filters.size(); ++i) {
        if (((filters >> i) & 1U) == (m_filters[i].hides ? 1U : 0U)) {
            return false;
        }
    }
    return true;
}

bool VisitJudge::asksForLength() const
{
    return std::ranges::any_of(m_filters, [](const Compiled& filter) {
        return filter.duration != vellum::query::NumberRange{};
    });
}

Verdict VisitJudge::of(RegionRef region) const
{
    auto verdict = Verdict::Leaves;
    for (const Compiled& filter : m_filters) {
        const bool fits = fitsFunction(filter, region);
        if (fits && filter.duration != vellum::query::NumberRange{}) {
            verdict = Verdict::DependsOnLength;
        } else if (fits == filter.hides) {
            return Verdict::LeavesOut;
        }
    }
    return verdict;
}

std::vector<std::uint32_t> LeftLocation::origins() const
{
    std::vector<std::uint32_t> origins;
    origins.reserve(m_location->calls.size());
    for (std::size_t change = 0; change < m_isKept.size(); ++change) {
        if (m_isKept[change]) {
            origins.push_back(static_cast<std::uint32_t>(change));
        }
    }
    return origins;
}

VisitView::VisitView(const store::TraceStore& trace, const std::vector<VisitFilter>& filters)
    : m_trace(trace)
    , m_judge(trace.definitions, filters)
{
}

namespace {

/// A visit that is open.
struct Open {
    PathNode node = kOutside;
    std::size_t enter = 0;  ///< the change
};

/// The calls of those changes that are kept: enters with their leaves.
CallStream callsOf(const CallStream& calls, const std::vector<bool>& isKept, StopPoll& poll)
{
    store::CallStackBuilder builder;
    builder.reserve(static_cast<std::size_t>(std::ranges::count(isKept, true)));
    for (std::size_t change = 0; change < calls.size() && !poll.stopNow(); ++change) {
        if (!isKept[change]) {
            continue;
        }
        const Tick tick = calls.time[change];
        if (calls.isEnter(change)) {
            builder.enter(tick, calls.regionOf(change));
        } else {
            builder.leave(tick, calls.regionOf(change));
        }
    }
    return builder.finish(calls.size() == 0 ? 0 : calls.time.back());
}

}  // namespace

std::vector<bool> VisitView::keptChanges(
    const CallStream& calls, const std::vector<Verdict>& verdicts, StopPoll& poll) const
{
    std::vector<bool> isKept(calls.size());
    std::vector<Open> open;
    PathNode node = kOutside;
    for (std::size_t change = 0; change < calls.size() && !poll.stopNow(); ++change) {
        const PathNode next = calls.nodeAt(change);
        if (calls.paths.parent[next] == node && next != kOutside) {
            open.push_back({.node = next, .enter = change});
        } else if (!open.empty()) {
            const Open visit = open.back();
            open.pop_back();
            const TickRange range{.begin = calls.time[visit.enter], .end = calls.time[change]};
            const bool keeps = verdicts[visit.node] == Verdict::Leaves
                               || (verdicts[visit.node] == Verdict::DependsOnLength
                                   && m_judge.keeps(calls.paths.regionOf(visit.node), range));
            isKept[visit.enter] = keeps;
            isKept[change] = keeps;
        }
        node = next;
    }
    return isKept;
}

std::optional<std::vector<bool>> VisitView::keptChanges(
    LocationIndex location, StopPoll& poll) const
{
    if (m_judge.keepsAll()) {
        return std::nullopt;
    }
    const CallStream& calls = m_trace.at(location).calls;
    std::vector<Verdict> verdicts(calls.paths.size(), Verdict::Leaves);
    for (PathNode node = 1; node < calls.paths.size(); ++node) {
        verdicts[node] = m_judge.of(calls.paths.regionOf(node));
    }
    const auto isLeft = [](Verdict verdict) { return verdict == Verdict::Leaves; };
    return std::ranges::all_of(verdicts, isLeft)
               ? std::nullopt
               : std::optional(keptChanges(calls, verdicts, poll));
}

LeftLocation VisitView::at(LocationIndex location, StopPoll& poll) const
{
    LeftLocation left;
    left.m_location = &m_trace.at(location);
    auto isKept = keptChanges(location, poll);
    if (isKept) {
        auto own = std::make_unique<store::LocationStore>();
        own->calls = callsOf(left.m_location->calls, *isKept, poll);
        left.m_isKept = std::move(*isKept);
        left.m_own = std::move(own);
        left.m_location = left.m_own.get();
    }
    return left;
}

std::vector<std::size_t> placesIn(
    std::span<const std::uint32_t> origins, std::span<const std::size_t> changes)
{
    std::vector<std::size_t> places;
    for (const std::size_t change : changes) {
        const auto place = std::ranges::lower_bound(origins, change);
        if (place != origins.end() && *place == change) {
            places.push_back(static_cast<std::size_t>(place - origins.begin()));
        }
    }
    return places;
}

}  // namespace vellum::server::query
