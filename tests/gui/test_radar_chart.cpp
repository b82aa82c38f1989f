// The performance radar: strips or lines of a function's share or of a counter, with the engine's numbers.

#include "gui/charts/process_chart.h"
#include "gui/charts/radar_chart.h"
#include "gui/theme/scales.h"
#include "gui/theme/theme.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::ProcessChart;
using gui::charts::RadarChart;
using tests::FrameBench;
using What = RadarChart::What;

namespace {

constexpr const char* kTrace = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "first" group 0
location 1 "second" group 1
location 2 "sensor 1" type metric group 0
location 3 "sensor 2" type metric group 1
metric 3 power unit W
enter 0 @0 main
enter 0 @2000 work
leave 0 @4000 work
enter 0 @7000 tiny
leave 0 @7001 tiny
leave 0 @9000 main
enter 1 @0 main
enter 1 @3000 work
leave 1 @5000 work
leave 1 @9000 main
event 2 @1000 Metric 3 4 100
event 2 @6000 Metric 3 4 300
event 3 @2000 Metric 3 4 500
)";

/// Of one row: `outer` does nothing itself, `again` calls itself, `instant` has no length.
constexpr const char* kCalls = R"(
length 9999
group 0 "rank 0"
location 0 "first" group 0
enter 0 @0 main
enter 0 @1000 outer
enter 0 @1000 inner
leave 0 @2001 inner
leave 0 @2001 outer
enter 0 @3000 again
enter 0 @3500 again
leave 0 @4500 again
leave 0 @5003 again
enter 0 @7000 instant
leave 0 @7000 instant
leave 0 @9000 main
)";

constexpr LocationRef kFirst(0);
constexpr LocationRef kSecond(1);
constexpr LocationRef kSensor1(2);
constexpr LocationRef kSensor2(3);

/// How much of a column lies in \p visit, tick by tick.
double shareIn(TickRange column, TickRange visit)
{
    double ticks = 0;
    for (Tick tick = column.begin; tick < column.end; ++tick) {
        ticks += visit.contains(tick) ? 1 : 0;
    }
    return ticks / double(column.length());
}

/// The columns of a picture, each with the tick in its midst.
Columns columnsOf(const FrameBench& bench, const RadarChart& chart)
{
    return {
        .range = bench.view.range(),
        .count = std::int64_t(chart.canvasRect().width() * chart.devicePixelRatioF())};
}

/// Where a row's line is at \p tick: device pixels above the row's lower edge, -1 if there is none.
int heightOfLine(const RadarChart& chart, const Columns& columns, LocationRef location, Tick tick)
{
    const QImage picture = chart.viewport()->grab().toImage();
    const double ratio = chart.devicePixelRatioF();
    const QRect row = chart.rowRect(location);
    const int x = int(chart.canvasRect().left() * ratio) + int(columns.columnOf(tick));
    const int end = int(row.bottom() * ratio);  // a pixel of the row is the gap below it
    for (int y = int(row.top() * ratio); y < end; ++y) {
        if (picture.pixelColor(x, y) == gui::theme::currentTheme().series.front()) {
            return end - y;
        }
    }
    return -1;
}

}  // namespace

class TestRadarChart : public QObject {
    Q_OBJECT

private slots:
    void sharesOfAFunctionAreTheEngines();
    void sharesOfAGroupAreTheEngines();
    void valuesOfACounterAreTheEngines();
    void timeOfAFunctionIsInclusiveUnlessExclusiveIsChosen();
    void aFunctionThatCallsItselfCountsOnce();
    void timeOfAGroupIsExclusiveUnlessInclusiveIsChosen();
    void aFunctionThatOnlyCallsIsFound();
    void aCallWithoutLengthIsPainted();
    void linesAreAsHighAsTheirValues();
    void aLineIsWhereTheFunctionIs();
    void rowsTooLowForALineStayStrips();
    void theShortestCallIsPainted();
    void coloursFollowTheTheme();
    void rowsWithoutAnyAreLeftOutUnlessTheyAreWanted();
    void aPartOfANameStandsForAllFunctionsThatHaveIt();
    void theCurveIsAverageOrSum();
    void itFollowsWhatStandsOutUnlessSomethingWasChosen();
    void aDoubleClickShowsTheLocation();
    void namesAreFoundAmongGroupsCountersAndFunctions();
    void settingsComeBack();
    void theStatusBarSaysTheValue();
    void theCurveLeavesRoomForWhatIsSaidOfIt();
};

