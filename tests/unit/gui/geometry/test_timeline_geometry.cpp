// Ticks and pixels, and bars beside a per-pixel oracle.

#include "gui/geometry/timeline_geometry.h"
#include "tests/support/program/test_program.h"

#include <QLineF>
#include <QRectF>

#include <algorithm>
#include <optional>
#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::geometry::Bar;
using gui::geometry::barAt;
using gui::geometry::ColumnPixels;
using gui::geometry::makeBars;
using gui::geometry::makeShareBars;
using gui::geometry::TimeScale;
using query::Key;
using query::TimelineRun;

namespace {

using Dice = std::mt19937_64;

std::int64_t between(Dice& dice, std::int64_t low, std::int64_t high)
{
    return low + static_cast<std::int64_t>(dice() % static_cast<std::uint64_t>(high - low + 1));
}

/// A row of \p columns with some runs that have no winner and some that only the visit tells apart.
query::TimelineRow randomRow(Dice& dice, std::uint32_t columns)
{
    query::TimelineRow row;
    for (std::uint32_t column = 0; column < columns;
         column += static_cast<std::uint32_t>(between(dice, 1, 9))) {
        const auto region = static_cast<std::uint32_t>(between(dice, 0, 3));
        row.runs.push_back(
            {.firstColumn = column,
             .winner = {.value = region == 3 ? Key::kNone : region},
             .missing = between(dice, 0, 2),
             .visit = static_cast<std::uint64_t>(between(dice, 0, 2))});
    }
    return row;
}

/// The run that an answer's column belongs to, by walking.
const TimelineRun& runAt(const query::TimelineRow& row, std::uint32_t column)
{
    std::size_t i = 0;
    while (i + 1 < row.runs.size() && row.runs[i + 1].firstColumn <= column) {
        ++i;
    }
    return row.runs[i];
}

bool isBarOf(const TimelineRun& run, const std::optional<Bar>& bar)
{
    return run.winner.value == Key::kNone
               ? !bar
               : bar && bar->key == run.winner && bar->visit == run.visit;
}

TickRange randomRange(Dice& dice)
{
    const Tick begin = between(dice, -1'000'000, 1'000'000'000'000);
    return {.begin = begin, .end = begin + between(dice, 1, Tick{1} << between(dice, 1, 50))};
}

void checkOrder(const std::vector<Bar>& bars, int width)
{
    int last = 0;
    for (const Bar& bar : bars) {
        QVERIFY(bar.begin >= last && bar.begin < bar.end && bar.end <= width);
        last = bar.end;
    }
}

void checkStretched(
    const query::TimelineRow& row,
    const Columns& answered,
    const TimeScale& scale,
    const std::vector<Bar>& bars,
    int x)
{
    const auto bar = barAt(bars, x);
    const double perPx = static_cast<double>(scale.range.length()) / scale.widthPx;
    const auto reach = static_cast<Tick>(perPx * 0.51) + 2;
    const Tick middle =
        scale.range.begin + static_cast<Tick>((static_cast<double>(x) + 0.5) * perPx);
    if (middle < answered.range.begin - reach || middle >= answered.range.end + reach) {
        QVERIFY(!bar);  // nothing is known there
        return;
    }
    const Tick left = middle - reach;
    const Tick right = middle + reach;
    if (!answered.range.contains(left) || !answered.range.contains(right)) {
        return;
    }
    const TimelineRun& first = runAt(row, static_cast<std::uint32_t>(answered.columnOf(left)));
    const TimelineRun& last = runAt(row, static_cast<std::uint32_t>(answered.columnOf(right)));
    if (&first == &last) {
        QCOMPARE(bar ? bar->key.value : Key::kNone, first.winner.value);
    }
}

void checkShare(
    const gui::geometry::ShareBar& bar, int x, std::uint32_t key, double low, double high)
{
    QCOMPARE(bar.begin, x);
    QCOMPARE(bar.end, x + 1);
    QCOMPARE(bar.key.value, key);
    QVERIFY(std::abs(bar.low - low) < 1e-12);
    QVERIFY(std::abs(bar.high - high) < 1e-12);
}

}  // namespace

