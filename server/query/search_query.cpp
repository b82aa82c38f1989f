#include "server/query/argument_search.h"
#include "server/query/name_pattern.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"
#include "server/query/values/values_search.h"
#include "server/query/visit_view.h"
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
    std::size_t enter = 0;  ///< the change, of the whole location in the end
    Tick begin = 0;
    std::uint32_t depth = 0;

    [[nodiscard]] auto order() const { return std::tie(begin, location, depth, enter); }
};

/// What of one location can be among the answer's hits, and the count of all its hits.
struct LocationHits {
    std::vector<Hit> hits;
    std::uint64_t count = 0;
};

class SearchScan {
public:
    SearchScan(
        const store::CallStream& calls,
        LocationIndex location,
        const SearchRequest& request,
        const std::unordered_set<RegionRef>& regions,
        const std::vector<std::size_t>* enters)
        : m_calls(calls)
        , m_location(location)
        , m_request(request)
        , m_enters(enters)
        , m_isWanted(calls.paths.size())
    {
        for (store::PathNode node = 1; node < calls.paths.size(); ++node) {
            // Arguments are sought in visits of undefined regions, too.
            m_isWanted[node] = (enters != nullptr && request.groups == 0)
                               || regions.contains(calls.paths.regionOf(node));
        }
    }

    LocationHits run(TickRange window, StopPoll& poll)
    {
        const std::size_t begin = m_calls.time.firstFrom(window.begin);
        const std::size_t first = m_calls.time.firstFrom(std::max(window.begin, m_request.after));
        const std::size_t last = m_calls.time.firstFrom(std::min(window.end, m_request.before));
        std::vector<std::size_t> reaching;
        for (std::uint32_t depth = 1; depth <= m_calls.depthBefore(begin); ++depth) {
            const std::size_t enter = m_calls.enterOf(begin - 1, depth);
            if (m_calls.visitFrom(enter).end > window.begin) {
                reaching.push_back(enter);
            }
        }
        if (m_request.backward) {
            for (std::size_t change = last; change-- > first && !poll.stopNow();) {
                considerChange(change);
            }
            std::for_each(reaching.rbegin(), reaching.rend(), [&](auto v) { consider(v); });
        } else {
            std::ranges::for_each(reaching, [&](auto enter) { consider(enter); });
            for (std::size_t change = first; change < last && !poll.stopNow(); ++change) {
                considerChange(change);
            }
        }
        return std::move(m_found);
    }

private:
    void considerChange(std::size_t change)
    {
        if (m_isWanted[m_calls.nodeAt(change)] && m_calls.isEnter(change)) {
            consider(change);
        }
    }

    /// Visits come by begin; hits beyond the limit that begin with the last one may still go
    /// before it, by depth.
    void consider(std::size_t enter)
    {
        if (!isHit(enter)) {
            return;
        }
        ++m_found.count;
        auto& hits = m_found.hits;
        const Tick begin = m_calls.time[enter];
        if (hits.size() < m_request.limit || (!hits.empty() && hits.back().begin == begin)) {
            hits.push_back(
                {.location = m_location,
                 .enter = enter,
                 .begin = begin,
                 .depth = m_calls.depthAt(enter)});
        }
    }

    [[nodiscard]] bool isHit(std::size_t enter) const
    {
        const Tick begin = m_calls.time[enter];
        return m_isWanted[m_calls.nodeAt(enter)]
               && (m_enters == nullptr || std::ranges::binary_search(*m_enters, enter))
               && begin >= m_request.after && begin < m_request.before
               && (m_request.minDuration <= 0
                   || wholeLength(m_calls.visitFrom(enter)) >= m_request.minDuration);
    }

    const store::CallStream& m_calls;
    LocationIndex m_location;
    const SearchRequest& m_request;
    const std::vector<std::size_t>*
        m_enters;                  ///< of visits with the argument, ascending; null: any
    std::vector<bool> m_isWanted;  ///< by node
    LocationHits m_found;
};

/// Those of the wanted groups, and whose name fits unless \p byArgument; each name is looked at once,
/// however many visits it has.
Result<std::unordered_set<RegionRef>> matchingRegions(
    const Definitions& definitions,
    const SearchRequest& request,
    bool byArgument,
    const ExecutionOptions& options)
{
    if (byArgument && request.groups == 0) {
        return std::unordered_set<RegionRef>();  // all are, see SearchScan
    }
    const auto pattern =
        NamePattern::compile(byArgument ? std::string() : request.pattern, request.ignoreCase);
    VELLUM_RETURN_IF_ERROR(pattern);
    std::unordered_set<RegionRef> regions;
    NamePattern::Budget budget{.cancel = options.cancel};
    for (const Region& region : definitions.regions) {
        if (request.groups != 0 && (request.groups & maskOf(region.group)) == 0) {
            continue;
        }
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
        const store::CallStream& calls = trace.at(hits[i].location).calls;
        answer.hits.push_back(
            {.location = trace.definitions.locations[hits[i].location.value()].ref,
             .region = calls.regionOf(hits[i].enter),
             .visit = calls.visitFrom(hits[i].enter),
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
    const auto argument = ArgumentPattern::parse(request.pattern);
    VELLUM_RETURN_IF_ERROR(argument);
    const auto ofValues = ValuesSearch::of(trace, scope.value().locations, request.pattern);
    VELLUM_RETURN_IF_ERROR(ofValues);
    const bool isByArgument = argument.value().has_value() || ofValues.value().isAsked();
    const auto regions = matchingRegions(trace.definitions, request, isByArgument, options);
    VELLUM_RETURN_IF_ERROR(regions);
    const ArgumentSearch arguments(trace.definitions, argument.value().value_or(ArgumentPattern{}));
    const auto& locations = scope.value().locations;
    const VisitView view(trace, request.scope.filter.visits);
    std::vector<LocationHits> found(locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(found.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        const LeftLocation in = view.at(locations[i], poll);
        const auto origins = in.isWhole() ? std::vector<std::uint32_t>() : in.origins();
        std::vector<std::size_t> enters;
        if (isByArgument) {
            enters =
                ofValues.value().isAsked()
                    ? ofValues.value().entersOf(locations[i], trace.at(locations[i]).calls, poll)
                    : arguments.entersOf(trace.at(locations[i]), poll);
            enters = in.isWhole() ? std::move(enters) : placesIn(origins, enters);
        }
        const auto* only = isByArgument ? &enters : nullptr;
        found[i] = SearchScan(in->calls, locations[i], request, regions.value(), only)
                       .run(scope.value().window, poll);
        for (Hit& hit : found[i].hits) {
            hit.enter = in.isWhole() ? hit.enter : origins[hit.enter];
        }
    }));
    return joined(trace, found, request);
}

}  // namespace vellum::server::query
