// Counters of traces that are compared: one axis for the charts of both, and their difference below.

#include "gui/charts/counter_chart.h"
#include "gui/shell/counter_difference_view.h"
#include "tests/gui/compare_bench.h"
#include "tests/support/program/test_program.h"
#include "tests/support/slow_counters.h"

#include <QComboBox>
#include <QMenu>
#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace vellum::gui {

namespace {

using charts::CounterChart;
using models::Exactness;
using shell::CounterDifferenceView;
using tests::AllPairs;
using tests::comes;
using tests::CompareWindow;
using tests::Recorded;

constexpr const char* kPowerA = R"(
ticks-per-second 1000
location 0 "sensor"
metric 3 power unit W
metric 4 load unit %
enter 0 @0 main
event 0 @100 Metric 3 4 100
event 0 @500 Metric 3 4 300
event 0 @500 Metric 4 4 50
leave 0 @1000 main
)";

constexpr const char* kPowerB = R"(
ticks-per-second 2000
location 0 "sensor"
metric 8 power unit W
enter 0 @0 main
event 0 @400 Metric 8 4 900
leave 0 @1600 main
)";

constexpr const char* kNoCounter = R"(
ticks-per-second 1000
enter 0 @0 main
leave 0 @1000 main
)";

/// A trace with one counter, sampled at random.
struct RandomCounter {
    Recorded recorded;
    std::string text;
};

