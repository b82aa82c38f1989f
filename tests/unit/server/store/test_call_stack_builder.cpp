#include "server/store/call_stack_builder.h"

#include <QtTest/QtTest>

#include <algorithm>
#include <functional>
#include <map>
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
    VisitTable visits;
    SegmentTable segments;
    CallStackBuilder::Repairs repairs;
};

Built build(const std::vector<Event>& events)
{
    CallStackBuilder builder;
    for (const Event& event : events) {
        event.isEnter ? builder.enter(event.tick, event.region)
                      : builder.leave(event.tick, event.region);
    }
    Built built{.visits = builder.finish(events.empty() ? 0 : events.back().tick)};
    built.segments = builder.takeSegments();
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

/// Time at which each visit is on top of the stack, tick by tick.
std::map<VisitIndex, Tick> slowExclusive(const VisitTable& visits)
{
    std::map<VisitIndex, Tick> time;
    if (visits.size() == 0) {
        return time;
    }
    const Tick last = *std::ranges::max_element(visits.leave);
    for (Tick tick = visits.enter.front(); tick < last; ++tick) {
        VisitIndex top = kNoVisit;
        for (std::size_t i = 0; i < visits.size(); ++i) {
            // The innermost that holds the tick is the last in preorder.
            if (visits.range(static_cast<VisitIndex>(i)).contains(tick)) {
                top = static_cast<VisitIndex>(i);
            }
        }
        if (top != kNoVisit) {
            ++time[top];
        }
    }
    return time;
}

std::map<VisitIndex, Tick> exclusiveOf(const SegmentTable& segments)
{
    std::map<VisitIndex, Tick> time;
    for (std::size_t i = 0; i + 1 < segments.size(); ++i) {
        if (segments.visit[i] != kNoVisit) {
            time[segments.visit[i]] += segments.begin[i + 1] - segments.begin[i];
        }
    }
    return time;
}

}  // namespace

class TestCallStackBuilder : public QObject {
    Q_OBJECT

private slots:
    void visitsAndRepairsEqualThoseOfTheSlowRules();
    void segmentsSumUpToExclusiveTime();
    void segmentsIncreaseStrictlyAndEndInNoVisit();
    void segmentIsFoundForEveryTick();
    void unmatchedLeavesInADeepStackCostNothing();
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

void TestCallStackBuilder::segmentsSumUpToExclusiveTime()
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        const Built built = build(randomEvents(seed));
        const QByteArray where = "seed " + QByteArray::number(seed);
        QVERIFY2(exclusiveOf(built.segments) == slowExclusive(built.visits), where);
    }
}

void TestCallStackBuilder::segmentsIncreaseStrictlyAndEndInNoVisit()
{
    for (unsigned seed = 0; seed < 2000; ++seed) {
        const SegmentTable segments = build(randomEvents(seed)).segments;
        const QByteArray where = "seed " + QByteArray::number(seed);
        QVERIFY2(
            std::ranges::adjacent_find(segments.begin, std::greater_equal<>())
                == segments.begin.end(),
            where);
        QVERIFY2(std::ranges::adjacent_find(segments.visit) == segments.visit.end(), where);
        QVERIFY2(segments.size() == 0 || segments.visit.back() == kNoVisit, where);
    }
}

void TestCallStackBuilder::segmentIsFoundForEveryTick()
{
    const SegmentTable segments{.begin = {10, 20, 25}, .visit = {0, 1, kNoVisit}};
    QCOMPARE(segments.find(9), segments.size());
    QCOMPARE(segments.find(10), 0U);
    QCOMPARE(segments.find(19), 0U);
    QCOMPARE(segments.find(20), 1U);
    QCOMPARE(segments.find(24), 1U);
    QCOMPARE(segments.find(1000), 2U);
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
        builder.leave(Tick(kDepth), RegionRef(2));
    }
    const VisitTable visits = builder.finish(kDepth);
    QCOMPARE(visits.depth.back(), kDepth);
    QCOMPARE(builder.repairs().unmatchedLeave.count, kDepth);
    QCOMPARE(builder.repairs().openVisit.count, kDepth);
}

void TestCallStackBuilder::firstRepairIsTheExample()
{
    CallStackBuilder builder;
    builder.leave(3, RegionRef(7));
    builder.leave(4, RegionRef(8));
    static_cast<void>(builder.finish(4));
    QCOMPARE(builder.repairs().unmatchedLeave.tick, 3);
    QCOMPARE(builder.repairs().unmatchedLeave.region, RegionRef(7));
}

QTEST_APPLESS_MAIN(TestCallStackBuilder)
#include "test_call_stack_builder.moc"
