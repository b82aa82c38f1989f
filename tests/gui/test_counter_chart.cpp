// The counter timeline: its values are the engine's, between ticks that can be read.

#include "gui/charts/counter_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QLatin1Char>
#include <QMenu>
#include <QPoint>
#include <QString>
#include <QStringList>

#include <algorithm>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::CounterChart;
using tests::FrameBench;

namespace {

/// Two sensors of power (absolute, last), one of load; the second sensor has few samples.
constexpr const char* kSensors = R"(
length 9999
group 0 "rank 0"
location 0 "main" group 0
location 1 "sensor 1" type metric group 0
location 2 "sensor 2" type metric group 0
metric 3 power unit W
metric 4 load unit %
enter 0 @0 main
leave 0 @9000 main
event 1 @1000 Metric 3 4 100
event 1 @2000 Metric 3 4 300
event 1 @2001 Metric 3 4 500
event 1 @2400 Metric 4 4 50
event 1 @6000 Metric 3 4 200
event 2 @5000 Metric 3 4 900
)";

constexpr LocationRef kSensor1(1);
constexpr LocationRef kSensor2(2);

}  // namespace

class TestCounterChart : public QObject {
    Q_OBJECT

private slots:
    void valuesAreTheEngines_data();
    void valuesAreTheEngines();
    void itShowsTheFirstCounterOfAllThatRecordIt();
    void aCurveKeepsItsColourWhenOthersComeAndGo();
    void aCounterThatTheTraceHasNotGivesWayToOneThatItHas();
    void curvesStandInTheOrderInWhichTheyWereChosen();
    void countersOfAnotherUnitNeedAnAxisOfTheirOwn();
    void theAxisReachesOverTheWholeTraceOrWhatIsVisible();
    void theStatusBarSaysTheValues();
    void aTraceWithoutCountersSaysSo();
    void choicesStandInTheMenu();
    void settingsComeBack();
    void curvesOfOneNameAreToldApart();
    void aNameIsSaidOnce();
    void theWheelZooms();
};

void TestCounterChart::valuesAreTheEngines_data()
{
    QTest::addColumn<TickRange>("window");
    QTest::newRow("all") << TickRange{0, 10'000};
    QTest::newRow("a part") << TickRange{1'900, 6'123};
    QTest::newRow("wider ticks than pixels") << TickRange{1'990, 2'010};
}

void TestCounterChart::valuesAreTheEngines()
{
    QFETCH(TickRange, window);
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter");
    bench.view.showRange(window, "zoom");
    bench.settle();
    chart.viewport()->grab();
    const auto width = static_cast<int>(chart.canvasRect().width() * chart.devicePixelRatioF());
    const TickRange range = bench.view.range();
    const auto answer = bench.answer<query::Counters>(query::CountersRequest{
        .scope = {.window = range},
        .columns = static_cast<std::uint32_t>(std::min<Tick>(width, range.length())),
        .metric = "power"});
    QCOMPARE(chart.curves().size(), std::size_t{2});
    for (const auto& curve : chart.curves()) {
        const auto row =
            std::ranges::find(answer.rows, curve.known.location, &query::CounterRow::location);
        if (row == answer.rows.end()) {
            QVERIFY(curve.bars.empty());
            continue;
        }
        const MetricMember* metric = bench.trace->definitions->find(row->metric);
        QCOMPARE(
            curve.bars,
            gui::geometry::makeCounterBars(
                *row,
                gui::geometry::holdOf(metric->mode),
                {.range = answer.window, .count = answer.columns},
                {.range = range, .widthPx = width}));
    }
}

void TestCounterChart::itShowsTheFirstCounterOfAllThatRecordIt()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter");
    QCOMPARE(chart.curves().size(), std::size_t{2});
    QCOMPARE(chart.curves()[0].name, "sensor 1");
    QCOMPARE(chart.curves()[1].name, "sensor 2");
    QVERIFY2(chart.sentence().startsWith("power · 2 locations"), qPrintable(chart.sentence()));
    chart.showLocation(kSensor2);
    bench.settle();
    QCOMPARE(chart.curves().size(), std::size_t{1});
    QCOMPARE(chart.curves()[0].known.location, kSensor2);
}

