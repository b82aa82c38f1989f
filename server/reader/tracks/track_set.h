#pragma once

#include "server/reader/event_source.h"
#include "server/reader/tracks/track.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::reader::tracks {

/// Tracks in time, and the locations that they make: one for each lane.
///
/// Threads  One while it is filled.
class TrackSet {
public:
    /// Sorts \p track, finds its lanes, and returns its number.
    std::size_t add(Track track);

    [[nodiscard]] const Track& at(std::size_t track) const { return m_tracks[track]->track; }
    /// A hint: how many there will be.
    void reserve(std::size_t tracks) { m_tracks.reserve(tracks); }
    [[nodiscard]] std::size_t size() const { return m_tracks.size(); }

    /// Makes room in \p head for what `define` will add, so that a million locations take no more than they
    /// need; once all tracks have been added.
    void reserveIn(TraceHead& head);

    /// Defines the locations of a track, in this order the next ones of \p head: "NAME", "NAME
    /// (lane 2)"…; `claimedEvents` is what they will hold.
    void define(
        std::size_t track,
        std::string_view name,
        LocationType type,
        LocationGroupRef group,
        TraceHead& head);

    /// Slices of a track that stand in another lane than the first.
    struct Crossing {
        std::string
            location;  ///< of the first lane, as reports name it; empty: of tracks that are too many to name
        std::string track;
        std::uint64_t slices = 0;
    };
    [[nodiscard]] const std::vector<Crossing>& crossing() const { return m_crossing; }

    /// What is tick 0, in the tracks' own time.
    void setOrigin(Tick origin) { m_origin = origin; }

    /// A source that plays all locations, each once (a second reading fails); gives a track up as soon as its
    /// last lane has been played. \p head must have the locations of `define` and no others.
    [[nodiscard]] static std::unique_ptr<EventSource> makeSource(TraceHead head, TrackSet tracks);

private:
    friend class TrackSource;

    [[nodiscard]] std::span<const Span> spansOf(std::size_t track, std::uint32_t lane) const;
    void addCrossing(std::uint64_t slices, std::string_view track, const Location& location);

    struct Part {
        std::size_t track = 0;
        std::uint32_t lane = 0;
    };

    struct Sorted {
        Track track;
        std::vector<std::size_t> laneEnds;  ///< as of sortAndFindLanes
    };

    std::vector<std::unique_ptr<Sorted>> m_tracks;  ///< null once all of it has been played
    std::vector<Part> m_parts;                      ///< parallel to the locations
    std::size_t m_lanes = 0;                        ///< of all tracks
    Tick m_origin = 0;
    std::vector<Crossing> m_crossing;
};

/// Reports slices that cross, the same for every format.
void reportCrossing(const TrackSet& tracks, store::ImportReport& report);

}  // namespace vellum::server::reader::tracks
