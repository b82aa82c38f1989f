#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"
#include "server/store/event_table.h"
#include "server/store/import_report.h"
#include "server/store/visit_table.h"

#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// What the records of one location add up to.
struct LocationTotals {
    std::uint64_t events = 0;
    std::uint64_t attributes = 0;  ///< that events carry
    std::uint64_t visits = 0;
    std::uint64_t collectives = 0;
    std::uint64_t rmaOperations = 0;
    std::uint64_t rmaBytes = 0;
    std::uint64_t ioOperations = 0;
    std::uint64_t ioBytes = 0;
    std::uint64_t metricSamples = 0;
    std::uint64_t unmatchedSends = 0;                           ///< filled by server/match
    std::uint64_t unmatchedReceives = 0;                        ///< likewise
    std::uint64_t workWithoutLaunch = 0;                        ///< likewise
    std::vector<std::pair<EventKind, std::uint64_t>> kinds;     ///< of records, those that occur
    std::array<std::uint64_t, kFunctionGroupCount> visitsOf{};  ///< by function group
};

/// A host call that gives work to a device, or such work: what one half of a launch says.
struct DeviceMark {
    TickRange visit;
    RegionRef region;
    EventKind kind = event_kind::kDeviceLaunch;
    std::uint64_t correlation = 0;
};

/// Everything read of one location.
struct LocationStore {
    VisitTable visits;
    SegmentTable segments;
    EventTable events;
    LocationTotals totals;
    /// Of visits that reach out of a window that alone was loaded: the time of those right below them
    /// that are left out.
    std::unordered_map<VisitIndex, Tick> leftOutBelow;
    /// Of its visits, those of regions without a definition; until `defineUndefinedRegions`.
    std::vector<RegionVisits> undefinedRegions;
    std::vector<DeviceMark> deviceMarks;  ///< until server/match has joined them
};

/// A trace in memory: what readers fill and queries scan.
///
/// Layout   `locations` parallel to `definitions.locations`. `messages` are the matched pairs in
///          the order of `vellum::query::Messages`, `launches` the joined ones in that of
///          `vellum::query::Launches`.
/// Exact    `range` holds every event and marker: [min(0, first), max(length + 1, last + 1)).
/// Threads  Immutable once built; shared as `std::shared_ptr<const TraceStore>`.
struct TraceStore {
    std::string path;
    std::string format;
    Definitions definitions;
    TickRange range;
    std::vector<LocationStore> locations;
    std::vector<vellum::query::Message> messages;
    std::vector<vellum::query::Launch> launches;
    std::vector<Marker> markers;  ///< by tick
    ImportReport report;
    bool complete = true;                     ///< false if the import was cancelled
    bool isPartOfTime = false;                ///< only what happened in `range` was kept
    std::unordered_set<LocationRef> leftOut;  ///< locations that were asked not to be loaded

    [[nodiscard]] const LocationStore& at(LocationIndex index) const
    {
        return locations[index.value()];
    }
};

}  // namespace vellum::server::store
