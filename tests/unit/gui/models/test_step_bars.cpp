#include "gui/models/step_bars.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <random>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::Presence;
using compare::StepComparison;
using compare::StepDifference;
using gui::models::StepBar;
using gui::models::StepRow;

namespace {

StepDifference step(std::size_t row, Tick begin, Tick end, std::int64_t durationB = 0)
{
    return {
        .location = "location",
        .name = "step",
        .in = durationB == 0 ? Presence::OnlyA : Presence::Both,
        .durationA = end - begin,
        .durationB = durationB,
        .visitA = {.begin = begin, .end = end},
        .row = row};
}

StepDifference onlyB(std::size_t row)
{
    return {
        .location = "location", .name = "step", .in = Presence::OnlyB, .durationB = 5, .row = row};
}

std::vector<StepBar> barsOf(const StepComparison& comparison, TickRange range, int width)
{
    return gui::models::stepBars(
        comparison, gui::models::stepRows(comparison).front(), range, width);
}

/// The pixel that a tick is in, by counting.
int slowColumn(Tick tick, TickRange range, int width)
{
    int column = 0;
    while (column < width && (column + 1) * range.length() <= (tick - range.begin) * width) {
        ++column;
    }
    return column;
}

/// What is wrong with them, or nothing.
QString overlap(const std::vector<StepBar>& bars)
{
    for (std::size_t i = 0; i < bars.size(); ++i) {
        if (bars[i].left >= bars[i].right || (i > 0 && bars[i - 1].right > bars[i].left)) {
            return QStringLiteral("bar %1 is empty, or in the one before").arg(i);
        }
    }
    return {};
}

/// Whether each step that is seen counts in one bar, which begins in its pixel, or in the one behind.
QString missing(
    const StepComparison& comparison, const std::vector<StepBar>& bars, TickRange range, int width)
{
    std::size_t bar = 0;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
        const TickRange visit = comparison.rows[i].visitA;
        const bool isBefore = visit.end <= range.begin && visit.begin < range.begin;
        if (isBefore || visit.begin >= range.end) {
            continue;
        }
        ++seen;
        while (bar < bars.size() && bars[bar].first + bars[bar].count <= i) {
            ++bar;
        }
        const int column =
            std::min(slowColumn(std::max(visit.begin, range.begin), range, width), width - 1);
        const bool isThere = bar < bars.size() && bars[bar].first <= i
                             && bars[bar].left <= column + 1
                             && (bars[bar].left >= column || bars[bar].count > 1);
        if (!isThere) {
            return QStringLiteral("step %1 has no bar").arg(i);
        }
    }
    std::size_t counted = 0;
    for (const StepBar& one : bars) {
        counted += one.count;
    }
    return counted == seen ? QString()
                           : QStringLiteral("%1 steps in bars, not %2").arg(counted).arg(seen);
}

}  // namespace

class TestStepBars : public QObject {
    Q_OBJECT

private slots:
    static void stepsOfOneLocationAreARow();
    static void aStepHasThePixelsThatItTakes();
    static void narrowStepsAreOneBarWithTheirSum();
    static void ofAWindowOnlyWhatIsSeen();
    static void randomStepsAreAllThereAndNoneTwice();
};

void TestStepBars::stepsOfOneLocationAreARow()
{
    StepComparison comparison;
    // Two of the same name: what tells them apart is their number.
    comparison.rows = {step(0, 0, 5, 4), step(0, 5, 9), onlyB(0), step(1, 9, 12, 1), onlyB(2)};
    const auto rows = gui::models::stepRows(comparison);
    const std::vector<StepRow> expected = {
        {.location = "location", .first = 0, .count = 2, .onlyB = 1},
        {.location = "location", .first = 3, .count = 1, .onlyB = 0},
        {.location = "location", .first = 4, .count = 0, .onlyB = 1}};
    QVERIFY(rows == expected);
    QVERIFY(gui::models::stepBars(comparison, rows[2], {.begin = 0, .end = 20}, 100).empty());
}

void TestStepBars::aStepHasThePixelsThatItTakes()
{
    StepComparison comparison;
    comparison.rows = {step(0, 0, 50, 60), step(0, 50, 75)};
    const std::vector<StepBar> expected = {
        {.left = 0,
         .right = 5,
         .first = 0,
         .count = 1,
         .durationA = 50,
         .durationB = 60,
         .inBoth = 1},
        {.left = 5, .right = 7, .first = 1, .count = 1, .onlyA = 25}};
    QVERIFY(barsOf(comparison, {.begin = 0, .end = 100}, 10) == expected);
}

void TestStepBars::narrowStepsAreOneBarWithTheirSum()
{
    StepComparison comparison;
    comparison.rows = {step(0, 10, 12, 1), step(0, 13, 15, 9), step(0, 15, 40, 30)};
    const std::vector<StepBar> expected = {
        {.left = 1,
         .right = 2,
         .first = 0,
         .count = 2,
         .durationA = 4,
         .durationB = 10,
         .inBoth = 2},
        {.left = 2,
         .right = 4,
         .first = 2,
         .count = 1,
         .durationA = 25,
         .durationB = 30,
         .inBoth = 1}};
    QVERIFY(barsOf(comparison, {.begin = 0, .end = 100}, 10) == expected);
}

void TestStepBars::ofAWindowOnlyWhatIsSeen()
{
    StepComparison comparison;
    comparison.rows = {step(0, 0, 100, 1), step(0, 100, 200, 2), step(0, 200, 300, 3)};
    const auto bars = barsOf(comparison, {.begin = 50, .end = 200}, 15);
    QCOMPARE(bars.size(), std::size_t(2));
    QVERIFY(bars[0].first == 0 && bars[0].left == 0 && bars[0].right == 5);
    QVERIFY(bars[1].first == 1 && bars[1].left == 5 && bars[1].right == 15);
}

void TestStepBars::randomStepsAreAllThereAndNoneTwice()
{
    std::mt19937_64 random(11);
    const auto upTo = [&random](int most) {
        return std::uniform_int_distribution<int>(0, most)(random);
    };
    for (int round = 0; round < 300; ++round) {
        StepComparison comparison;
        Tick at = upTo(30);
        for (int i = upTo(80); i >= 0; --i) {
            const Tick end = at + upTo(40);
            comparison.rows.push_back(step(0, at, end, upTo(3)));
            at = end + upTo(10);
        }
        const Tick begin = upTo(200);
        const TickRange range{.begin = begin, .end = begin + 1 + upTo(400)};
        const int width = 1 + upTo(120);
        const auto bars = barsOf(comparison, range, width);
        const QString where = QStringLiteral("round %1: ").arg(round);
        const QString wrong = overlap(bars) + missing(comparison, bars, range, width);
        QVERIFY2(wrong.isEmpty(), qPrintable(where + wrong));
    }
}

VELLUM_TEST_GUILESS(TestStepBars)
#include "test_step_bars.moc"
