// Where the bulk of a trace's events is, and which of them are far off.

#include "server/query/bulk_of_events.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <random>
#include <vector>

using namespace vellum;                 // NOLINT(google-build-using-namespace): a test
using namespace vellum::server::query;  // NOLINT(google-build-using-namespace)

namespace {

/// Plainly, of ticks in ascending order outside of all visits.
PlacedSpread spreadOf(const std::vector<Tick>& ticks)
{
    PlacedSpread placed{
        .spread = {.first = ticks.front(), .last = ticks.back()}, .events = ticks.size()};
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        if (ticks[i] - ticks[i - 1] > placed.spread.gap.length()) {
            placed.spread.gap = {.begin = ticks[i - 1], .end = ticks[i]};
            placed.spread.eventsBeforeGap = i;
        }
    }
    return placed;
}

}  // namespace

class TestBulkOfEvents : public QObject {
    Q_OBJECT

private slots:
    void strayIsLeftOut();
    void plantedStraysAreFound();
    void voidBeforeTheFirstEvent();
    void nearEventsAreNoStrays();
    void halvesAreBothBulk();
    void openVisitIsNoVoid();
    void nothing();
};

void TestBulkOfEvents::strayIsLeftOut()
{
    const Tick day = Tick(86'400) * 1'000'000'000;
    const std::vector<PlacedSpread> locations = {
        spreadOf({0, day, day + 10, day + 20}), spreadOf({day + 5, day + 6}), spreadOf({3})};
    const BulkOfEvents bulk = bulkOf({.begin = 0, .end = day + 21}, locations, day / 24);
    QCOMPARE(bulk.range, (TickRange{.begin = day, .end = day + 21}));
    QCOMPARE(bulk.strays, 2U);
    QCOMPARE(bulk.firstStray, Tick(0));
    QCOMPARE(bulk.firstStrayAt, 0U);
}

/// Random events, and a few before or after them all, farther off than the events are long.
void TestBulkOfEvents::plantedStraysAreFound()
{
    std::mt19937 random(3);
    for (int round = 0; round < 300; ++round) {
        const Tick origin = 1'000'000 + static_cast<Tick>(random() % 1000);
        std::vector<std::vector<Tick>> ticks(1 + random() % 5);
        for (std::vector<Tick>& own : ticks) {
            const std::size_t events = 1 + random() % 60;
            for (std::size_t i = 0; i < events; ++i) {
                own.push_back(origin + static_cast<Tick>(random() % 900));
            }
        }
        Tick first = origin + 900;
        Tick last = 0;
        std::size_t events = 0;
        for (const std::vector<Tick>& own : ticks) {
            first = std::min(first, *std::ranges::min_element(own));
            last = std::max(last, *std::ranges::max_element(own));
            events += own.size();
        }
        const std::size_t strays = std::min<std::size_t>(random() % 4, (events - 1) / 2);
        const bool areBefore = random() % 2 == 0;
        for (std::size_t i = 0; i < strays; ++i) {
            const Tick off = static_cast<Tick>(random() % 50);
            ticks[random() % ticks.size()].push_back(areBefore ? off : 2'000'000 + off);
        }
        TickRange whole{.begin = first, .end = last + 1};
        std::vector<PlacedSpread> locations;
        for (std::vector<Tick>& own : ticks) {
            std::ranges::sort(own);
            whole = {
                .begin = std::min(whole.begin, own.front()),
                .end = std::max(whole.end, own.back() + 1)};
            locations.push_back(spreadOf(own));
        }
        const BulkOfEvents bulk = bulkOf(whole, locations, 500'000);
        QCOMPARE(bulk.strays, strays);
        const TickRange expected = {.begin = first, .end = last + 1};
        QCOMPARE(bulk.range, strays > 0 ? expected : whole);
    }
}

void TestBulkOfEvents::voidBeforeTheFirstEvent()
{
    const std::vector<PlacedSpread> locations = {spreadOf({900, 950})};
    const BulkOfEvents late = bulkOf({.begin = 0, .end = 1000}, locations, 1000);
    QCOMPARE(late.range, (TickRange{.begin = 900, .end = 951}));
    QCOMPARE(late.strays, 0U);
    const BulkOfEvents mostly = bulkOf({.begin = 890, .end = 951}, locations, 1000);
    QCOMPARE(mostly.range, (TickRange{.begin = 890, .end = 951}));
}

void TestBulkOfEvents::nearEventsAreNoStrays()
{
    const std::vector<PlacedSpread> locations = {spreadOf({0, 990, 991, 992})};
    const TickRange whole{.begin = 0, .end = 993};
    QCOMPARE(bulkOf(whole, locations, 1000).range, whole);
    QCOMPARE(bulkOf(whole, locations, 900).range, (TickRange{.begin = 990, .end = 993}));
}

/// Two recordings in one file, hours apart, are both what one wants to see.
void TestBulkOfEvents::halvesAreBothBulk()
{
    std::vector<Tick> ticks;
    for (Tick i = 0; i < 100; ++i) {
        ticks.push_back(i);
        ticks.push_back(1'000'000 + i);
    }
    std::ranges::sort(ticks);
    const TickRange whole{.begin = 0, .end = 1'000'100};
    const BulkOfEvents bulk = bulkOf(whole, std::vector<PlacedSpread>{spreadOf(ticks)}, 1000);
    QCOMPARE(bulk.range, whole);
    QCOMPARE(bulk.strays, 0U);
}

void TestBulkOfEvents::openVisitIsNoVoid()
{
    PlacedSpread placed = spreadOf({0, 1'000'000, 1'000'001, 1'000'002});
    placed.spread.gap = {};
    placed.spread.eventsBeforeGap = 0;
    const TickRange whole{.begin = 0, .end = 1'000'003};
    QCOMPARE(bulkOf(whole, std::vector<PlacedSpread>{placed}, 1000).range, whole);
}

void TestBulkOfEvents::nothing()
{
    const TickRange whole{.begin = 0, .end = 1};
    QCOMPARE(bulkOf(whole, {}, 1000).range, whole);
    QCOMPARE(bulkOf(whole, std::vector<PlacedSpread>(3), 1000).range, whole);
}

VELLUM_TEST_APPLESS(TestBulkOfEvents)
#include "test_bulk_of_events.moc"
