#include "common/trace/event_kinds.h"
#include "common/trace/instant_scope.h"
#include "server/query/made_in.h"
#include "server/query/merge.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/workers.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vellum::server::query {

using vellum::query::Markers;
using vellum::query::MarkersRequest;

namespace {

/// A marker without duration lies at its tick.
bool overlaps(const Marker& marker, TickRange window)
{
    if (marker.tick >= window.end || marker.tick >= window.begin) {
        return marker.tick < window.end;
    }
    // Unsigned: the window may be further behind than a signed difference can say.
    const auto until =
        static_cast<std::uint64_t>(window.begin) - static_cast<std::uint64_t>(marker.tick);
    return marker.duration > until;
}

/// Which markers a selection of locations leaves: those of others' locations and groups go.
class Selection {
public:
    Selection(const store::TraceStore& trace, const std::vector<LocationIndex>& locations)
        : m_all(locations.size() == trace.locations.size())
    {
        for (std::size_t i = 0; i < locations.size() && !m_all; ++i) {
            const Location& location = trace.definitions.locations[locations[i].value()];
            m_locations.insert(location.ref.value());
            m_groups.insert(location.group.value());
        }
    }

    [[nodiscard]] bool contains(const Marker& marker) const
    {
        if (m_all) {
            return true;
        }
        switch (marker.scope) {
        case MarkerScope::Location:
            return m_locations.contains(marker.scopeRef);
        case MarkerScope::LocationGroup:
            return m_groups.contains(marker.scopeRef);
        default:
            return true;
        }
    }

private:
    bool m_all = false;
    std::unordered_set<std::uint64_t> m_locations;
    std::unordered_set<std::uint64_t> m_groups;
};

/// What of one location can be among the answer's, and the count of all its instants.
struct LocationInstants {
    std::vector<Marker> instants;
    std::uint64_t count = 0;
};

bool hasInstants(const store::LocationTotals& totals)
{
    return std::ranges::any_of(
        totals.kinds, [](const auto& kind) { return kind.first == event_kind::kInstant; });
}

/// An instant as a marker without a definition, whose text is its name.
Marker markerOf(
    const store::LocationStore& in,
    std::size_t record,
    const Location& location,
    const Definitions& definitions)
{
    const store::Words words = in.records->payloadOf(record);
    const Region* region = words.size() > 0
                               ? definitions.find(RegionRef(static_cast<std::uint32_t>(words[0])))
                               : nullptr;
    Marker marker{
        .tick = in.records->time[record],
        .scope = MarkerScope::Location,
        .scopeRef = location.ref.value(),
        .text = region != nullptr ? region->name : std::string()};
    const auto scope =
        words.size() > 1 ? static_cast<InstantScope>(words[1]) : InstantScope::Location;
    if (scope == InstantScope::LocationGroup && location.group.isDefined()) {
        marker.scope = MarkerScope::LocationGroup;
        marker.scopeRef = location.group.value();
    } else if (scope == InstantScope::Global) {
        marker.scope = MarkerScope::Global;
        marker.scopeRef = 0;
    }
    return marker;
}

LocationInstants instantsOf(
    const store::TraceStore& trace,
    LocationIndex place,
    TickRange window,
    std::uint64_t limit,
    const MadeIn& madeIn,
    StopPoll& poll)
{
    LocationInstants found;
    if (!hasInstants(trace.totalsOf(place))) {
        return found;
    }
    const store::LocationStore& in = trace.at(place);
    const auto kept = madeIn.keptRecords(place, poll);
    const Location& location = trace.definitions.locations[place.value()];
    const std::size_t end = in.records->time.firstFrom(window.end);
    for (std::size_t i = in.records->time.firstFrom(window.begin); i < end && !poll.stopNow();
         ++i) {
        if (in.records->kind[i] != event_kind::kInstant || !isKept(kept, i)) {
            continue;
        }
        ++found.count;
        // Of those at one tick others may go first.
        const bool isAtLast =
            !found.instants.empty() && found.instants.back().tick == in.records->time[i];
        if (found.instants.size() < limit || isAtLast) {
            found.instants.push_back(markerOf(in, i, location, trace.definitions));
        }
    }
    return found;
}

/// By tick; at one tick what was written on the trace goes first, in its order, then instants in one that is
/// the same whoever holds them.
void putInOrder(Markers& answer, std::uint64_t limit)
{
    std::ranges::stable_sort(answer.markers, [](const Marker& a, const Marker& b) {
        if (a.tick != b.tick || a.marker.isDefined() || b.marker.isDefined()) {
            return std::tuple(a.tick, !a.marker.isDefined())
                   < std::tuple(b.tick, !b.marker.isDefined());
        }
        return std::tie(a.scope, a.scopeRef, a.text) < std::tie(b.scope, b.scopeRef, b.text);
    });
    if (answer.markers.size() > limit) {
        answer.markers.resize(limit);
    }
}

/// Those that were written on the trace.
Markers written(
    const store::TraceStore& trace,
    TickRange window,
    const std::vector<LocationIndex>& locations,
    std::uint64_t limit)
{
    const Selection selection(trace, locations);
    Markers answer{.window = window};
    for (const Marker& marker : trace.markers) {
        if (overlaps(marker, window) && selection.contains(marker)) {
            ++answer.count;
            if (answer.markers.size() < limit) {
                answer.markers.push_back(marker);
            }
        }
    }
    return answer;
}

}  // namespace

Result<Markers> markers(
    const store::TraceStore& trace, const MarkersRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "markers"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const auto& locations = scope.value().locations;
    Markers answer = written(trace, scope.value().window, locations, request.limit);
    const MadeIn madeIn(trace, request.scope.filter.visits);
    std::vector<LocationInstants> found(locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(found.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        found[i] = instantsOf(trace, locations[i], answer.window, request.limit, madeIn, poll);
    }));
    for (LocationInstants& one : found) {
        answer.count += one.count;
        std::ranges::move(one.instants, std::back_inserter(answer.markers));
        one.instants = {};
    }
    putInOrder(answer, request.limit);
    return answer;
}

Result<Markers> merged(
    const MergeContext& context, const MarkersRequest& request, PartAnswers<Markers> parts)
{
    // What was written on the trace is in the head; each part has answered with what is its locations'.
    const auto scope = resolve(context.trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const TickRange window = scope.value().window;
    const auto& locations = scope.value().locations;
    Markers answer = written(context.trace, window, locations, request.limit);
    for (PartAnswer<Markers>& part : parts) {
        std::vector<LocationIndex> own;
        std::ranges::copy_if(locations, std::back_inserter(own), [&](LocationIndex location) {
            return context.placement.of(location) == part.part;
        });
        answer.count += part.answer.count - written(context.trace, window, own, 0).count;
        std::ranges::copy_if(
            part.answer.markers, std::back_inserter(answer.markers), [](const Marker& marker) {
                return !marker.marker.isDefined();
            });
    }
    putInOrder(answer, request.limit);
    return answer;
}

}  // namespace vellum::server::query
