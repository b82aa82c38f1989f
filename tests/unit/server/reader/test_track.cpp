#include "server/reader/tracks/track.h"
#include "server/reader/tracks/track_player.h"
#include "server/reader/tracks/track_set.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>

#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace vellum;                          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server::reader::tracks;  // NOLINT(google-build-using-namespace)

namespace {

Track randomTrack(unsigned seed)
{
    std::mt19937 random(seed);
    Track track;
    const Tick length = 1 + static_cast<Tick>(random() % 40);
    for (std::uint32_t i = 0; i < 2 + random() % 25; ++i) {
        const Tick begin = static_cast<Tick>(random() % 60);
        const Tick end = begin + static_cast<Tick>(random()) % length;
        track.spans.push_back({.begin = begin, .end = std::max(begin, end), .region = i});
    }
    for (std::uint64_t i = 0; i < random() % 5; ++i) {
        track.points.push_back(
            {.at = static_cast<Tick>(random() % 60),
             .record = track.add(event_kind::kInstant, {i})});
    }
    return track;
}

bool crosses(const Span& a, const Span& b)
{
    return (a.begin < b.begin && b.begin < a.end && a.end < b.end)
           || (b.begin < a.begin && a.begin < b.end && b.end < a.end);
}

/// What the records of a lane make of its spans, with a stack.
struct Rebuilt {
    std::map<std::uint32_t, std::pair<Tick, Tick>> spans;
    std::size_t instants = 0;
    bool isSound = true;  ///< the records nest and their ticks do not decrease
    std::vector<std::pair<std::uint32_t, Tick>> open;
    Tick last = std::numeric_limits<Tick>::min();

    void leave(std::uint64_t region, Tick tick)
    {
        isSound = isSound && !open.empty() && open.back().first == region;
        if (isSound) {
            spans[open.back().first] = {open.back().second, tick};
            open.pop_back();
        }
    }
    void take(EventKind kind, Tick tick, std::uint64_t word)
    {
        isSound = isSound && tick >= last;
        last = tick;
        if (kind == event_kind::kEnter) {
            open.emplace_back(word, tick);
        } else if (kind == event_kind::kLeave) {
            leave(word, tick);
        } else {
            ++instants;
        }
    }
};

using LaneEnds = std::vector<std::size_t>;

/// Plays one lane; false where its records do not nest.
bool rebuild(const Track& track, const LaneEnds& ends, std::size_t lane, Rebuilt& rebuilt)
{
    rebuilt.last = std::numeric_limits<Tick>::min();
    const std::size_t begin = lane == 0 ? 0 : ends[lane - 1];
    const auto spans = std::span(track.spans).subspan(begin, ends[lane] - begin);
    play(track, spans, lane == 0, 0, [&](const server::reader::EventBatch& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            rebuilt.take(batch.kind[i], batch.tick[i], batch.payloadOf(i)[0]);
        }
        return true;
    });
    return rebuilt.isSound && rebuilt.open.empty();
}

/// Whether any two spans cross, and that none of one lane do.
bool anyCross(const Track& track, const LaneEnds& ends, bool& isSound)
{
    const auto laneOf = [&](std::size_t span) { return std::ranges::upper_bound(ends, span); };
    bool found = false;
    for (std::size_t i = 0; i < track.spans.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool crossing = crosses(track.spans[i], track.spans[j]);
            found = found || crossing;
            isSound = isSound && (!crossing || laneOf(i) != laneOf(j));
        }
    }
    return found;
}

}  // namespace

class TestTrack : public QObject {
    Q_OBJECT

private slots:
    void everySpanIsPlayedOnce();
    void lanesHoldNoCrossing();
    void nestedSpansNeedOneLane();
    void emptySpansLieInsideWhatTheyTouch();
    void lanesAreTheFirstThatFit();
    void manyCrossingSpansTakeNoTime();
    void edgesArePaired();
    void anEndEndsTheInnermostOfItsName();
    void endsOfOtherNamesTakeNoTime();
    void theSinkCanStop();
    void aSecondReadingFailsAndTakesNothing();
};

void TestTrack::everySpanIsPlayedOnce()
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        Track track = randomTrack(seed);
        std::map<std::uint32_t, std::pair<Tick, Tick>> expected;
        for (const Span& span : track.spans) {
            expected[span.region] = {span.begin, span.end};
        }
        const LaneEnds lanes = sortAndFindLanes(track);
        Rebuilt played;
        for (std::size_t lane = 0; lane < lanes.size(); ++lane) {
            QVERIFY(rebuild(track, lanes, lane, played));
        }
        QVERIFY(played.spans == expected);
        QCOMPARE(played.instants, track.points.size());
    }
}

