#pragma once

#include "common/time/tick_range.h"
#include "server/import/progress_meter.h"
#include "server/match/found_places.h"
#include "server/reader/event_source.h"
#include "server/store/import_report.h"
#include "server/store/trace_store.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace vellum::server::import {

/// What came of one location.
struct ImportedLocation {
    store::LocationStore store;
    store::ImportReport report;
    TickRange extent;  ///< holds all its events, those too that were not kept; empty if none
};

/// Reads one location to its end, or to where \p cancel was asked for: then what was read stays.
///
/// \param window  of what was read only what happened in it is kept (store::cutToWindow)
[[nodiscard]] ImportedLocation importLocation(
    const reader::TraceHead& head,
    LocationIndex location,
    const std::optional<TickRange>& window,
    reader::EventReader& reader,
    ProgressMeter& progress,
    const std::stop_token& cancel);

/// A location that has no event file.
[[nodiscard]] ImportedLocation locationWithoutFile(
    const reader::TraceHead& head, LocationIndex location);

/// A location whose event file could not be opened, for the reason \p error.
[[nodiscard]] ImportedLocation unreadableLocation(
    const reader::TraceHead& head, LocationIndex location, std::string_view error);

/// What reports call the files of \p head, which is opened as \p path. Both must outlive it.
[[nodiscard]] match::FileNames fileNames(const reader::TraceHead& head, const std::string& path);

}  // namespace vellum::server::import
