#pragma once

#include "server/reader/event_source.h"
#include "server/reader/json/document_reader.h"
#include "server/reader/json/event_collector.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace vellum::server::reader::json {

/// One location: a lane of a track.
struct LocationPart {
    std::size_t track = 0;
    std::uint32_t lane = 0;
};

/// The tracks in time, and the definitions made of them.
struct AssembledTrace {
    TraceHead head;
    std::vector<Track> tracks;
    std::vector<std::vector<std::uint32_t>> lanes;  ///< of each track: lane by span; empty: all 0
    std::vector<LocationPart> parts;                ///< parallel to the locations
    Tick origin = 0;                                ///< what tick 0 is in the tracks' time
};

/// Sorts the tracks, finds their lanes and defines what a trace needs. docs/semantics.md, "JSON
/// traces", says how names, order, types and groups come about.
[[nodiscard]] AssembledTrace assemble(
    CollectedTrace collected, const DocumentOutcome& outcome, const std::filesystem::path& path);

}  // namespace vellum::server::reader::json