/// Whether they come before or after it.
void TestCounterChart::aCurveKeepsItsColourWhenOthersComeAndGo()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter");
    const auto colorOf = [&chart](LocationRef location) {
        const auto found = std::ranges::find_if(chart.curves(), [location](const auto& curve) {
            return curve.known.location == location;
        });
        return found == chart.curves().end() ? std::size_t{99} : found->color;
    };
    const LocationRef first = chart.curves()[0].known.location;
    chart.setLocations({kSensor2});
    bench.settle();
    const std::size_t color = colorOf(kSensor2);
    chart.setLocations({first, kSensor2});
    bench.settle();
    QCOMPARE(chart.curves().size(), std::size_t{2});
    QCOMPARE(colorOf(kSensor2), color);
    QVERIFY(colorOf(first) != color && colorOf(first) < 2);
}

void TestCounterChart::aCounterThatTheTraceHasNotGivesWayToOneThatItHas()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter", {{"metric", "no such counter"}});
    QCOMPARE(chart.curves().size(), std::size_t{2});
    QVERIFY2(chart.sentence().startsWith("power"), qPrintable(chart.sentence()));
}

/// Whatever the order of the trace's definitions is; so each has the colour that it had when the chart is opened anew.
void TestCounterChart::curvesStandInTheOrderInWhichTheyWereChosen()
{
    FrameBench bench(std::string(R"(
length 9999
metric 3 first unit W
metric 4 second unit W
metric 5 third unit W
enter 0 @0 main
event 0 @1000 Metric 3 4 100
event 0 @1000 Metric 4 4 200
event 0 @1000 Metric 5 4 300
leave 0 @9000 main
)"));
    auto& chart = bench.open<CounterChart>("counter", {{"metric", "third"}});
    chart.setMetrics({"third", "first"});
    bench.settle();
    chart.setMetrics({"third", "first", "second"});
    bench.settle();
    const auto told = [](const CounterChart& one) {
        QStringList curves;
        for (const auto& curve : one.curves()) {
            curves << QStringLiteral("%1 %2").arg(curve.name).arg(curve.color);
        }
        return curves;
    };
    QCOMPARE(told(chart), (QStringList{"third 0", "first 1", "second 2"}));
    QCOMPARE(told(bench.open<CounterChart>("counter", chart.settings())), told(chart));
}

void TestCounterChart::countersOfAnotherUnitNeedAnAxisOfTheirOwn()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter", {{"metric", "load"}});
    QCOMPARE(chart.unit(), "%");
    chart.setMetrics({"load", "power"});
    bench.settle();
    std::set<std::uint64_t> metrics;
    for (const auto& curve : chart.curves()) {
        metrics.insert(curve.known.metric.value());
    }
    QCOMPARE(metrics.size(), std::size_t{1});
}

void TestCounterChart::theAxisReachesOverTheWholeTraceOrWhatIsVisible()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter");
    using Extent = gui::geometry::CounterExtent;
    QCOMPARE(chart.extent(), (Extent{.least = 0, .most = 900}));
    bench.view.showRange({500, 1'500}, "zoom");
    bench.settle();
    QCOMPARE(chart.extent(), (Extent{.least = 0, .most = 900}));
    chart.setFitsWindow(true);
    QCOMPARE(chart.extent(), (Extent{.least = 0, .most = 100}));
    chart.setStartsAtZero(false);
    QCOMPARE(chart.extent(), (Extent{.least = 100, .most = 100}));
    chart.viewport()->grab();  // an empty range of values is no trouble
}

void TestCounterChart::theStatusBarSaysTheValues()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter");
    chart.viewport()->grab();
    const int x = int(1'500 * chart.canvasRect().width() / 10'000.0);
    const QString text = chart.textAt(FrameBench::at(chart, x, 20));
    QVERIFY2(text.contains("sensor 1 = 100 W"), qPrintable(text));
    QVERIFY2(text.contains("sensor 2 = no sample"), qPrintable(text));
    QVERIFY(chart.tipAt(FrameBench::at(chart, x, 20)).contains("power"));
    // Names beside the axis may be cut: whole ones are in the tip there.
    QVERIFY(!chart.tipAt(QPoint(5, 20)).isEmpty());
    QVERIFY(chart.textAt(FrameBench::at(chart, x, 20))
                .contains(chart.tipAt(QPoint(5, 20)).section(QLatin1Char('\n'), 0, 0)));
}

