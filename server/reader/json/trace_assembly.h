#pragma once

#include "server/reader/event_source.h"
#include "server/reader/json/document_reader.h"
#include "server/reader/json/event_collector.h"
#include "server/reader/tracks/track_set.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace vellum::server::reader::json {

/// The tracks in time, and the definitions made of them.
struct AssembledTrace {
    TraceHead head;
    tracks::TrackSet tracks;
};

/// Sorts the tracks, finds their lanes and defines what a trace needs. docs/semantics.md, "JSON
/// traces", says how names, order, types and groups come about.
///
/// \param goOn  asked now and then; false gives all up, and there is no trace then
[[nodiscard]] std::optional<AssembledTrace> assemble(
    CollectedTrace collected,
    const DocumentOutcome& outcome,
    const std::filesystem::path& path,
    const std::function<bool()>& goOn);

}  // namespace vellum::server::reader::json
