#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"
#include "server/store/import_report.h"
#include "server/store/location_store.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace vellum::server::store {

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