void TestTrack::lanesHoldNoCrossing()
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        Track track = randomTrack(seed);
        const LaneEnds lanes = sortAndFindLanes(track);
        bool isSound = true;
        const bool anyCrosses = anyCross(track, lanes, isSound);
        QVERIFY(isSound);
        QCOMPARE(lanes.size() == 1, !anyCrosses);
    }
}

void TestTrack::nestedSpansNeedOneLane()
{
    Track track;
    track.spans = {
        {.begin = 5, .end = 6},
        {.begin = 0, .end = 10},
        {.begin = 0, .end = 5},
        {.begin = 10, .end = 12}};
    QCOMPARE(sortAndFindLanes(track).size(), 1U);
    QCOMPARE(track.spans.front().end, Tick(10));
}

void TestTrack::emptySpansLieInsideWhatTheyTouch()
{
    Track track;
    track.spans = {{.begin = 0, .end = 10, .region = 1}, {.begin = 10, .end = 10, .region = 2}};
    QCOMPARE(sortAndFindLanes(track).size(), 1U);
    std::vector<EventKind> kinds;
    play(track, track.spans, true, 0, [&](const server::reader::EventBatch& batch) {
        kinds = batch.kind;
        return true;
    });
    const std::vector<EventKind> expected = {
        event_kind::kEnter, event_kind::kEnter, event_kind::kLeave, event_kind::kLeave};
    QVERIFY(kinds == expected);
}

/// Lane by lane, each with a stack: what the rule says.
std::vector<std::vector<std::uint32_t>> slowLanes(Track track)
{
    std::ranges::stable_sort(track.spans, [](const Span& a, const Span& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<std::vector<Span>> lanes;
    for (const Span& span : track.spans) {
        const auto fits = [&span](const std::vector<Span>& lane) {
            return std::ranges::none_of(
                lane, [&](const Span& other) { return crosses(span, other); });
        };
        auto lane = std::ranges::find_if(lanes, fits);
        if (lane == lanes.end()) {
            lane = lanes.emplace(lanes.end());
        }
        lane->push_back(span);
    }
    std::vector<std::vector<std::uint32_t>> regions(lanes.size());
    for (std::size_t i = 0; i < lanes.size(); ++i) {
        std::ranges::transform(lanes[i], std::back_inserter(regions[i]), &Span::region);
    }
    return regions;
}

/// The regions of each lane, in order.
std::vector<std::vector<std::uint32_t>> fastLanes(Track track)
{
    const LaneEnds ends = sortAndFindLanes(track);
    std::vector<std::vector<std::uint32_t>> regions(ends.size());
    std::size_t at = 0;
    for (std::size_t lane = 0; lane < ends.size(); ++lane) {
        for (; at < ends[lane]; ++at) {
            regions[lane].push_back(track.spans[at].region);
        }
    }
    return regions;
}

void TestTrack::lanesAreTheFirstThatFit()
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        const Track track = randomTrack(seed);
        QVERIFY2(fastLanes(track) == slowLanes(track), QByteArray::number(seed));
    }
}

// Searched one by one, the lanes take 10^11 steps, which meets the test's time limit.
void TestTrack::manyCrossingSpansTakeNoTime()
{
    constexpr Tick kSpans = 500'000;
    Track track;
    for (Tick i = 0; i < kSpans; ++i) {
        track.spans.push_back({.begin = i, .end = i + kSpans});
    }
    QCOMPARE(sortAndFindLanes(track).size(), std::size_t(kSpans));
}

void TestTrack::edgesArePaired()
{
    Track track;
    track.edges = {
        {.at = 9, .region = 0, .isBegin = false},
        {.at = 1, .region = 7, .isBegin = true},
        {.at = 3, .region = 8, .isBegin = true},
        {.at = 4, .region = 0, .isBegin = false},
        {.at = 0, .region = 0, .isBegin = false},
        {.at = 20, .region = 9, .isBegin = true}};
    const PairedEdges paired = pairEdges(track, 30);
    QCOMPARE(paired.unmatchedEnds, 1U);
    QCOMPARE(paired.unmatchedBegins, 1U);
    QCOMPARE(track.spans.size(), 3U);
    QCOMPARE(track.spans[0].end, Tick(9));
    QCOMPARE(track.spans[1].end, Tick(4));
    QCOMPARE(track.spans[2].end, Tick(30));
}

