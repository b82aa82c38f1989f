#pragma once

#include "server/reader/event_source.h"
#include "server/reader/tracks/track.h"

#include <cstdint>
#include <span>

namespace vellum::server::reader::tracks {

/// Hands over the records of one lane of a sorted track in the order of time: enters, each followed
/// by its own record, and leaves; lane 0 also has the track's points.
///
/// \param lanes  as of sortAndFindLanes
/// \return false where \p sink ended it
bool play(
    const Track& track,
    std::span<const std::uint32_t> lanes,
    std::uint32_t lane,
    Tick origin,
    const BatchSink& sink);

}  // namespace vellum::server::reader::tracks
