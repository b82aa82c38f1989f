#pragma once

#include "server/reader/event_source.h"
#include "server/reader/tracks/track.h"

#include <span>

namespace vellum::server::reader::tracks {

/// Hands over the records of some spans of a sorted track, which are one lane, in the order of time:
/// enters, each followed by its own record, and leaves; and where \p hasPoints the track's points.
///
/// \return false where \p sink ended it
bool play(
    const Track& track,
    std::span<const Span> lane,
    bool hasPoints,
    Tick origin,
    const BatchSink& sink);

}  // namespace vellum::server::reader::tracks
