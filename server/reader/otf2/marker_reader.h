#pragma once

#include "common/trace/markers.h"

#include <cstdint>
#include <string>
#include <vector>

struct OTF2_Reader_struct;

namespace vellum::server::reader::otf2 {

/// What could be read of an archive's markers.
struct ReadMarkers {
    std::vector<MarkerDefinition> definitions;
    std::vector<Marker> markers;   ///< by tick, then order in the file
    std::uint64_t duplicates = 0;  ///< definitions of a reference that has one: left out
    std::string error;             ///< the library's words if it stopped early
};

/// Reads the markers of an archive that has a file of them, no more than \p atMost records.
///
/// \param globalOffset  of the clock: tick 0
[[nodiscard]] ReadMarkers readMarkers(
    OTF2_Reader_struct* reader, std::uint64_t atMost, std::uint64_t globalOffset);

}  // namespace vellum::server::reader::otf2
