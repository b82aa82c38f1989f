#pragma once

#include "server/reader/event_source.h"
#include "server/reader/json/document_reader.h"
#include "server/reader/json/event_collector.h"
#include "server/reader/tracks/track_set.h"

#include <filesystem>

namespace vellum::server::reader::json {

/// The tracks in time, and the definitions made of them.
struct AssembledTrace {
    TraceHead head;
    tracks::TrackSet tracks;
};

/// Sorts the tracks, finds their lanes and defines what a trace needs. docs/semantics.md, "JSON
/// traces", says how names, order, types and groups come about.
[[nodiscard]] AssembledTrace assemble(
    CollectedTrace collected, const DocumentOutcome& outcome, const std::filesystem::path& path);

}  // namespace vellum::server::reader::json
