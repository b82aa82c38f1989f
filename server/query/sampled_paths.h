#pragma once

#include "common/time/tick_range.h"
#include "common/trace/call_sites.h"
#include "server/query/workers.h"
#include "server/store/location_store.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace vellum::server::query {

/// The call paths that samples were taken in: a trace's calling contexts, from each to the one around it.
///
/// Layout   A place is a calling context's in the definitions; of two with one reference the first counts.
/// Odd case A context whose parent is not defined is an outermost one. Where parents go round in a
///          circle, the link from the last to the first context of it that the definitions name is cut.
/// Threads  Immutable once built.
class SampledPaths {
public:
    using Place = std::uint32_t;
    static constexpr Place kNone = std::numeric_limits<Place>::max();

    SampledPaths() = default;
    explicit SampledPaths(const std::vector<CallingContext>& contexts);

    /// kNone for an outermost one.
    [[nodiscard]] Place parentOf(Place place) const { return m_parent[place]; }
    [[nodiscard]] RegionRef regionOf(Place place) const { return m_region[place]; }

    /// How many of the location's samples in the window were taken in each calling context. Those of a context
    /// that is not defined are left out.
    ///
    /// Odd case Where \p poll says stop, what comes out means nothing.
    [[nodiscard]] std::unordered_map<Place, std::uint64_t> countSamples(
        const store::LocationStore& location, TickRange window, StopPoll& poll) const;

private:
    void cutCircles();

    std::vector<Place> m_parent;
    std::vector<RegionRef> m_region;
    std::unordered_map<CallingContextRef, Place> m_places;
};

/// Whether there is any CallingContextSample among the location's records.
[[nodiscard]] bool hasSamples(const store::LocationStore& location);

}  // namespace vellum::server::query