void TestRadarChart::sharesOfAFunctionAreTheEngines()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "work"}});
    bench.view.showRange({1'500, 5'432}, "zoom");
    bench.settle();
    const auto columns =
        static_cast<std::uint32_t>(chart.canvasRect().width() * chart.devicePixelRatioF());
    const auto answer = bench.answer<query::SummaryTimeline>(query::SummaryTimelineRequest{
        .window = bench.view.range(),
        .columns = columns,
        .rows = {{kFirst}, {kSecond}},
        .by = query::GroupBy::Region});
    const Columns cut{.range = answer.window, .count = columns};
    for (std::size_t row = 0; row < 2; ++row) {
        const LocationRef location = row == 0 ? kFirst : kSecond;
        const auto series = std::ranges::find_if(answer.rows[row].series, [&](const auto& one) {
            return bench.trace->definitions->find(RegionRef(one.key.value))->name == "work";
        });
        QVERIFY(series != answer.rows[row].series.end());
        for (std::int64_t column = 0; column < cut.count; ++column) {
            const TickRange range = cut.column(column);
            const double expected = double(series->exclusive[static_cast<std::size_t>(column)])
                                    / double(range.length());
            QCOMPARE(chart.valueAt(location, range.begin).value(), expected);
        }
    }
}

void TestRadarChart::sharesOfAGroupAreTheEngines()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "Application"}});
    QCOMPARE(chart.what().kind, What::Kind::Group);
    QCOMPARE(chart.valueAt(kFirst, 500).value(), 1.0);
    QCOMPARE(chart.valueAt(kFirst, 9'500).value(), 0.0);
    QVERIFY(!chart.valueAt(kSensor1, 500).has_value());
}

void TestRadarChart::valuesOfACounterAreTheEngines()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "power"}});
    QCOMPARE(chart.what().kind, What::Kind::Counter);
    const auto columns =
        static_cast<std::uint32_t>(chart.canvasRect().width() * chart.devicePixelRatioF());
    const auto answer = bench.answer<query::Counters>(query::CountersRequest{
        .scope = {.window = bench.view.range()}, .columns = columns, .metric = "power"});
    const Columns cut{.range = answer.window, .count = columns};
    for (const query::CounterRow& row : answer.rows) {
        for (const query::CounterPoint& point : row.points) {
            QCOMPARE(chart.valueAt(row.location, cut.boundary(point.column)).value(), point.mean);
        }
    }
    QCOMPARE(chart.valueAt(kSensor1, 3'000).value(), 100.0);  // it holds
    QVERIFY(!chart.valueAt(kSensor2, 1'000).has_value());
    QCOMPARE(chart.most(), 500.0);
}

void TestRadarChart::timeOfAFunctionIsInclusiveUnlessExclusiveIsChosen()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "main"}});
    bench.view.showRange({1'503, 9'432}, "zoom");
    bench.settle();
    QVERIFY2(chart.sentence().contains("inclusive"), qPrintable(chart.sentence()));
    const Columns columns = columnsOf(bench, chart);
    for (std::int64_t i = 0; i < columns.count; ++i) {
        const TickRange column = columns.column(i);
        QCOMPARE(
            chart.valueAt(kFirst, column.begin).value(),
            shareIn(column, {.begin = 0, .end = 9'000}));
    }
    chart.setTime(RadarChart::Time::Exclusive);
    bench.settle();
    QVERIFY2(chart.sentence().contains("exclusive"), qPrintable(chart.sentence()));
    for (std::int64_t i = 0; i < columns.count; ++i) {
        const TickRange column = columns.column(i);
        const double inOthers = shareIn(column, {.begin = 2'000, .end = 4'000})
                                + shareIn(column, {.begin = 7'000, .end = 7'001});
        const double expected = shareIn(column, {.begin = 0, .end = 9'000}) - inOthers;
        QVERIFY(std::abs(chart.valueAt(kFirst, column.begin).value() - expected) < 1e-12);
    }
}

void TestRadarChart::aFunctionThatCallsItselfCountsOnce()
{
    FrameBench bench(kCalls);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "again"}});
    const Columns columns = columnsOf(bench, chart);
    for (std::int64_t i = 0; i < columns.count; ++i) {
        const TickRange column = columns.column(i);
        QCOMPARE(
            chart.valueAt(kFirst, column.begin).value(),
            shareIn(column, {.begin = 3'000, .end = 5'003}));
    }
}

void TestRadarChart::timeOfAGroupIsExclusiveUnlessInclusiveIsChosen()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "Application"}});
    QVERIFY2(chart.sentence().contains("exclusive"), qPrintable(chart.sentence()));
    chart.setTime(RadarChart::Time::Inclusive);
    bench.settle();
    QVERIFY2(chart.sentence().contains("inclusive"), qPrintable(chart.sentence()));
    QCOMPARE(chart.valueAt(kFirst, 3'000).value(), 1.0);
    QVERIFY(chart.setWhat("work"));
    QVERIFY(chart.setWhat("Application"));
    bench.settle();
    QVERIFY(chart.sentence().contains("inclusive"));
    QVERIFY(chart.setWhat("power"));
    chart.setTime(RadarChart::Time::Exclusive);  // a counter has neither
    bench.settle();
    QVERIFY(chart.setWhat("Application"));
    bench.settle();
    QVERIFY(chart.sentence().contains("inclusive"));
}

void TestRadarChart::aFunctionThatOnlyCallsIsFound()
{
    FrameBench bench(kCalls);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "outer"}});
    QCOMPARE(chart.rows(), std::vector<LocationRef>{kFirst});
    QCOMPARE(chart.valueAt(kFirst, 1'500).value(), 1.0);
    chart.setTime(RadarChart::Time::Exclusive);
    bench.settle();
    QVERIFY(chart.rows().empty());
}

void TestRadarChart::aCallWithoutLengthIsPainted()
{
    FrameBench bench(kCalls);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "instant"}});
    QCOMPARE(chart.rows(), std::vector<LocationRef>{kFirst});
    const Columns columns = columnsOf(bench, chart);
    const double ratio = chart.devicePixelRatioF();
    const int left = int(chart.canvasRect().left() * ratio);
    const int y = int(chart.rowRect(kFirst).center().y() * ratio);
    const QImage picture = chart.viewport()->grab().toImage();
    const QColor ground = picture.pixelColor(left + 5, y);
    for (int x = 1; x < int(columns.count); ++x) {
        const bool isPainted = picture.pixelColor(left + x, y) != ground;
        QCOMPARE(isPainted, std::int64_t(x) == columns.columnOf(7'000));
    }
    const auto place = int(double(columns.columnOf(7'000)) / ratio);
    const QString text =
        chart.textAt(FrameBench::at(chart, place, chart.rowRect(kFirst).top() + 3));
    QVERIFY2(text.endsWith("instant = 0 % (a call without length)"), qPrintable(text));
    chart.setRowsAs(RadarChart::RowsAs::Lines);
    bench.settle();
    QVERIFY(heightOfLine(chart, columns, kFirst, 7'000) > 0);
    QCOMPARE(heightOfLine(chart, columns, kFirst, 6'000), -1);
}

void TestRadarChart::linesAreAsHighAsTheirValues()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "power"}, {"rowsAs", "lines"}});
    QVERIFY(chart.drawsLines());
    const Columns columns = columnsOf(bench, chart);
    const double ratio = chart.devicePixelRatioF();
    const double room = (chart.rowRect(kSensor1).height() - 1) * ratio;
    // Of 0 to 500 W in the whole trace, but for the line's own width.
    const auto isAbout = [room, ratio](int height, double watts) {
        return std::abs(height - room * watts / 500) <= 2 * ratio;
    };
    QVERIFY(isAbout(heightOfLine(chart, columns, kSensor1, 3'000), 100));
    QVERIFY(isAbout(heightOfLine(chart, columns, kSensor1, 8'000), 300));
    QVERIFY(isAbout(heightOfLine(chart, columns, kSensor2, 8'000), 500));
    QCOMPARE(heightOfLine(chart, columns, kSensor1, 500), -1);  // no sample yet
    QCOMPARE(heightOfLine(chart, columns, kSensor2, 1'500), -1);
    QCOMPARE(chart.valueAt(kSensor1, 3'000).value(), 100.0);
    chart.setRowsAs(RadarChart::RowsAs::Strips);
    QVERIFY(!chart.drawsLines());
    QCOMPARE(heightOfLine(chart, columns, kSensor1, 3'000), -1);
}

void TestRadarChart::aLineIsWhereTheFunctionIs()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "work"}, {"rowsAs", "lines"}});
    const Columns columns = columnsOf(bench, chart);
    const int whole = int(chart.rowRect(kFirst).height() * chart.devicePixelRatioF());
    QVERIFY(heightOfLine(chart, columns, kFirst, 3'000) > whole - 6);
    QCOMPARE(heightOfLine(chart, columns, kFirst, 1'000), -1);
    QVERIFY(chart.setWhat("tiny"));
    bench.settle();
    const int shortest = heightOfLine(chart, columns, kFirst, 7'000);
    QVERIFY2(shortest > 0 && shortest < whole / 2, "the shortest call is seen");
}

void TestRadarChart::rowsTooLowForALineStayStrips()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "work"}, {"rowsAs", "lines"}});
    QVERIFY(chart.drawsLines());
    QWidget* window = chart.window();
    window->resize(window->width(), 200);
    chart.resize(chart.width(), chart.rowRect(kFirst).top() + 12);
    QVERIFY(!chart.drawsLines());
    QCOMPARE(heightOfLine(chart, columnsOf(bench, chart), kFirst, 3'000), -1);
    bench.settle();
}

void TestRadarChart::theCurveLeavesRoomForWhatIsSaidOfIt()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "Application"}});
    const QImage picture = chart.viewport()->grab().toImage();
    const double ratio = chart.devicePixelRatioF();
    const QRect canvas = chart.canvasRect();
    const int said = int(QFontMetrics(chart.font()).height() * 0.8 * ratio);
    bool isDrawn = false;
    for (int y = 0; y < chart.rowRect(kFirst).top() * ratio; ++y) {
        const QColor pixel = picture.pixelColor(int((canvas.left() + 20) * ratio), y);
        isDrawn = isDrawn || pixel == gui::theme::currentTheme().counterLine;
        QVERIFY2(!isDrawn || y > said, "a curve at its most is over the words");
    }
    QVERIFY(isDrawn);
}

void TestRadarChart::theShortestCallIsPainted()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "tiny"}});
    const QImage picture = chart.viewport()->grab().toImage();
    const double ratio = chart.devicePixelRatioF();
    const QRect row = chart.rowRect(kFirst);
    const int y = int(row.center().y() * ratio);
    int painted = 0;
    const int left = int(chart.canvasRect().left() * ratio);
    const QColor ground = picture.pixelColor(left + 5, y);
    for (int x = left + 1; x < picture.width(); ++x) {
        painted += picture.pixelColor(x, y) != ground ? 1 : 0;
    }
    QCOMPARE(painted, 1);  // one tick of ten thousand
}

void TestRadarChart::coloursFollowTheTheme()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "work"}});
    const auto restored =
        qScopeGuard([] { gui::theme::setCurrentTheme(gui::theme::lightTheme()); });
    const double ratio = chart.devicePixelRatioF();
    const QPoint place = FrameBench::at(
        chart,
        int(double(columnsOf(bench, chart).columnOf(2'500)) / ratio),
        chart.rowRect(kFirst).center().y());
    for (const auto* theme : {&gui::theme::darkTheme(), &gui::theme::lightTheme()}) {
        gui::theme::setCurrentTheme(*theme);
        QEvent changed(QEvent::PaletteChange);
        QCoreApplication::sendEvent(&chart, &changed);
        const QColor painted =
            chart.viewport()->grab().toImage().pixelColor((QPointF(place) * ratio).toPoint());
        QCOMPARE(painted, gui::theme::heatColor(1));
    }
}

void TestRadarChart::rowsWithoutAnyAreLeftOutUnlessTheyAreWanted()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "tiny"}});
    QCOMPARE(chart.rows(), std::vector<LocationRef>{kFirst});
    chart.setShowsAll(true);
    bench.settle();
    QCOMPARE(chart.rows(), (std::vector<LocationRef>{kFirst, kSecond}));
}

void TestRadarChart::aPartOfANameStandsForAllFunctionsThatHaveIt()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "i"}});  // main and tiny
    QCOMPARE(chart.what().kind, What::Kind::Function);
    QCOMPARE(chart.valueAt(kFirst, 500).value(), 1.0);
    QCOMPARE(chart.valueAt(kFirst, 3'000).value(), 1.0);
    chart.setTime(RadarChart::Time::Exclusive);
    bench.settle();
    QCOMPARE(chart.valueAt(kFirst, 500).value(), 1.0);
    QCOMPARE(chart.valueAt(kFirst, 3'000).value(), 0.0);
}

void TestRadarChart::theCurveIsAverageOrSum()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "power"}});
    QCOMPARE(chart.curveAt(3'000).value(), 300.0);
    QCOMPARE(chart.curveAt(1'500).value(), 100.0);  // of those that have a value
    chart.setCurve(RadarChart::Curve::Sum);
    bench.settle();
    QCOMPARE(chart.curveAt(7'000).value(), 800.0);
    chart.setCurve(RadarChart::Curve::None);
    bench.settle();
    QVERIFY(!chart.curveAt(7'000).has_value());
    chart.viewport()->grab();
}

void TestRadarChart::itFollowsWhatStandsOutUnlessSomethingWasChosen()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar");
    const auto regions = bench.trace->definitions->regions;
    const auto work = std::ranges::find(regions, "work", &Region::name);
    const gui::models::Highlight highlight{
        .by = query::GroupBy::Region,
        .key = {.value = static_cast<std::uint32_t>(work->ref.value())}};
    bench.selection.setHighlight(highlight);
    bench.settle();
    QCOMPARE(chart.what().kind, What::Kind::Function);
    QCOMPARE(chart.what().name, "work");
    QVERIFY(chart.setWhat("power"));
    bench.selection.setHighlight(std::nullopt);
    bench.selection.setHighlight(highlight);
    bench.settle();
    QCOMPARE(chart.what().name, "power");
    chart.setFollowsHighlight(true);
    QCOMPARE(chart.what().name, "work");
    bench.settle();
}

void TestRadarChart::aDoubleClickShowsTheLocation()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "work"}});
    bench.doubleClick(chart, chart.rowRect(kSecond).center());
    const auto* process = qobject_cast<ProcessChart*>(bench.frame.chart("process"));
    QVERIFY(process != nullptr);
    QCOMPARE(process->location(), kSecond);
}

void TestRadarChart::namesAreFoundAmongGroupsCountersAndFunctions()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar");
    QVERIFY(chart.setWhat("mpi"));
    QCOMPARE(chart.what(), (What{.kind = What::Kind::Group, .group = FunctionGroup::Mpi}));
    QVERIFY(chart.setWhat("power"));
    QVERIFY(chart.setWhat("main"));
    QCOMPARE(chart.what().kind, What::Kind::Function);
    QVERIFY(!chart.setWhat("nobody"));
    QCOMPARE(chart.what().name, "main");
    bench.settle();
}

void TestRadarChart::settingsComeBack()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "power"}});
    chart.setCurve(RadarChart::Curve::Sum);
    chart.setRowsAs(RadarChart::RowsAs::Lines);
    auto& other = bench.open<RadarChart>("radar", chart.settings());
    QCOMPARE(other.what(), chart.what());
    QCOMPARE(other.settings(), chart.settings());
    QVERIFY(other.drawsLines());
    QVERIFY(other.setWhat("work"));
    other.setTime(RadarChart::Time::Exclusive);
    auto& third = bench.open<RadarChart>("radar", other.settings());
    QCOMPARE(third.settings(), other.settings());
    QVERIFY2(third.sentence().contains("exclusive"), qPrintable(third.sentence()));
    // A default layout of a trace that had them.
    for (const QVariantMap& missing :
         {QVariantMap{{"kind", 1}, {"what", "no_such_kernel"}},
          QVariantMap{{"kind", 2}, {"what", "no such counter"}}}) {
        auto& fresh = bench.open<RadarChart>("radar");
        auto& given = bench.open<RadarChart>("radar", missing);
        QCOMPARE(given.what(), fresh.what());
        QVERIFY(!given.settings().contains("what"));
    }
    const QVariantMap before = other.settings();
    other.applySettings({{"rowsAs", 1}, {"functionTime", "x"}, {"groupTime", 3}});
    QCOMPARE(other.settings(), before);
    other.applySettings({{"kind", 99}, {"what", 7}, {"curve", "x"}});
    bench.settle();
}

void TestRadarChart::theStatusBarSaysTheValue()
{
    FrameBench bench(kTrace);
    auto& chart = bench.open<RadarChart>("radar", {{"what", "work"}});
    const QPoint place(
        chart.canvasRect().left() + chart.canvasRect().width() / 4,
        chart.rowRect(kFirst).center().y());
    const QString text = chart.textAt(place);
    QVERIFY2(text.endsWith("rank 0 · first › work = 100 %"), qPrintable(text));
    QVERIFY(chart.textAt({place.x(), 5}).contains("average = 50 %"));
    QVERIFY(text.contains(chart.tipAt({5, place.y()})));  // the whole name of a label
    QVERIFY(!chart.tipAt({5, place.y()}).isEmpty());
}

VELLUM_TEST_GUI(TestRadarChart)
#include "test_radar_chart.moc"
