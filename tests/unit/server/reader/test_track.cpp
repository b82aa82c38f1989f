#include "server/reader/tracks/track.h"
#include "server/reader/tracks/track_player.h"

#include <QtTest/QtTest>

#include <map>
#include <random>
#include <set>

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

/// Plays one lane; false where its records do not nest.
bool rebuild(
    const Track& track,
    const std::vector<std::uint32_t>& lanes,
    std::uint32_t lane,
    Rebuilt& rebuilt)
{
    rebuilt.last = std::numeric_limits<Tick>::min();
    play(track, lanes, lane, 0, [&](const server::reader::EventBatch& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            rebuilt.take(batch.kind[i], batch.tick[i], batch.payloadOf(i)[0]);
        }
        return true;
    });
    return rebuilt.isSound && rebuilt.open.empty();
}

/// Whether any two spans cross, and that none of one lane do.
bool anyCross(const Track& track, const std::vector<std::uint32_t>& lanes, bool& isSound)
{
    bool found = false;
    for (std::size_t i = 0; i < track.spans.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool crossing = crosses(track.spans[i], track.spans[j]);
            found = found || crossing;
            isSound = isSound && (!crossing || (!lanes.empty() && lanes[i] != lanes[j]));
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
    void edgesArePaired();
    void theSinkCanStop();
};

void TestTrack::everySpanIsPlayedOnce()
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        Track track = randomTrack(seed);
        std::map<std::uint32_t, std::pair<Tick, Tick>> expected;
        for (const Span& span : track.spans) {
            expected[span.region] = {span.begin, span.end};
        }
        const auto lanes = sortAndFindLanes(track);
        const std::uint32_t last = lanes.empty() ? 0 : *std::ranges::max_element(lanes);
        Rebuilt played;
        for (std::uint32_t lane = 0; lane <= last; ++lane) {
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
        const auto lanes = sortAndFindLanes(track);
        bool isSound = true;
        const bool anyCrosses = anyCross(track, lanes, isSound);
        QVERIFY(isSound);
        QCOMPARE(lanes.empty(), !anyCrosses);
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
    QVERIFY(sortAndFindLanes(track).empty());
    QCOMPARE(track.spans.front().end, Tick(10));
}

void TestTrack::emptySpansLieInsideWhatTheyTouch()
{
    Track track;
    track.spans = {{.begin = 0, .end = 10, .region = 1}, {.begin = 10, .end = 10, .region = 2}};
    QVERIFY(sortAndFindLanes(track).empty());
    std::vector<EventKind> kinds;
    play(track, {}, 0, 0, [&](const server::reader::EventBatch& batch) {
        kinds = batch.kind;
        return true;
    });
    const std::vector<EventKind> expected = {
        event_kind::kEnter, event_kind::kEnter, event_kind::kLeave, event_kind::kLeave};
    QVERIFY(kinds == expected);
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

void TestTrack::theSinkCanStop()
{
    Track track;
    for (int i = 0; i < 10'000; ++i) {
        track.spans.push_back({.begin = i, .end = i + 1});
    }
    int batches = 0;
    const bool isWhole = play(track, {}, 0, 0, [&](const server::reader::EventBatch& /*batch*/) {
        ++batches;
        return false;
    });
    QVERIFY(!isWhole);
    QCOMPARE(batches, 1);
}

QTEST_APPLESS_MAIN(TestTrack)
#include "test_track.moc"