class TestTimelineGeometry : public QObject {
    Q_OBJECT

private slots:
    /// A pixel is covered if and only if a range has a tick in it.
    static void coveredPixelsAreThoseOfTheRanges()
    {
        std::mt19937_64 dice(7);
        for (int round = 0; round < 200; ++round) {
            std::vector<TickRange> ranges;
            Tick at = -50;
            while (at < 1'200) {
                const Tick begin = at + 1 + static_cast<Tick>(dice() % 60);
                const Tick end = begin + 1 + static_cast<Tick>(dice() % 40);
                ranges.push_back({.begin = begin, .end = end});
                at = end;
            }
            const Tick length = 40 + static_cast<Tick>(dice() % 1'000);
            const gui::geometry::TimeScale scale{
                .range = {.begin = 100, .end = 100 + length},
                .widthPx = 1 + static_cast<int>(dice() % 300)};
            std::vector<bool> expected(static_cast<std::size_t>(scale.widthPx), false);
            for (int x = 0; x < scale.widthPx; ++x) {
                expected[static_cast<std::size_t>(x)] =
                    std::ranges::any_of(ranges, [&](const TickRange& range) {
                        return scale.xOf(range.begin) < x + 1 && scale.xOf(range.end) > x;
                    });
            }
            std::vector<bool> found(expected.size(), false);
            for (const auto& [begin, end] : gui::geometry::coveredPixels(ranges, scale)) {
                for (int x = begin; x < end; ++x) {
                    found[static_cast<std::size_t>(x)] = true;
                }
            }
            QCOMPARE(found, expected);
        }
    }

    static void linesAreCutAtTheRoom()
    {
        const QRectF room(0, 0, 100, 50);
        using gui::geometry::clipped;
        QCOMPARE(clipped({10, 10, 90, 40}, room), std::optional(QLineF(10, 10, 90, 40)));
        QCOMPARE(clipped({50, 25, 150, 25}, room), std::optional(QLineF(50, 25, 100, 25)));
        QCOMPARE(clipped({50, -25, 50, 75}, room), std::optional(QLineF(50, 0, 50, 50)));
        QVERIFY(!clipped({-10, -10, 110, -10}, room));
        QVERIFY(!clipped({-100, 40, 10, 400}, room));
    }

    static void theNearestEdgeIsWithinReach()
    {
        using gui::geometry::Bar;
        using gui::geometry::nearestEdge;
        const std::vector<Bar> bars = {{.begin = 10, .end = 20}, {.begin = 20, .end = 60}};
        QCOMPARE(nearestEdge(bars, 12, 5), std::optional(10));
        QCOMPARE(nearestEdge(bars, 17, 5), std::optional(20));
        QCOMPARE(nearestEdge(bars, 64, 5), std::optional(60));
        QVERIFY(!nearestEdge(bars, 40, 5) && !nearestEdge(bars, 66, 5) && !nearestEdge({}, 1, 5));
    }

    static void ticksAndPixelsGoRound()
    {
        Dice dice(1);
        for (int i = 0; i < 2'000; ++i) {
            const TimeScale scale{
                .range = randomRange(dice), .widthPx = static_cast<int>(between(dice, 1, 4'000))};
            QCOMPARE(scale.tickAt(0), scale.range.begin);
            QCOMPARE(scale.tickAt(scale.widthPx), scale.range.end);
            if (scale.range.length() < scale.widthPx) {
                continue;  // pixels without a tick of their own have nothing to come back to
            }
            const auto pixel = between(dice, 0, scale.widthPx - 1);
            const Tick first = scale.tickAt(static_cast<double>(pixel) + 0.7);
            QCOMPARE(scale.columns().columnOf(first), pixel);
            QCOMPARE(scale.columns().boundary(pixel), first);
            // Linear and cut into columns are the same to within one tick.
            const double perTick = scale.widthPx / static_cast<double>(scale.range.length());
            QVERIFY(std::abs(scale.xOf(first) - static_cast<double>(pixel)) <= perTick + 1e-6);
        }
    }

    static void outsideIsLinear()
    {
        const TimeScale scale{.range = {.begin = 100, .end = 200}, .widthPx = 50};
        QCOMPARE(scale.xOf(80), -10.0);
        QCOMPARE(scale.xOf(300), 100.0);
        QCOMPARE(scale.tickAt(-10), Tick{80});
        QCOMPARE(scale.tickAt(100), Tick{300});
    }

    static void barsAreTheAnswersColumns()
    {
        Dice dice(2);
        for (int i = 0; i < 500; ++i) {
            const auto columns = static_cast<std::uint32_t>(between(dice, 1, 300));
            const TickRange range = randomRange(dice);
            const auto row = randomRow(dice, columns);
            const TimeScale scale{.range = range, .widthPx = static_cast<int>(columns)};
            const auto bars = makeBars(row, {.range = range, .count = columns}, scale);
            for (std::uint32_t x = 0; x < columns; ++x) {
                QVERIFY(isBarOf(runAt(row, x), barAt(bars, static_cast<int>(x))));
            }
            checkOrder(bars, scale.widthPx);
            QVERIFY(makeBars(row, ColumnPixels({.range = range, .count = columns}, scale)) == bars);
        }
    }

    /// Where a tick is wider than a pixel, an answer has a column for each tick: bars are solid, and a
    /// pixel shows the tick that a click on it means.
    static void ticksWiderThanPixelsMakeSolidBars()
    {
        Dice dice(4);
        for (int i = 0; i < 500; ++i) {
            const auto ticks = static_cast<std::uint32_t>(between(dice, 1, 300));
            const Tick begin = between(dice, 0, 1'000'000'000);
            const TimeScale scale{
                .range = {.begin = begin, .end = begin + ticks},
                .widthPx = static_cast<int>(between(dice, ticks, 3'000))};
            const auto row = randomRow(dice, ticks);
            const auto bars = makeBars(row, {.range = scale.range, .count = ticks}, scale);
            for (int x = 0; x < scale.widthPx; ++x) {
                const auto column = static_cast<std::uint32_t>(scale.tickAt(x) - begin);
                QVERIFY(isBarOf(runAt(row, column), barAt(bars, x)));
            }
            checkOrder(bars, scale.widthPx);
        }
    }

    static void neighboursOfOneVisitAreOneBar()
    {
        const query::TimelineRow row{
            .location = LocationRef(0),
            .runs = {
                {.firstColumn = 0, .winner = {.value = 5}, .missing = 0, .visit = 1},
                {.firstColumn = 3, .winner = {.value = 5}, .missing = 2, .visit = 1},
                {.firstColumn = 4, .winner = {.value = 5}, .missing = 0, .visit = 2},
                {.firstColumn = 6, .winner = {}, .missing = 1},
                {.firstColumn = 7, .winner = {.value = 5}, .missing = 0, .visit = 2}}};
        const TickRange range{.begin = 0, .end = 1'000};
        const auto bars =
            makeBars(row, {.range = range, .count = 10}, {.range = range, .widthPx = 10});
        const std::vector<Bar> expected = {
            {.begin = 0,
             .end = 4,
             .key = {.value = 5},
             .visit = 1,
             .time = {.whole = 400, .function = 398, .group = 400}},
            {.begin = 4,
             .end = 6,
             .key = {.value = 5},
             .visit = 2,
             .time = {.whole = 200, .function = 200, .group = 200}},
            {.begin = 7,
             .end = 10,
             .key = {.value = 5},
             .visit = 2,
             .time = {.whole = 300, .function = 300, .group = 300}}};
        QVERIFY(bars == expected);
        QVERIFY(!barAt(bars, -1));
        QVERIFY(!barAt(bars, 6));
        QVERIFY(!barAt(bars, 10));
        QCOMPARE(barAt(bars, 4)->begin, 4);
        QVERIFY(!barAt({}, 0));
    }

    static void crowdedColumnsOfOneLookAreOneBar()
    {
        const auto crowded = [](std::uint32_t column, Tick missing, Tick groupMissing) {
            return TimelineRun{
                .firstColumn = column,
                .winner = {.value = 5},
                .missing = missing,
                .groupMissing = groupMissing,
                .visits = 40};
        };
        const query::TimelineRow row{
            .location = LocationRef(0),
            .runs = {
                crowded(0, 50, 0),
                crowded(1, 20, 20),
                crowded(2, 60, 10),
                crowded(4, 90, 50),
                crowded(5, 90, 60)}};
        const TickRange range{.begin = 0, .end = 600};
        const auto bars =
            makeBars(row, {.range = range, .count = 6}, {.range = range, .widthPx = 6});
        QCOMPARE(bars.size(), std::size_t{3});
        QVERIFY(bars[0].look == gui::data::Look::Function && bars[0].end == 2);
        QVERIFY(bars[1].look == gui::data::Look::Group && bars[1].end == 5);
        QVERIFY(bars[2].look == gui::data::Look::Shares && bars[2].end == 6);
        QCOMPARE(bars[1].time.function, Tick{90});
        QCOMPARE(bars[1].time.group, Tick{230});
    }

    /// Pixel by pixel.
    static void stacksStandWhereBarsAskForThem()
    {
        Dice dice(11);
        for (int round = 0; round < 300; ++round) {
            const int width = static_cast<int>(between(dice, 1, 60));
            std::vector<Bar> bars;
            std::vector<gui::geometry::ShareBar> stacks;
            for (int x = static_cast<int>(between(dice, 0, 4)); x < width;) {
                const int end = std::min(width, x + static_cast<int>(between(dice, 1, 7)));
                bars.push_back({.begin = x, .end = end});
                x = end + static_cast<int>(between(dice, 0, 3));
            }
            for (int x = static_cast<int>(between(dice, 0, 9)); x < width;) {
                const int end = std::min(width, x + static_cast<int>(between(dice, 1, 3)));
                stacks.push_back({.begin = x, .end = end});
                x = end + static_cast<int>(between(dice, 0, 1));
            }
            const auto holds = [](const auto& stretches, int x) {
                return std::ranges::count_if(
                    stretches, [x](const auto& one) { return one.begin <= x && x < one.end; });
            };
            const auto within = gui::geometry::stacksWithin(stacks, bars, width);
            const auto without = gui::geometry::barsWithout(bars, within);
            for (int x = 0; x < width; ++x) {
                const auto bar = holds(bars, x);
                const auto stack = holds(stacks, x);
                QCOMPARE(holds(within, x), bar > 0 ? stack : 0);
                QCOMPARE(holds(without, x), stack > 0 ? 0 : bar);
            }
        }
    }

    /// An earlier picture under another scale: what lies well inside an answered run has its colour.
    static void stretchedPicturesStayInPlace()
    {
        Dice dice(3);
        for (int i = 0; i < 500; ++i) {
            const auto columns = static_cast<std::uint32_t>(between(dice, 1, 200));
            const Tick begin = between(dice, 0, 1'000'000);
            const TickRange old{.begin = begin, .end = begin + columns * between(dice, 50, 5'000)};
            const Tick from = between(dice, old.begin - 100'000, old.end - 1);
            const TimeScale scale{
                .range = {.begin = from, .end = from + between(dice, 1'000, 1'000'000)},
                .widthPx = static_cast<int>(between(dice, 20, 500))};
            const auto row = randomRow(dice, columns);
            const Columns answered{.range = old, .count = columns};
            const auto bars = makeBars(row, answered, scale);
            checkOrder(bars, scale.widthPx);
            QVERIFY(makeBars(row, ColumnPixels(answered, scale)) == bars);
            for (int x = 0; x < scale.widthPx; ++x) {
                checkStretched(row, answered, scale, bars, x);
            }
        }
    }

    /// What lies outside the chart is not looked at, and what lies inside is.
    static void columnsOutsideAreNotSeen()
    {
        const Columns answered{.range = {.begin = 0, .end = 100}, .count = 100};
        const auto seen = [&](Tick begin, Tick end) {
            const ColumnPixels pixels(
                answered, {.range = {.begin = begin, .end = end}, .widthPx = 200});
            return std::pair(pixels.firstSeen(), pixels.endOfSeen());
        };
        using Seen = std::pair<std::int64_t, std::int64_t>;
        QCOMPARE(seen(0, 100), Seen(0, 100));
        QCOMPARE(seen(20, 40), Seen(20, 40));
        QCOMPARE(seen(-50, 10), Seen(0, 10));
        QCOMPARE(seen(90, 150), Seen(90, 100));
        const auto before = seen(-50, -10);
        QCOMPARE(before.first, before.second);
        const auto after = seen(150, 200);
        QCOMPARE(after.first, after.second);
    }

    static void whatIsHiddenHasAPixelAtLeast()
    {
        const query::Key shown{.value = 7};
        const query::TimelineRow row{
            .location = {},
            .runs = {
                {.firstColumn = 0, .winner = {.value = 1}},
                {.firstColumn = 10, .winner = {.value = 1}, .present = 1},
                {.firstColumn = 11, .winner = {.value = 1}, .present = 2},
                {.firstColumn = 50, .winner = shown, .present = 1},
                {.firstColumn = 60, .winner = {}, .present = 3},
                {.firstColumn = 61, .winner = {.value = 1}, .visits = 5, .present = 1},
                {.firstColumn = 64, .winner = {.value = 1}}}};
        const auto isShown = [shown](query::Key key) { return key == shown; };
        using Stretches = std::vector<std::pair<int, int>>;
        const auto hidden = [&](TickRange range, int width, std::uint64_t bits = 1) {
            const Columns answered{.range = {.begin = 0, .end = 1'000}, .count = 100};
            return gui::geometry::hiddenPixels(
                row,
                gui::geometry::ColumnPixels(answered, {.range = range, .widthPx = width}),
                bits,
                isShown);
        };
        QCOMPARE(hidden({.begin = 0, .end = 1'000}, 100), (Stretches{{10, 11}, {60, 64}}));
        QCOMPARE(hidden({.begin = 0, .end = 1'000}, 10), (Stretches{{1, 2}, {6, 7}}));
        // Another part of the trace: what lies outside has no mark.
        QCOMPARE(hidden({.begin = 600, .end = 1'000}, 40), (Stretches{{0, 4}}));
        QCOMPARE(hidden({.begin = 700, .end = 1'000}, 30), Stretches());
        // Another class.
        QCOMPARE(hidden({.begin = 0, .end = 1'000}, 100, 2), (Stretches{{11, 50}, {60, 61}}));
    }

    static void sharesAreThoseOfTheColumnsSeen()
    {
        const query::SummaryRow row{
            .locations = 1, .series = {{.key = {.value = 3}, .exclusive = {1, 2, 3, 4}}}};
        const TickRange range{.begin = 0, .end = 40};
        const auto bars = makeShareBars(
            row, {.range = range, .count = 4}, {.range = {.begin = 10, .end = 30}, .widthPx = 2});
        QCOMPARE(bars.size(), std::size_t{2});
        checkShare(bars[0], 0, 3, 0, 0.2);
        checkShare(bars[1], 1, 3, 0, 0.3);
    }

    static void sharesAreStacked()
    {
        const query::SummaryRow row{
            .locations = 2,
            .series = {
                {.key = {.value = 0}, .exclusive = {20, 0, 5}},
                {.key = {.value = 1}, .exclusive = {0, 10, 5}}}};
        const TickRange range{.begin = 0, .end = 30};
        const auto bars =
            makeShareBars(row, {.range = range, .count = 3}, {.range = range, .widthPx = 3});
        QCOMPARE(bars.size(), std::size_t{4});
        checkShare(bars[0], 0, 0, 0, 1.0);
        checkShare(bars[1], 2, 0, 0, 0.25);
        checkShare(bars[2], 1, 1, 0, 0.5);
        checkShare(bars[3], 2, 1, 0.25, 0.5);
    }

    static void columnsWithoutTicksHaveNoShares()
    {
        const query::SummaryRow row{
            .locations = 1, .series = {{.key = {.value = 0}, .exclusive = {0, 1, 0, 1}}}};
        const TickRange range{.begin = 0, .end = 2};
        const auto bars =
            makeShareBars(row, {.range = range, .count = 4}, {.range = range, .widthPx = 4});
        QCOMPARE(bars.size(), std::size_t{2});
        checkShare(bars[0], 1, 0, 0, 1);
        checkShare(bars[1], 3, 0, 0, 1);
    }

    static void ticksWiderThanPixelsMakeSolidShares()
    {
        const query::SummaryRow row{
            .locations = 1, .series = {{.key = {.value = 7}, .exclusive = {1, 1, 0}}}};
        const TickRange range{.begin = 10, .end = 13};
        const auto bars =
            makeShareBars(row, {.range = range, .count = 3}, {.range = range, .widthPx = 10});
        QCOMPARE(bars.size(), std::size_t{2});
        QCOMPARE(bars[0].begin, 0);
        QCOMPARE(bars[0].end, 4);
        QCOMPARE(bars[1].begin, 4);
        QCOMPARE(bars[1].end, 7);
        QCOMPARE(bars[1].high, 1.0);
    }
};

VELLUM_TEST_GUILESS(TestTimelineGeometry)
#include "test_timeline_geometry.moc"
