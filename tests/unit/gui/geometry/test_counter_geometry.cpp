// Counters as bars, beside what each pixel has to show by a walk over the columns.

#include "gui/geometry/counter_geometry.h"
#include "tests/support/program/test_program.h"

#include <random>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::geometry::barAt;
using gui::geometry::CounterBar;
using gui::geometry::CounterExtent;
using gui::geometry::CounterHold;
using gui::geometry::makeCounterBars;
using gui::geometry::TimeScale;
using query::CounterPoint;
using query::CounterRow;

namespace {

CounterRow rowOf(std::vector<CounterPoint> points, std::optional<double> before = {})
{
    CounterRow row;
    row.before = before;
    row.points = std::move(points);
    return row;
}

/// What column \p column has to show: the nearest sample before or after it, or its own.
std::optional<CounterBar> slowBar(const CounterRow& row, CounterHold hold, std::uint32_t column)
{
    bool isHeld = hold == CounterHold::Forward && row.before.has_value();
    double held = row.before.value_or(0.0);
    for (const CounterPoint& point : row.points) {
        if (point.column == column) {
            return CounterBar{.min = point.min, .max = point.max, .value = point.mean};
        }
        if (hold == CounterHold::Forward && point.column < column) {
            isHeld = true;
            held = point.last;
        } else if (hold == CounterHold::Backward && point.column > column) {
            isHeld = true;
            held = point.last;
            break;
        }
    }
    return isHeld ? std::optional(CounterBar{.min = held, .max = held, .value = held})
                  : std::nullopt;
}

CounterRow randomRow(std::mt19937_64& dice, std::uint32_t columns)
{
    std::vector<CounterPoint> points;
    auto column = static_cast<std::uint32_t>(dice() % 9);
    for (; column < columns; column += 1 + static_cast<std::uint32_t>(dice() % 9)) {
        const auto value = static_cast<double>(dice() % 4);
        points.push_back(
            {.column = column,
             .count = 1,
             .min = value,
             .max = value + static_cast<double>(dice() % 2),
             .mean = value,
             .last = value});
    }
    return rowOf(std::move(points), dice() % 2 == 0 ? std::optional(2.0) : std::nullopt);
}

/// Whether every pixel has the bar that a slow walk over the samples gives it.
bool showsItsColumns(
    const CounterRow& row, CounterHold hold, std::uint32_t columns, const TimeScale& scale)
{
    const auto bars = makeCounterBars(row, hold, {.range = scale.range, .count = columns}, scale);
    bool isGood = true;
    for (int x = 0; x < scale.widthPx; ++x) {
        const auto column = static_cast<std::uint32_t>(scale.tickAt(x) - 100);
        auto bar = barAt(bars, x);
        if (bar) {
            isGood = isGood && bar->begin <= x && x < bar->end;
            bar->begin = 0;
            bar->end = 0;
        }
        isGood = isGood && bar == slowBar(row, hold, column);
    }
    return isGood;
}

}  // namespace

class TestCounterGeometry : public QObject {
    Q_OBJECT

private slots:
    static void valuesHoldAsTheirModeSays()
    {
        using gui::geometry::holdOf;
        QCOMPARE(holdOf(MetricMode::AbsoluteNext), CounterHold::Forward);
        QCOMPARE(holdOf(MetricMode::AbsolutePoint), CounterHold::Forward);
        QCOMPARE(holdOf(MetricMode::AccumulatedStart), CounterHold::Forward);
        QCOMPARE(holdOf(MetricMode::RelativeNext), CounterHold::Forward);
        QCOMPARE(holdOf(MetricMode::AbsoluteLast), CounterHold::Backward);
        QCOMPARE(holdOf(MetricMode::RelativePoint), CounterHold::None);
    }

    static void everyPixelShowsItsColumn()
    {
        std::mt19937_64 dice(3);
        for (int round = 0; round < 200; ++round) {
            const auto columns = 1 + static_cast<std::uint32_t>(dice() % 60);
            const CounterRow row = randomRow(dice, columns);
            const TimeScale scale{.range = {.begin = 100, .end = 100 + columns}, .widthPx = 60};
            for (const CounterHold hold :
                 {CounterHold::Forward, CounterHold::Backward, CounterHold::None}) {
                QVERIFY(showsItsColumns(row, hold, columns, scale));
            }
        }
    }

    static void neighboursThatLookAlikeAreOne()
    {
        const CounterRow row = rowOf(
            {{.column = 2, .count = 1, .min = 5, .max = 5, .mean = 5, .last = 5},
             {.column = 6, .count = 1, .min = 5, .max = 5, .mean = 5, .last = 5}});
        const TimeScale scale{.range = {.begin = 0, .end = 10}, .widthPx = 10};
        const auto bars =
            makeCounterBars(row, CounterHold::Forward, {.range = scale.range, .count = 10}, scale);
        const std::vector<CounterBar> expected{
            {.begin = 2, .end = 10, .min = 5, .max = 5, .value = 5}};
        QVERIFY(bars == expected);
    }

    static void anExtentHoldsZeroAndAllValues()
    {
        using gui::geometry::extentOf;
        QCOMPARE(extentOf(rowOf({})), (CounterExtent{.least = 0, .most = 0}));
        QCOMPARE(
            extentOf(rowOf({{.column = 0, .count = 2, .min = 3, .max = 9}}, 12.0)),
            (CounterExtent{.least = 0, .most = 12}));
        const CounterExtent extent =
            extentOf(rowOf({{.column = 0, .count = 2, .min = -2, .max = 6}}));
        QCOMPARE(extent.shareOf(-2), 0.0);
        QCOMPARE(extent.shareOf(0), 0.25);
        QCOMPARE(extent.shareOf(6), 1.0);
        QCOMPARE(CounterExtent{}.shareOf(0), 0.0);
    }
};

VELLUM_TEST_APPLESS(TestCounterGeometry)
#include "test_counter_geometry.moc"
