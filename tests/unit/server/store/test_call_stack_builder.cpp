#include "server/store/call_stack_builder.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>

#include <algorithm>
#include <optional>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace server::store;  // NOLINT(google-build-using-namespace): likewise

namespace {

struct Event {
    bool isEnter = true;
    Tick tick = 0;
    RegionRef region;
};

/// One visit as the rules of docs/semantics.md say it, with nothing clever about it.
struct SlowVisit {
    Tick enter = 0;
    std::optional<Tick> leave;
    RegionRef region;
    std::uint32_t depth = 0;
    VisitIndex parent = kNoVisit;
};

struct SlowResult {
    std::vector<SlowVisit> visits;
    std::uint64_t unmatchedLeaves = 0;
    std::uint64_t missingLeaves = 0;
    std::uint64_t openVisits = 0;
};

/// The open visits, outermost first.
std::vector<VisitIndex> openOf(const SlowResult& result)
{
    std::vector<VisitIndex> open;
    for (std::size_t i = 0; i < result.visits.size(); ++i) {
        if (!result.visits[i].leave) {
            open.push_back(static_cast<VisitIndex>(i));
        }
    }
    return open;
}

void slowLeave(SlowResult& result, const Event& event)
{
    std::vector<VisitIndex> open = openOf(result);
    const bool isOpen = std::ranges::any_of(
        open, [&](VisitIndex i) { return result.visits[i].region == event.region; });
    if (!isOpen) {
        ++result.unmatchedLeaves;
        return;
    }
    while (result.visits[open.back()].region != event.region) {
        result.visits[open.back()].leave = event.tick;
        ++result.missingLeaves;
        open.pop_back();
    }
    result.visits[open.back()].leave = event.tick;
}

SlowResult slowVisits(const std::vector<Event>& events)
{
    SlowResult result;
    for (const Event& event : events) {
        if (event.isEnter) {
            const std::vector<VisitIndex> open = openOf(result);
            result.visits.push_back(
                {.enter = event.tick,
                 .leave = {},
                 .region = event.region,
                 .depth = static_cast<std::uint32_t>(open.size() + 1),
                 .parent = open.empty() ? kNoVisit : open.back()});
        } else {
            slowLeave(result, event);
        }
    }
    for (const VisitIndex i : openOf(result)) {
        result.visits[i].leave = events.back().tick;
        ++result.openVisits;
    }
    return result;
}

/// Enters and leaves without any care for nesting; few regions, so that all repairs are needed.
std::vector<Event> randomEvents(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t bound) {
        return static_cast<std::uint32_t>(random() % bound);
    };
    const std::uint32_t count = 1 + below(60);
    const std::uint32_t regions = 1 + below(5);
    const std::uint32_t leaves = 1 + below(4);
    std::vector<Event> events;
    Tick tick = -20;
    for (std::uint32_t i = 0; i < count; ++i) {
        tick += Tick{below(3)};
        // References of both kinds that the builder keeps apart.
        events.push_back(
            {.isEnter = below(5) >= leaves,
             .tick = tick,
             .region = RegionRef(below(regions) * 50'000)});
    }
    return events;
}

struct Built {
    CallStream calls;
    VisitTable visits;
    CallStackBuilder::Repairs repairs;
};

Built build(const std::vector<Event>& events)
{
    CallStackBuilder builder;
    for (const Event& event : events) {
        if (event.isEnter) {
            builder.enter(event.tick, event.region);
        } else {
            static_cast<void>(builder.leave(event.tick, event.region));
        }
    }
    Built built{.calls = builder.finish(events.empty() ? 0 : events.back().tick)};
    built.visits = visitsOf(built.calls);
    built.repairs = builder.repairs();
    return built;
}

bool equal(const VisitTable& fast, const std::vector<SlowVisit>& slow)
{
    bool isEqual = fast.size() == slow.size();
    for (std::size_t i = 0; isEqual && i < slow.size(); ++i) {
        isEqual = fast.enter[i] == slow[i].enter && fast.leave[i] == slow[i].leave
                  && fast.region[i] == slow[i].region && fast.depth[i] == slow[i].depth
                  && fast.parent[i] == slow[i].parent;
    }
    return isEqual;
}

/// What the slow rules say of each change, by looking at all visits.
bool findsBothEnds(const Built& built)
{
    const CallStream& calls = built.calls;
    std::uint64_t visit = 0;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (!calls.isEnter(i)) {
            continue;
        }
        const auto v = static_cast<VisitIndex>(visit);
        if (calls.visitsBefore(i) != visit || calls.visitFrom(i).end != built.visits.leave[v]
            || calls.enterOf(i, calls.depthAt(i)) != i) {
            return false;
        }
        // Where it ends its own enter is found, and those of all around it.
        const std::size_t leave = calls.leaveOf(i);
        if (calls.enterOf(leave - 1, calls.depthAt(i)) != i) {
            return false;
        }
        ++visit;
    }
    return visit == built.visits.size();
}

/// Enough for several levels of the tree of depths.
std::vector<Event> manyEvents(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t bound) {
        return static_cast<std::uint32_t>(random() % bound);
    };
    std::vector<Event> events;
    std::vector<RegionRef> open;
    Tick tick = 0;
    const std::uint32_t bias = 40 + below(20);
    for (int i = 0; i < 40'000; ++i) {
        tick += Tick{below(3)};
        const bool isEnter = open.empty() || below(100) < bias;
        if (isEnter) {
            open.emplace_back(below(3));
        }
        events.push_back({.isEnter = isEnter, .tick = tick, .region = open.back()});
        if (!isEnter) {
            open.pop_back();
        }
    }
    return events;
}

}  // namespace