/// By the rule of docs/semantics.md, with a search through all that is open.
void TestTrack::anEndEndsTheInnermostOfItsName()
{
    std::mt19937 random(5);
    std::uint64_t inside = 0;
    for (int round = 0; round < 2000; ++round) {
        Track track;
        const auto count = static_cast<Tick>(random() % 30);
        for (Tick i = 0; i < count; ++i) {
            track.edges.push_back(
                {.at = i, .region = 0, .isBegin = random() % 2 == 0, .name = random() % 4});
        }
        std::vector<std::pair<std::size_t, std::size_t>> open;  // span and name
        std::vector<Span> spans;
        PairedEdges expected;
        for (const Edge& edge : track.edges) {
            if (edge.isBegin) {
                open.emplace_back(spans.size(), edge.name);
                spans.push_back({.begin = edge.at, .end = 100});
                continue;
            }
            const auto fits = std::find_if(open.rbegin(), open.rend(), [&](const auto& begin) {
                return edge.name == 0 || begin.second == 0 || begin.second == edge.name;
            });
            expected.unmatchedEnds += fits == open.rend() ? 1U : 0U;
            const auto keep = fits == open.rend()
                                  ? open.size()
                                  : std::size_t(std::distance(fits, open.rend())) - 1;
            expected.endedByOuter += open.size() > keep ? open.size() - keep - 1 : 0;
            for (; open.size() > keep; open.pop_back()) {
                spans[open.back().first].end = edge.at;
            }
        }
        expected.unmatchedBegins = open.size();
        const PairedEdges paired = pairEdges(track, 100);
        QCOMPARE(paired.unmatchedEnds, expected.unmatchedEnds);
        QCOMPARE(paired.unmatchedBegins, expected.unmatchedBegins);
        QCOMPARE(paired.endedByOuter, expected.endedByOuter);
        QVERIFY(std::ranges::equal(spans, track.spans, {}, &Span::end, &Span::end));
        inside += paired.endedByOuter;
    }
    QVERIFY(inside > 1000);
}

/// Searched one by one, what is open takes 10^10 steps.
void TestTrack::endsOfOtherNamesTakeNoTime()
{
    constexpr Tick kEdges = 200'000;
    Track track;
    for (Tick i = 0; i < kEdges; ++i) {
        track.edges.push_back({.at = i, .isBegin = true, .name = 1});
    }
    for (Tick i = 0; i < kEdges; ++i) {
        track.edges.push_back({.at = kEdges + i, .isBegin = false, .name = 2});
    }
    const PairedEdges paired = pairEdges(track, 2 * kEdges);
    QCOMPARE(paired.unmatchedEnds, std::uint64_t(kEdges));
    QCOMPARE(paired.unmatchedBegins, std::uint64_t(kEdges));
}

void TestTrack::theSinkCanStop()
{
    Track track;
    for (int i = 0; i < 10'000; ++i) {
        track.spans.push_back({.begin = i, .end = i + 1});
    }
    int batches = 0;
    const bool isWhole =
        play(track, track.spans, true, 0, [&](const server::reader::EventBatch& /*batch*/) {
            ++batches;
            return false;
        });
    QVERIFY(!isWhole);
    QCOMPARE(batches, 1);
}

void TestTrack::aSecondReadingFailsAndTakesNothing()
{
    Track track;
    track.spans = {{.begin = 0, .end = 10}, {.begin = 5, .end = 15}};  // two lanes
    TrackSet tracks;
    server::reader::TraceHead head;
    const std::size_t number = tracks.add(std::move(track));
    tracks.define(number, "t", LocationType::CpuThread, LocationGroupRef(0), head);
    QCOMPARE(head.definitions.locations.size(), std::size_t{2});
    const auto source = TrackSet::makeSource(std::move(head), std::move(tracks));
    const std::vector<LocationIndex> both{LocationIndex(0), LocationIndex(1)};
    const auto reader = source->makeReader(both);
    QVERIFY(reader.isOk());
    std::size_t records = 0;
    const auto read = [&](std::uint32_t location) {
        const auto count = [&records](const server::reader::EventBatch& batch) {
            records += batch.size();
            return true;
        };
        return reader.value()->read(LocationIndex(location), count).end;
    };
    using End = server::reader::ReadOutcome::End;
    QCOMPARE(read(0), End::Complete);
    QCOMPARE(read(0), End::Failed);
    QCOMPARE(read(1), End::Complete);  // its track is there still
    QCOMPARE(read(1), End::Failed);
    QCOMPARE(read(0), End::Failed);
    QCOMPARE(records, std::size_t{4});
}

VELLUM_TEST_APPLESS(TestTrack)
#include "test_track.moc"
