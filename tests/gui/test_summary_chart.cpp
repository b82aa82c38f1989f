// The summary timeline: its numbers are the engine's, its gestures those of all charts.

#include "gui/charts/summary_chart.h"
#include "gui/models/function_shares.h"
#include "gui/theme/region_colors.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QCoreApplication>
#include <QImage>
#include <QMenu>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QSignalSpy>
#include <QString>
#include <QVariantList>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::SummaryChart;
using tests::FrameBench;

class TestSummaryChart : public QObject {
    Q_OBJECT

private slots:
    void sharesAreTheEngines_data();
    void sharesAreTheEngines();
    void whatIsStackedIsPainted();
    void theProfilersOwnTimeIsLastAndPale_data() { sharesAreTheEngines_data(); }
    void theProfilersOwnTimeIsLastAndPale();
    void filteredFunctionsAreNotStacked_data() { sharesAreTheEngines_data(); }
    void filteredFunctionsAreNotStacked();
    void aClickMakesAGroupStandOutAndAnotherLetsGo();
    void theStatusBarSaysTheShareUnderThePointer();
    void theWheelZoomsAboutThePointer();
    void aDragSelectsTime();
    void panningAsksOneQuestionAtATime();
    void settingsComeBack();
    void anOldPictureStaysUntilTheNewOneIsThere();
};

void TestSummaryChart::sharesAreTheEngines_data()
{
    QTest::addColumn<bool>("byFunction");
    QTest::newRow("group") << false;
    QTest::newRow("function") << true;
}

void TestSummaryChart::sharesAreTheEngines()
{
    QFETCH(bool, byFunction);
    const auto by = byFunction ? query::GroupBy::Region : query::GroupBy::FunctionGroup;
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    chart.setBy(by);
    bench.view.showRange({1'900, 4'321}, "zoom");
    bench.settle();
    const auto columns =
        static_cast<std::uint32_t>(chart.canvasRect().width() * chart.devicePixelRatioF());
    const auto answer = bench.answer<query::SummaryTimeline>(query::SummaryTimelineRequest{
        .window = bench.view.range(), .columns = columns, .rows = {{}}, .by = by});
    const Columns cut{.range = answer.window, .count = columns};
    const query::SummaryRow& row = answer.rows.front();
    for (std::int64_t column = 0; column < cut.count; ++column) {
        const TickRange range = cut.column(column);
        const auto shares = chart.sharesAt(range.begin);
        double sum = 0;
        for (const auto& share : shares) {
            const auto series =
                std::ranges::find(row.series, share.key, &query::SummarySeries::key);
            QVERIFY(series != row.series.end());
            const auto ticks = series->exclusive[static_cast<std::size_t>(column)];
            QCOMPARE(share.share, double(ticks) / double(range.length() * Tick(row.locations)));
            sum += double(ticks);
        }
        double expected = 0;
        for (const query::SummarySeries& series : row.series) {
            expected += double(series.exclusive[static_cast<std::size_t>(column)]);
        }
        QCOMPARE(sum, expected);
    }
}

/// Half of the time of one of two locations is the profiler's: it is stacked above all else, also above what
/// comes after it in the order of groups, and is told from work. Its share is what it is.
void TestSummaryChart::theProfilersOwnTimeIsLastAndPale()
{
    QFETCH(bool, byFunction);
    FrameBench bench(R"(
length 1000
location 0 "thread"
location 1 "profiler"
region 1 span paradigm 6
region 2 odd paradigm 200
region 3 work paradigm 2
enter 1 @0 span
leave 1 @1000 span
enter 0 @0 odd
leave 0 @400 odd
enter 0 @400 work
leave 0 @1000 work
)");
    auto& chart = bench.open<SummaryChart>("summary");
    chart.setBy(byFunction ? query::GroupBy::Region : query::GroupBy::FunctionGroup);
    bench.settle();
    for (const Tick tick : {Tick{100}, Tick{700}}) {
        const auto shares = chart.sharesAt(tick);
        QCOMPARE(shares.size(), std::size_t{2});
        QCOMPARE(shares.back().share, 0.5);
        QVERIFY(gui::models::isMeasurement(
            shares.back().key,
            byFunction ? query::GroupBy::Region : query::GroupBy::FunctionGroup,
            *bench.trace->definitions));
    }
    const QImage image = chart.grab().toImage();
    const double ratio = image.devicePixelRatio();
    const QRect canvas = chart.canvasRect();
    const QPointF high(canvas.left() + canvas.width() * 0.7, canvas.top() + canvas.height() * 0.3);
    const QColor shown = image.pixelColor((high * ratio).toPoint());
    QVERIFY(shown != gui::theme::groupColor(FunctionGroup::Measurement));
    QVERIFY(shown.lightness() > gui::theme::groupColor(FunctionGroup::Measurement).lightness());
    QVERIFY(chart.textAt(high.toPoint()).contains("the profiler's own"));
}

