#pragma once

#include "common/query/record_filter.h"
#include "server/store/trace_store.h"
#include "server/store/written_out.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vellum::tests {

/// Places of the selected locations, in definition order.
[[nodiscard]] inline std::vector<std::size_t> selected(
    const server::store::TraceStore& trace, const std::vector<LocationRef>& refs)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < trace.locations.size(); ++i) {
        if (refs.empty() || std::ranges::count(refs, trace.definitions.locations[i].ref) > 0) {
            places.push_back(i);
        }
    }
    return places;
}

using VisitFilters = std::vector<query::VisitFilter>;

/// Whether \p filters leave a visit, one condition after the other.
[[nodiscard]] inline bool isVisitLeft(
    const server::store::TraceStore& trace,
    const VisitFilters& filters,
    RegionRef region,
    TickRange visit)
{
    const auto group = static_cast<unsigned>(trace.definitions.find(region)->group);
    const auto length = static_cast<std::uint64_t>(visit.end - visit.begin);
    bool isLeft = true;
    for (const query::VisitFilter& filter : filters) {
        bool fits = filter.regions.empty() || std::ranges::count(filter.regions, region) > 0;
        fits = fits && (filter.groups == 0 || (filter.groups >> group) % 2 == 1);
        fits = fits && length >= filter.duration.least && length <= filter.duration.most;
        isLeft = isLeft && fits != filter.hides;
    }
    return isLeft;
}

/// The visits of a location that \p filters leave, as if there were no others.
[[nodiscard]] inline server::store::VisitTable leftVisits(
    const server::store::TraceStore& trace, std::size_t place, const VisitFilters& filters)
{
    using server::store::kNoVisit;
    const auto all = server::store::visitsOf(trace.locations[place].calls);
    server::store::VisitTable left;
    std::vector<server::store::VisitIndex> now(
        all.size(), kNoVisit);  // itself, or the one around it
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto around = all.parent[i] == kNoVisit ? kNoVisit : now[all.parent[i]];
        now[i] = around;
        if (isVisitLeft(
                trace, filters, all.region[i], {.begin = all.enter[i], .end = all.leave[i]})) {
            now[i] = static_cast<server::store::VisitIndex>(left.size());
            left.parent.push_back(around);
            left.depth.push_back(around == kNoVisit ? 1 : left.depth[around] + 1);
            left.enter.push_back(all.enter[i]);
            left.leave.push_back(all.leave[i]);
            left.region.push_back(all.region[i]);
        }
    }
    return left;
}

}  // namespace vellum::tests
