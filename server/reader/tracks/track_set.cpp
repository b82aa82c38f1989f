#include "server/reader/tracks/track_set.h"

#include "common/base/process_memory.h"
#include "server/reader/tracks/track_player.h"

#include <atomic>
#include <deque>
#include <utility>

namespace vellum::server::reader::tracks {

namespace {

/// What the importer may believe that a record takes at least.
constexpr std::uint64_t kBytesPerRecord = 2;

/// So many tracks that have been given up are worth a look for free memory.
constexpr std::size_t kMany = 16384;

/// Records that the player will make of these.
std::uint64_t recordsOf(const Track& track, std::span<const Span> spans)
{
    std::uint64_t records = 0;
    for (const Span& span : spans) {
        const bool hasRecord =
            span.extra != 0
            && RecordHead::unpacked(track.words[span.extra]).kind != RecordHead::kNoRecord;
        records += hasRecord ? 3U : 2U;
    }
    return records;
}

}  // namespace

/// Exact    Each location is read once: a track is given up with its last lane, so that a second reading of a
///          location fails and changes nothing.
/// Threads  `read` from any.
class TrackSource final : public EventSource {
public:
    TrackSource(TraceHead head, TrackSet tracks)
        : m_head(std::move(head))
        , m_tracks(std::move(tracks))
        , m_left(m_tracks.m_tracks.size())
        , m_isRead(m_tracks.m_parts.size())
    {
        for (const TrackSet::Part& part : m_tracks.m_parts) {
            ++m_left[part.track];
        }
    }

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> /*own*/) const override
    {
        return std::unique_ptr<EventReader>(
            std::make_unique<FunctionReader>([this](LocationIndex location, const BatchSink& sink) {
                return read(location, sink);
            }));
    }
    [[nodiscard]] Definitions takeDefinitions() override { return std::move(m_head.definitions); }

private:
    ReadOutcome read(LocationIndex location, const BatchSink& sink) const
    {
        if (m_isRead[location.value()].exchange(true)) {
            return {
                .end = ReadOutcome::End::Failed,
                .error = "it was read before, and is given up",
                .localDefinitionsError = {}};
        }
        const TrackSet::Part& part = m_tracks.m_parts[location.value()];
        const Track& track = m_tracks.at(part.track);
        const bool isWhole = play(
            track,
            m_tracks.spansOf(part.track, part.lane),
            part.lane == 0,
            m_tracks.m_origin,
            sink);
        if (--m_left[part.track] == 0) {
            m_tracks.m_tracks[part.track].reset();  // the store has it now
            if (++m_givenUp % kMany == 0) {
                returnFreeMemory();
            }
        }
        return {.end = isWhole ? ReadOutcome::End::Complete : ReadOutcome::End::Stopped};
    }

    TraceHead m_head;
    mutable TrackSet m_tracks;
    mutable std::deque<std::atomic<std::size_t>>
        m_left;                                      ///< lanes of each track that nobody has read
    mutable std::deque<std::atomic<bool>> m_isRead;  ///< of each location
    mutable std::atomic<std::size_t> m_givenUp{0};   ///< of the tracks
};

std::size_t TrackSet::add(Track track)
{
    auto sorted = std::make_unique<Sorted>();
    sorted->laneEnds = sortAndFindLanes(track);
    m_lanes += sorted->laneEnds.size();
    sorted->track = std::move(track);
    m_tracks.push_back(std::move(sorted));
    return m_tracks.size() - 1;
}

void TrackSet::reserveIn(TraceHead& head)
{
    head.definitions.locations.reserve(m_lanes);
    head.files.reserve(m_lanes);
    m_parts.reserve(m_lanes);
}

std::span<const Span> TrackSet::spansOf(std::size_t track, std::uint32_t lane) const
{
    const std::vector<std::size_t>& ends = m_tracks[track]->laneEnds;
    const std::size_t begin = lane == 0 ? 0 : ends[lane - 1];
    return std::span(m_tracks[track]->track.spans).subspan(begin, ends[lane] - begin);
}

void TrackSet::define(
    std::size_t track,
    std::string_view name,
    LocationType type,
    LocationGroupRef group,
    TraceHead& head)
{
    const Track& defined = at(track);
    const std::vector<std::size_t>& ends = m_tracks[track]->laneEnds;
    for (std::uint32_t lane = 0; lane < ends.size(); ++lane) {
        const std::string suffix = lane == 0 ? "" : " (lane " + std::to_string(lane + 1) + ")";
        const std::uint64_t records =
            recordsOf(defined, spansOf(track, lane)) + (lane == 0 ? defined.points.size() : 0);
        head.definitions.locations.push_back(
            {.ref = LocationRef(head.definitions.locations.size()),
             .name = std::string(name) + suffix,
             .type = type,
             .claimedEvents = records,
             .group = group});
        head.files.push_back({.exists = true, .bytes = records * kBytesPerRecord, .name = {}});
        m_parts.push_back({.track = track, .lane = lane});
    }
    if (const std::uint64_t slices = defined.spans.size() - ends.front(); slices > 0) {
        const std::size_t first = head.definitions.locations.size() - ends.size();
        addCrossing(slices, name, head.definitions.locations[first]);
    }
}

void TrackSet::addCrossing(std::uint64_t slices, std::string_view track, const Location& location)
{
    constexpr std::size_t kMost = store::ImportReport::kMostPlaces;
    if (m_crossing.size() < kMost) {
        m_crossing.push_back(
            {.location = store::placeOf(location), .track = std::string(track), .slices = slices});
        return;
    }
    if (m_crossing.size() == kMost) {
        m_crossing.push_back({.location = {}, .track = std::string(track), .slices = 0});
    }
    m_crossing.back().slices += slices;
}

std::unique_ptr<EventSource> TrackSet::makeSource(TraceHead head, TrackSet tracks)
{
    return std::make_unique<TrackSource>(std::move(head), std::move(tracks));
}

void reportCrossing(const TrackSet& tracks, store::ImportReport& report)
{
    for (const TrackSet::Crossing& crossing : tracks.crossing()) {
        report.setPlace({}, crossing.location);
        report.add(
            "crossing-slices",
            query::Severity::Info,
            "slices of '" + crossing.track
                + "' begin inside others and end behind them: they are shown in lanes of their own",
            crossing.slices);
    }
    report.setPlace({}, {});
}

}  // namespace vellum::server::reader::tracks
