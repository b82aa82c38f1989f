#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/workers.h"

#include <algorithm>
#include <cstdint>
#include <unordered_set>

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
    Selection(const store::TraceStore& trace, const ResolvedScope& scope)
        : m_all(scope.locations.size() == trace.locations.size())
    {
        for (std::size_t i = 0; i < scope.locations.size() && !m_all; ++i) {
            const Location& location = trace.definitions.locations[scope.locations[i].value()];
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

}  // namespace

Result<Markers> markers(
    const store::TraceStore& trace, const MarkersRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "markers"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const Selection selection(trace, scope.value());
    Markers answer{.window = scope.value().window};
    StopPoll poll(options);
    for (const Marker& marker : trace.markers) {
        if (poll.stopNow()) {
            return cancelledError();
        }
        if (!overlaps(marker, answer.window) || !selection.contains(marker)) {
            continue;
        }
        ++answer.count;
        if (answer.markers.size() < request.limit) {
            answer.markers.push_back(marker);
        }
    }
    return answer;
}

}  // namespace vellum::server::query