RandomCounter randomCounter(std::mt19937_64& random, std::uint64_t ticksPerSecond, int samples)
{
    RandomCounter counter{
        .recorded = {.samples = {}, .mode = MetricMode::AbsoluteNext, .window = {}}, .text = {}};
    const Tick length = static_cast<Tick>(ticksPerSecond);
    for (int i = 0; i < samples; ++i) {
        counter.recorded.samples.push_back(
            {.tick = static_cast<Tick>(random() % ticksPerSecond),
             .value = static_cast<double>(random() % 1'000)});
    }
    std::ranges::stable_sort(counter.recorded.samples, {}, &tests::Sample::tick);
    counter.text = "ticks-per-second " + std::to_string(ticksPerSecond)
                   + "\nlocation 0 \"sensor\"\nmetric 3 power unit W\nenter 0 @0 main\n";
    for (const tests::Sample& sample : counter.recorded.samples) {
        counter.text.append("event 0 @")
            .append(std::to_string(sample.tick))
            .append(" Metric 3 4 ")
            .append(std::to_string(static_cast<int>(sample.value)))
            .append("\n");
    }
    counter.text.append("leave 0 @").append(std::to_string(length)).append(" main\n");
    return counter;
}

/// Two traces with the difference of a counter below them.
struct CountersWindow : CompareWindow {
    CountersWindow(const QString& folder, const char* a, const char* b)
        : CompareWindow(folder, "/b.otf2", a, b)
    {
        tab->showDifferencesBy(QStringLiteral("counters"));
        wait();
    }

    [[nodiscard]] CounterDifferenceView& counters() const { return tab->differences().counters(); }
    [[nodiscard]] const models::CounterDifferences::Result* result() const
    {
        return counters().model().result().get();
    }
    void wait() const
    {
        settle();
        QVERIFY(comes([this] {
            return source->isIdle() && tab->differences().exactness() != Exactness::Refining;
        }));
    }
    [[nodiscard]] CounterChart& openChart(std::size_t place) const
    {
        auto* chart = dynamic_cast<CounterChart*>(view(place).frame().open("counter"));
        settle();
        return *chart;
    }
};

/// What is drawn in a column, or nothing.
std::optional<AllPairs> drawnAt(
    const std::vector<query::CounterStretch>& stretches, std::int64_t column)
{
    const auto found = std::ranges::find_if(stretches, [column](const auto& one) {
        return one.firstColumn <= column && column < one.endColumn;
    });
    return found == stretches.end()
               ? std::nullopt
               : std::optional(
                   AllPairs{.least = found->min, .most = found->max, .mean = found->value});
}

/// Whether each column has the differences of all pairs of its samples.
bool isExact(const models::CounterDifferences::Result& result, const Recorded& a, const Recorded& b)
{
    Recorded inA = a;
    Recorded inB = b;
    inA.window = result.window;
    inB.window = result.windowB;
    const Columns ofA{.range = result.window, .count = std::int64_t{result.columns}};
    const Columns ofB{.range = result.windowB, .count = std::int64_t{result.columns}};
    const auto& drawn = result.curves.front().difference;
    for (std::int64_t i = 0; i < ofA.count; ++i) {
        const auto expected =
            tests::allPairsOf(tests::valuesIn(inA, ofA, i), tests::valuesIn(inB, ofB, i));
        const auto found = drawnAt(drawn, i);
        const bool isRight =
            expected.has_value() == found.has_value()
            && (!expected
                || (expected->least == found->least && expected->most == found->most
                    && std::abs(expected->mean - found->mean) < 1e-9));
        if (!isRight) {
            return false;
        }
    }
    return true;
}

}  // namespace

class TestCompareCounters : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void chartsOfBothHaveOneAxis();
    void aChartMayHaveAnAxisOfItsOwnAndUndoBringsTheSharedOneBack();
    void chartsOfOtherCountersKeepTheirAxes();
    void theDifferenceIsThatOfTheSamplesAtAnyZoom();
    void itFollowsTheAlignment();
    void onlyTimeThatBothHaveIsCompared();
    void keysGoFromChangeToChange();
    void theGreatestDifferenceIsGoneTo();
    void aTraceWithoutTheCounterIsSaid();
    void theChosenCounterIsKept();
};

void TestCompareCounters::chartsOfBothHaveOneAxis()
{
    const CountersWindow compared(folder(), kPowerA, kPowerB);
    CounterChart& a = compared.openChart(0);
    CounterChart& b = compared.openChart(1);
    QVERIFY(comes([&] { return a.extent() == b.extent(); }));
    QCOMPARE(a.extent().most, 900.0);
    QCOMPARE(a.ownExtent().most, 300.0);
    QVERIFY2(a.sentence().contains("one axis for all traces"), qPrintable(a.sentence()));
    compared.view(1).frame().setOpen("counter", false);
    QVERIFY(comes([&] { return a.extent().most == 300.0; }));
    QVERIFY(!a.sentence().contains("one axis"));
}

void TestCompareCounters::aChartMayHaveAnAxisOfItsOwnAndUndoBringsTheSharedOneBack()
{
    CountersWindow compared(folder(), kPowerA, kPowerB);
    CounterChart& a = compared.openChart(0);
    CounterChart& b = compared.openChart(1);
    QVERIFY(comes([&] { return a.extent() == b.extent(); }));
    QMenu menu;
    a.fillMenu(menu);
    const auto actions = menu.actions();
    const auto shares = std::ranges::find_if(
        actions, [](QAction* action) { return action->text() == "&One axis for all traces"; });
    QVERIFY(shares != actions.end() && (*shares)->isChecked());
    (*shares)->trigger();
    QVERIFY(comes([&] { return a.extent().most == 300.0 && b.extent().most == 900.0; }));
    QVERIFY(compared.activate());
    compared.key(0, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(comes([&] { return a.extent().most == 900.0; }));
    QVERIFY(a.sharesAxis());
}

void TestCompareCounters::chartsOfOtherCountersKeepTheirAxes()
{
    const CountersWindow compared(folder(), kPowerA, kPowerB);
    CounterChart& a = compared.openChart(0);
    CounterChart& b = compared.openChart(1);
    a.setMetrics({"load"});
    QVERIFY(comes([&] { return a.extent().most == 50.0 && b.extent().most == 900.0; }));
}

void TestCompareCounters::theDifferenceIsThatOfTheSamplesAtAnyZoom()
{
    std::mt19937_64 random(5);
    const RandomCounter a = randomCounter(random, 100'000, 900);
    const RandomCounter b = randomCounter(random, 250'000, 70);
    CountersWindow compared(folder(), a.text.c_str(), b.text.c_str());
    for (int round = 0; round < 12; ++round) {
        const auto begin = static_cast<Tick>(random() % 99'000);
        const auto length =
            20 + static_cast<Tick>(random() % static_cast<std::uint64_t>(99'900 - begin));
        compared.zoom(0, begin, begin + length);
        compared.wait();
        const auto* result = compared.result();
        QVERIFY(result != nullptr);
        QVERIFY(result->window == compared.range(0));
        QVERIFY2(isExact(*result, a.recorded, b.recorded), qPrintable(QString::number(begin)));
    }
}

void TestCompareCounters::itFollowsTheAlignment()
{
    std::mt19937_64 random(6);
    const RandomCounter a = randomCounter(random, 1'000, 100);
    const RandomCounter b = randomCounter(random, 2'000, 300);
    CountersWindow compared(folder(), a.text.c_str(), b.text.c_str());
    // B is shown 0.25 s later.
    compared.tab->link().align(
        {{.trace = &compared.view(0).history(), .tick = 250},
         {.trace = &compared.view(1).history(), .tick = 0}},
        compared.view(0).history(),
        QStringLiteral("align"));
    compared.zoom(0, 300, 700);
    compared.wait();
    QVERIFY((compared.result()->window == TickRange{.begin = 300, .end = 700}));
    QVERIFY((compared.result()->windowB == TickRange{.begin = 100, .end = 900}));
    QVERIFY(isExact(*compared.result(), a.recorded, b.recorded));
}

void TestCompareCounters::onlyTimeThatBothHaveIsCompared()
{
    const CountersWindow compared(folder(), kPowerA, kPowerB);
    // B ends at 0.8 s, with its last tick inside.
    QVERIFY((compared.result()->window == TickRange{.begin = 0, .end = 801}));
    QVERIFY((compared.result()->windowB == TickRange{.begin = 0, .end = 1'601}));
    compared.zoom(0, 900, 990);
    compared.wait();
    QVERIFY(compared.result() == nullptr);
    QVERIFY2(
        compared.counters().sentence().contains("B has nothing at the time that A shows"),
        qPrintable(compared.counters().sentence()));
}

void TestCompareCounters::keysGoFromChangeToChange()
{
    const CountersWindow compared(folder(), kPowerA, kPowerB);
    auto& canvas = compared.counters().canvas();
    QString said;
    connect(&canvas, &charts::CounterDifferenceCanvas::hovered, this, [&said](const QString& text) {
        said = text;
    });
    QTest::keyClick(&canvas, Qt::Key_Home);
    QCOMPARE(said, "process 0 · sensor: 100 W in A, 900 W in B: +800 W");
    QTest::keyClick(&canvas, Qt::Key_Right);
    QCOMPARE(said, "process 0 · sensor: 300 W in A, 900 W in B: +600 W");
    QTest::keyClick(&canvas, Qt::Key_Left);
    QCOMPARE(said, "process 0 · sensor: 100 W in A, 900 W in B: +800 W");
}

void TestCompareCounters::theGreatestDifferenceIsGoneTo()
{
    const CountersWindow compared(folder(), kPowerA, kPowerB);
    compared.zoom(0, 0, 400);
    compared.wait();
    compared.counters().canvas().goToGreatest();
    compared.wait();
    // B has its sample at 0.2 s: until then nothing can be subtracted.
    const auto instant = compared.view(0).selection().instant();
    QVERIFY(instant.has_value());
    QVERIFY2(std::abs(*instant - 200) <= 1, qPrintable(QString::number(*instant)));
}

void TestCompareCounters::aTraceWithoutTheCounterIsSaid()
{
    const CountersWindow compared(folder(), kPowerA, kNoCounter);
    QCOMPARE(compared.counters().sentence(), "No counter was recorded in B.");
    QCOMPARE(compared.counters().choice().count(), 0);
    QVERIFY(compared.tab->differences().errorText().isEmpty());
}

void TestCompareCounters::theChosenCounterIsKept()
{
    const CountersWindow compared(folder(), kPowerA, kPowerA);
    auto& counters = compared.counters();
    QCOMPARE(counters.choice().count(), 2);
    QCOMPARE(counters.model().metric(), "power");
    counters.choice().setCurrentIndex(1);
    emit counters.choice().activated(1);
    compared.wait();
    QCOMPARE(counters.model().metric(), "load");
    const QVariantMap kept = compared.tab->layoutState();
    emit counters.choice().activated(0);
    counters.chooseMetric(QStringLiteral("power"));
    compared.wait();
    QCOMPARE(counters.model().metric(), "power");
    compared.tab->applyLayout(kept);
    compared.wait();
    QCOMPARE(counters.model().metric(), "load");
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestCompareCounters)
#include "test_compare_counters.moc"
