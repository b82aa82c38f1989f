#include "server/query/name_pattern.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"
#include "server/query/window_scan.h"
#include "server/query/workers.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <unordered_set>

namespace vellum::server::query {

using vellum::query::SearchHits;
using vellum::query::SearchRequest;

namespace {

struct Hit {
    LocationIndex location;
    store::VisitIndex visit = 0;
    Tick begin = 0;
    std::uint32_t depth = 0;

    [[nodiscard]] auto order() const { return std::tie(begin, location, depth, visit); }
};

/// What of one location can be among the answer's hits, and the count of all its hits.
struct LocationHits {
    std::vector<Hit> hits;
    std::uint64_t count = 0;
};

class SearchScan {
public:
    SearchScan(
        const store::VisitTable& visits,
        LocationIndex location,
        const SearchRequest& request,
        const std::unordered_set<RegionRef>& regions)
        : m_visits(visits)
        , m_location(location)
        , m_request(request)
        , m_regions(regions)
    {
    }

    LocationHits run(TickRange window, StopPoll& poll)
    {
        VisitWindow found = visitsIn(m_visits, window);
        found.first = std::max(found.first, firstFrom(m_visits, m_request.after));
        found.last = std::min(found.last, firstFrom(m_visits, m_request.before));
        std::vector<store::VisitIndex> reaching;
        std::ranges::copy_if(found.around, std::back_inserter(reaching), [&](auto visit) {
            return m_visits.leave[visit] > window.begin;
        });
        if (m_request.backward) {
            for (auto visit = found.last; visit-- > found.first && !poll.stopNow();) {
                consider(visit);
            }
            std::for_each(reaching.rbegin(), reaching.rend(), [&](auto v) { consider(v); });
        } else {
            std::ranges::for_each(reaching, [&](auto visit) { consider(visit); });
            for (auto visit = found.first; visit < found.last && !poll.stopNow(); ++visit) {
                consider(visit);
            }
        }
        return std::move(m_found);
    }

private:
    /// Visits come by begin; hits beyond the limit that begin with the last one may still go
    /// before it, by depth.
    void consider(store::VisitIndex visit)
    {
        if (!isHit(visit)) {
            return;
        }
        ++m_found.count;
        auto& hits = m_found.hits;
        const Tick begin = m_visits.enter[visit];
        if (hits.size() < m_request.limit || (!hits.empty() && hits.back().begin == begin)) {
            hits.push_back(
                {.location = m_location,
                 .visit = visit,
                 .begin = begin,
                 .depth = m_visits.depth[visit]});
        }
    }

    [[nodiscard]] bool isHit(store::VisitIndex visit) const
    {
        const TickRange range = m_visits.range(visit);
        return m_regions.contains(m_visits.region[visit])
               && wholeLength(range) >= m_request.minDuration && range.begin >= m_request.after
               && range.begin < m_request.before;
    }

    const store::VisitTable& m_visits;
    LocationIndex m_location;
    const SearchRequest& m_request;
    const std::unordered_set<RegionRef>& m_regions;
    LocationHits m_found;
};

/// The regions whose name fits; each name is looked at once, however many visits it has.
Result<std::unordered_set<RegionRef>> matchingRegions(
    const Definitions& definitions, const SearchRequest& request, const ExecutionOptions& options)
{
    const auto pattern = NamePattern::compile(request.pattern, request.ignoreCase);
    VELLUM_RETURN_IF_ERROR(pattern);
    std::unordered_set<RegionRef> regions;
    NamePattern::Budget budget{.cancel = options.cancel};
    for (const Region& region : definitions.regions) {
        const auto matches = pattern.value().isFoundIn(region.name, budget);
        VELLUM_RETURN_IF_ERROR(matches);
        if (matches.value() && definitions.find(region.ref) == &region) {
            regions.insert(region.ref);
        }
    }
    return regions;
}

/// The first or last of all, in their order.
SearchHits joined(
    const store::TraceStore& trace, std::vector<LocationHits>& found, const SearchRequest& request)
{
    SearchHits answer;
    std::vector<Hit> hits;
    for (LocationHits& ofLocation : found) {
        answer.count += ofLocation.count;
        hits.insert(hits.end(), ofLocation.hits.begin(), ofLocation.hits.end());
        ofLocation.hits = {};
    }
    std::ranges::sort(hits, [](const Hit& a, const Hit& b) { return a.order() < b.order(); });
    const std::size_t size = std::min<std::size_t>(hits.size(), request.limit);
    const std::size_t first = request.backward ? hits.size() - size : 0;
    for (std::size_t i = first; i < first + size; ++i) {
        const store::VisitTable& visits = trace.at(hits[i].location).visits;
        answer.hits.push_back(
            {.location = trace.definitions.locations[hits[i].location.value()].ref,
             .region = visits.region[hits[i].visit],
             .visit = visits.range(hits[i].visit),
             .depth = hits[i].depth});
    }
    return answer;
}

}  // namespace

Result<SearchHits> search(
    const store::TraceStore& trace, const SearchRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "hits"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const auto regions = matchingRegions(trace.definitions, request, options);
    VELLUM_RETURN_IF_ERROR(regions);
    const auto& locations = scope.value().locations;
    std::vector<LocationHits> found(locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(found.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        const store::VisitTable& visits = trace.at(locations[i]).visits;
        found[i] = SearchScan(visits, locations[i], request, regions.value())
                       .run(scope.value().window, poll);
    }));
    return joined(trace, found, request);
}

}  // namespace vellum::server::query