class TestCallStackBuilder : public QObject {
    Q_OBJECT

private slots:
    void visitsAndRepairsEqualThoseOfTheSlowRules();
    void bothEndsOfEveryVisitAreFound();
    void bothEndsOfVisitsFarApartAreFound();
    void manyCallPathsTakeFourBytes();
    void callPathsTakeFourBytesEach();
    void callPathsOfManyRegionsAndDepthsAreWider();
    void repairsAreMarked();
    void unmatchedLeavesInADeepStackCostNothing();
    void callsOfOneRegionInsideEachOtherCostWhatOthersDo();
    void firstRepairIsTheExample();
};

void TestCallStackBuilder::visitsAndRepairsEqualThoseOfTheSlowRules()
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        const std::vector<Event> events = randomEvents(seed);
        const SlowResult slow = slowVisits(events);
        const Built fast = build(events);
        const QByteArray where = "seed " + QByteArray::number(seed);
        QVERIFY2(equal(fast.visits, slow.visits), where);
        QVERIFY2(fast.repairs.unmatchedLeave.count == slow.unmatchedLeaves, where);
        QVERIFY2(fast.repairs.missingLeave.count == slow.missingLeaves, where);
        QVERIFY2(fast.repairs.openVisit.count == slow.openVisits, where);
    }
}

void TestCallStackBuilder::bothEndsOfEveryVisitAreFound()
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        QVERIFY2(findsBothEnds(build(randomEvents(seed))), "seed " + QByteArray::number(seed));
    }
}

void TestCallStackBuilder::bothEndsOfVisitsFarApartAreFound()
{
    for (unsigned seed = 0; seed < 10; ++seed) {
        QVERIFY2(findsBothEnds(build(manyEvents(seed))), "seed " + QByteArray::number(seed));
    }
}

void TestCallStackBuilder::manyCallPathsTakeFourBytes()
{
    CallStackBuilder builder;
    constexpr std::uint32_t kRegions = 70'000;
    for (std::uint32_t i = 0; i < kRegions; ++i) {
        const Tick tick = 2 * Tick{i};
        builder.enter(tick, RegionRef(i));
        QVERIFY(builder.leave(tick + 1, RegionRef(i)));
    }
    const CallStream calls = builder.finish(2 * Tick{kRegions});
    QVERIFY(calls.narrowNode.empty());
    QCOMPARE(calls.size(), std::size_t{2} * kRegions);
    for (std::uint32_t i = 0; i < kRegions; ++i) {
        QCOMPARE(calls.regionOf(2 * std::size_t{i}), RegionRef(i));
        QCOMPARE(calls.nodeAt(2 * std::size_t{i} + 1), kOutside);
    }
}

namespace {

/// Calls inside each other, of a region each from the first reference on.
CallStream nested(std::uint32_t calls, std::uint32_t first, std::uint32_t stride)
{
    CallStackBuilder builder;
    for (std::uint32_t i = 0; i < calls; ++i) {
        builder.enter(Tick{i}, RegionRef(first + stride * i));
    }
    return builder.finish(calls);
}

}  // namespace