void TestSummaryChart::filteredFunctionsAreNotStacked()
{
    QFETCH(bool, byFunction);
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    chart.setBy(byFunction ? query::GroupBy::Region : query::GroupBy::FunctionGroup);
    const auto work = gui::models::functionsNamed(*bench.trace->definitions, "work", false);
    const auto standOut = [&](const std::unordered_set<RegionRef>& functions) {
        auto set = std::make_shared<const gui::models::FilterSet>(
            *bench.trace->definitions,
            std::vector<gui::models::Filter>{
                {.kind = gui::models::Filter::Kind::Functions,
                 .functions = std::make_shared<const std::unordered_set<RegionRef>>(functions)}},
            true);
        bench.view.setFilters(std::move(set), "filter");
        bench.settle();
    };
    standOut(work);
    // At 2200 the first rank is in work, the other in main.
    const auto shares = chart.sharesAt(2'200);
    QCOMPARE(shares.size(), 1U);
    QCOMPARE(shares.front().share, 0.5);
    QCOMPARE(
        shares.front().key.value,
        byFunction ? work.begin()->value()
                   : static_cast<std::uint32_t>(FunctionGroup::Application));
    QVERIFY(chart.sharesAt(1'000).empty());
    standOut({});  // none is left
    QVERIFY(chart.sharesAt(2'200).empty());
    bench.view.undo();
    bench.view.undo();
    bench.settle();
    QVERIFY(!chart.sharesAt(1'000).empty());
}

void TestSummaryChart::whatIsStackedIsPainted()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    const QImage picture = chart.viewport()->grab().toImage();
    const double ratio = chart.devicePixelRatioF();
    const QRect canvas = chart.canvasRect();
    // Up to 9000 both are in a function, after that none is.
    const auto colorAt = [&](Tick tick) {
        const double x =
            canvas.left() + double(tick) / double(bench.view.range().length()) * canvas.width();
        return picture.pixelColor(int(x * ratio), int(0.5 * canvas.height() * ratio));
    };
    QCOMPARE(colorAt(4'500), gui::theme::groupColor(FunctionGroup::Application));
    QVERIFY(colorAt(9'500) != gui::theme::groupColor(FunctionGroup::Application));
}

void TestSummaryChart::aClickMakesAGroupStandOutAndAnotherLetsGo()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    const QPoint place = FrameBench::at(chart, 100, chart.canvasRect().height() / 2);
    bench.click(chart, place);
    QVERIFY(bench.selection.highlight().has_value());
    QCOMPARE(bench.selection.highlight()->by, query::GroupBy::FunctionGroup);
    QCOMPARE(
        bench.selection.highlight()->key.value,
        static_cast<std::uint32_t>(FunctionGroup::Application));
    bench.click(chart, place);
    QVERIFY(!bench.selection.highlight().has_value());
}

void TestSummaryChart::theStatusBarSaysTheShareUnderThePointer()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    QSignalSpy said(&bench.frame, &tests::ChartFrame::pathHovered);
    tests::movePointer(chart, FrameBench::at(chart, 100, chart.canvasRect().height() / 2));
    QVERIFY(!said.isEmpty());
    const QString text = said.last().first().toString();
    QVERIFY2(text.contains("100.0 %"), qPrintable(text));
    chart.setCountsLocations(true);
    tests::movePointer(chart, FrameBench::at(chart, 101, chart.canvasRect().height() / 2));
    QVERIFY(said.last().first().toString().contains("2.00 of 2 locations"));
}

void TestSummaryChart::theWheelZoomsAboutThePointer()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    const TickRange before = bench.view.range();
    tests::turnWheel(chart, FrameBench::at(chart, 0, 20), {0, 1});
    QCOMPARE(bench.view.range().begin, before.begin);
    QVERIFY(bench.view.range().length() < before.length());
}

void TestSummaryChart::aDragSelectsTime()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    tests::dragPointer(
        chart, FrameBench::at(chart, 100, 20), FrameBench::at(chart, 300, 22), Qt::LeftButton);
    QVERIFY(bench.selection.area().has_value());
    QVERIFY(!bench.selection.area()->locations);
    const double perPx = double(bench.view.range().length()) / chart.canvasRect().width();
    QVERIFY(std::abs(double(bench.selection.area()->range.begin) - 100 * perPx) <= perPx + 1);
    QVERIFY(std::abs(double(bench.selection.area()->range.end) - 300 * perPx) <= perPx + 1);
}

void TestSummaryChart::panningAsksOneQuestionAtATime()
{
    FrameBench bench(tests::kRanks);
    bench.open<SummaryChart>("summary");
    bench.view.showRange({1'000, 3'000}, "zoom");
    bench.settle();
    bench.source.setHold(true);
    const std::size_t before = bench.source.of<query::SummaryTimelineRequest>().size();
    for (int i = 0; i < 10; ++i) {
        bench.view.pan(100);
        QCoreApplication::processEvents();
    }
    const auto asked = [&bench, before] {
        const auto all = bench.source.of<query::SummaryTimelineRequest>();
        return std::count_if(
            all.begin() + std::ptrdiff_t(before), all.end(), [](const auto& request) {
                return request.rows.size() == 1 && request.columns > 1;
            });
    };
    // The master timeline has parents' rows of its own.
    QVERIFY2(asked() <= 2, qPrintable(QString::number(asked())));
    bench.source.setHold(false);
    bench.settle();
}

void TestSummaryChart::settingsComeBack()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    chart.setBy(query::GroupBy::Region);
    chart.setCountsLocations(true);
    auto& other = bench.open<SummaryChart>("summary", chart.settings());
    QCOMPARE(other.by(), query::GroupBy::Region);
    QCOMPARE(other.settings(), chart.settings());
    other.applySettings({{"by", 7}, {"axis", QVariantList()}});  // nonsense does no harm
    bench.settle();
}

void TestSummaryChart::anOldPictureStaysUntilTheNewOneIsThere()
{
    FrameBench bench(tests::kRanks);
    auto& chart = bench.open<SummaryChart>("summary");
    bench.source.setHold(true);
    bench.view.showRange({2'000, 4'000}, "zoom");
    QCoreApplication::processEvents();
    QCOMPARE(chart.exactness(), gui::models::Exactness::Refining);
    QVERIFY(!chart.sharesAt(3'000).empty());
    bench.source.setHold(false);
    bench.settle();
    QCOMPARE(chart.exactness(), gui::models::Exactness::Exact);
}

VELLUM_TEST_GUI(TestSummaryChart)
#include "test_summary_chart.moc"