void TestCounterChart::aTraceWithoutCountersSaysSo()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<CounterChart>("counter");
    QVERIFY(chart.curves().empty());
    QCOMPARE(chart.exactness(), gui::models::Exactness::Exact);
    QCOMPARE(chart.sentence(), "nothing to show");
    chart.viewport()->grab();
}

void TestCounterChart::choicesStandInTheMenu()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter");
    QMenu menu;
    chart.fillMenu(menu);
    QStringList names;
    for (const QMenu* part : menu.findChildren<QMenu*>()) {
        for (QAction* action : part->actions()) {
            names.append(action->text());
            if (action->text() == "load (%)" && !names.contains("chosen")) {
                action->trigger();
                names.append("chosen");
            }
        }
    }
    QVERIFY2(names.contains("power (W)"), qPrintable(names.join(", ")));
    bench.settle();
    QCOMPARE(chart.curves().size(), std::size_t{1});
    QCOMPARE(chart.unit(), "%");
}

void TestCounterChart::settingsComeBack()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter");
    chart.setMetrics({"load"});
    chart.setLocations({kSensor1});
    chart.setFitsWindow(true);
    chart.setStyle(gui::painters::CurveStyle::Line);
    auto& other = bench.open<CounterChart>("counter", chart.settings());
    QCOMPARE(other.settings(), chart.settings());
    QCOMPARE(other.curves().size(), std::size_t{1});
    other.applySettings({{"metric", 3}, {"style", -7}, {"locations", "nowhere"}});
    bench.settle();
}

/// One location records a counter for two contexts.
void TestCounterChart::curvesOfOneNameAreToldApart()
{
    const auto store = std::const_pointer_cast<server::store::TraceStore>(tests::traceFromText(R"(
length 9999
group 0 "process"
group 1 "context 0"
group 2 "context 1"
location 0 "main" group 0
location 1 "metrics" type metric group 0
metric 3 memory unit B
enter 0 @0 main
leave 0 @9000 main
event 1 @1000 Metric 10 4 100
event 1 @2000 Metric 11 4 300
)"));
    for (const std::uint32_t i : {0U, 1U}) {
        store->definitions.metricInstances.push_back(
            {.ref = MetricRef(10 + i),
             .metricClass = MetricRef(3),
             .recorder = LocationRef(1),
             .scope = MetricScope::LocationGroup,
             .scopeRef = 1 + i});
    }
    store->definitions.buildLookups();
    FrameBench bench(store);
    const auto& chart = bench.open<CounterChart>("counter");
    QCOMPARE(chart.curves().size(), std::size_t{2});
    QCOMPARE(chart.curves()[0].name, QStringLiteral("context 0"));
    QCOMPARE(chart.curves()[1].name, QStringLiteral("context 1"));
}

/// A rank's only thread has the rank's name.
void TestCounterChart::aNameIsSaidOnce()
{
    FrameBench bench(R"(
length 9999
group 0 "MPI Rank 0"
group 1 "MPI Rank 1"
location 0 "MPI Rank 0" group 0
location 1 "MPI Rank 1" group 1
location 2 "thread" group 1
metric 3 memory unit B
enter 0 @0 main
leave 0 @9000 main
event 0 @1000 Metric 3 4 100
event 1 @2000 Metric 3 4 300
event 2 @2000 Metric 3 4 300
)");
    const auto& chart = bench.open<CounterChart>("counter");
    QStringList names;
    for (const auto& curve : chart.curves()) {
        names << curve.name;
    }
    QCOMPARE(names, (QStringList{"MPI Rank 0", "MPI Rank 1", "MPI Rank 1 · thread"}));
    QVERIFY(chart.tipAt(QPoint(5, 20)).startsWith("MPI Rank 0\n"));
}

void TestCounterChart::theWheelZooms()
{
    FrameBench bench(kSensors);
    auto& chart = bench.open<CounterChart>("counter");
    const TickRange before = bench.view.range();
    tests::turnWheel(chart, FrameBench::at(chart, 50, 20), {0, 1});
    QVERIFY(bench.view.range().length() < before.length());
    bench.settle();
}

VELLUM_TEST_GUI(TestCounterChart)
#include "test_counter_chart.moc"