void TestCallStackBuilder::callPathsTakeFourBytesEach()
{
    const CallStream calls = nested(255, 9, 1'000'000);
    const auto& paths = calls.paths;
    QCOMPARE(paths.size(), std::size_t{256});
    QCOMPARE(paths.parent.bytes().size(), 2 * paths.size());
    QCOMPARE(paths.place.bytes().size(), paths.size());
    QCOMPARE(paths.depth.bytes().size(), paths.size());
    QCOMPARE(calls.leastDepth.entries().bytes().size(), calls.leastDepth.entries().size());
    QCOMPARE(paths.regionOf(kOutside), RegionRef::undefined());
    for (std::uint32_t node = 1; node < paths.size(); ++node) {
        QCOMPARE(paths.regionOf(node), RegionRef(9 + 1'000'000 * (node - 1)));
        QCOMPARE(paths.depth[node], node);
        QCOMPARE(paths.parent[node], node - 1);
    }
}

void TestCallStackBuilder::callPathsOfManyRegionsAndDepthsAreWider()
{
    for (const std::uint32_t count : {300U, 70'000U}) {
        const auto paths = nested(count, 1, 3).paths;
        const std::size_t width = count > 65'535 ? 4 : 2;
        QCOMPARE(paths.size(), std::size_t{count} + 1);
        QCOMPARE(paths.parent.bytes().size(), width * paths.size());
        QCOMPARE(paths.place.bytes().size(), width * paths.size());
        QCOMPARE(paths.depth.bytes().size(), width * paths.size());
        for (std::uint32_t node = 1; node < paths.size(); ++node) {
            QCOMPARE(paths.regionOf(node), RegionRef(1 + 3 * (node - 1)));
            QCOMPARE(paths.depth[node], node);
        }
    }
}

void TestCallStackBuilder::repairsAreMarked()
{
    CallStackBuilder builder;
    builder.enter(1, RegionRef(1));
    builder.enter(2, RegionRef(2));
    QVERIFY(!builder.leave(3, RegionRef(3)));
    QVERIFY(builder.leave(4, RegionRef(1)));  // closes 2, and is the leave of 1
    builder.enter(5, RegionRef(1));
    const CallStream calls = builder.finish(9);
    QCOMPARE(calls.size(), std::size_t{6});
    QCOMPARE(builder.takeUnrecorded(), (std::vector<std::uint32_t>{2, 5}));
}

// With a search of the stack at each leave this takes 10^11 steps and meets the test's time limit.
void TestCallStackBuilder::unmatchedLeavesInADeepStackCostNothing()
{
    constexpr std::uint64_t kDepth = 400'000;
    CallStackBuilder builder;
    for (std::uint64_t i = 0; i < kDepth; ++i) {
        builder.enter(Tick(i), RegionRef(1));
    }
    for (std::uint64_t i = 0; i < kDepth; ++i) {
        static_cast<void>(builder.leave(Tick(kDepth), RegionRef(2)));
    }
    const VisitTable visits = visitsOf(builder.finish(kDepth));
    QCOMPARE(visits.depth.back(), kDepth);
    QCOMPARE(builder.repairs().unmatchedLeave.count, kDepth);
    QCOMPARE(builder.repairs().openVisit.count, kDepth);
}

// Where the paths of region 0 in itself have one place in the table, this takes 10^11 steps and meets the
// test's time limit.
void TestCallStackBuilder::callsOfOneRegionInsideEachOtherCostWhatOthersDo()
{
    constexpr std::uint32_t kDepth = 400'000;
    for (const std::uint32_t region : {0U, 1U, 0x9e37'79b9U, 0xffff'fffeU}) {
        CallStackBuilder builder;
        for (std::uint32_t i = 0; i < kDepth; ++i) {
            builder.enter(Tick{i}, RegionRef(region));
        }
        const CallStream calls = builder.finish(kDepth);
        QCOMPARE(calls.paths.size(), std::size_t{kDepth} + 1);
        QCOMPARE(calls.depthAt(kDepth - 1), kDepth);
    }
}

void TestCallStackBuilder::firstRepairIsTheExample()
{
    CallStackBuilder builder;
    static_cast<void>(builder.leave(3, RegionRef(7)));
    static_cast<void>(builder.leave(4, RegionRef(8)));
    static_cast<void>(builder.finish(4));
    QCOMPARE(builder.repairs().unmatchedLeave.tick, 3);
    QCOMPARE(builder.repairs().unmatchedLeave.region, RegionRef(7));
}

VELLUM_TEST_APPLESS(TestCallStackBuilder)
#include "test_call_stack_builder.moc"
