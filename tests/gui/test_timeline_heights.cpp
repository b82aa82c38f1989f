// How high the rows of the master timeline are: all at once, in bands, and zoomed to.

#include "server/query/executor.h"
#include "tests/gui/chart_bench.h"

#include <QScrollBar>

#include <memory>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::models::Row;

class TestTimelineHeights : public QObject {
    Q_OBJECT

private slots:
    static void allRowsFitTheChart()
    {
        Bench bench(kFourThreads, 61);
        pressKey(bench, Qt::Key_V);
        QCOMPARE(bench.chart.verticalScrollBar()->maximum(), 0);
        int bottom = 0;
        for (const Row& row : bench.chart.rows()) {
            if (row.kind == gui::models::RowKind::Location) {
                const QRect place = bench.chart.rowRect(row.locations.front()).value();
                QVERIFY(place.top() >= bottom && place.height() >= 10);
                bottom = place.bottom() + 1;
                bench.click(place.center());
                QCOMPARE(bench.selection.visit()->location, row.locations.front());
            }
        }
        QCOMPARE(bottom, 61);
        pressKey(bench, Qt::Key_V);
        QVERIFY(bench.chart.verticalScrollBar()->maximum() > 0);
    }

    /// With more rows than pixels a band stands for neighbours, and shows their exact shares.
    static void aBandShowsTheSharesOfItsRows()
    {
        const std::string text = manyRows();
        Bench bench(text, 80);
        pressKey(bench, Qt::Key_V);
        QCOMPARE(bench.chart.rows().size(), std::size_t{10});
        QVERIFY2(
            bench.chart.sentence().contains(QStringLiteral("rows of 20 locations")),
            qPrintable(bench.chart.sentence()));
        const auto store = traceFromText(text);
        std::size_t locations = 0;
        for (const Row& row : bench.chart.rows()) {
            const auto* picture = bench.model.summaryOf(row.key);
            QVERIFY(picture != nullptr);
            const auto answer = server::query::execute(
                *store,
                query::SummaryTimelineRequest{
                    .window = bench.view.range(),
                    .columns = picture->timeline->columns,
                    .rows = {row.summed}});
            QVERIFY(picture->shares() == std::get<query::SummaryTimeline>(answer.value()).rows[0]);
            locations += row.locations.size();
        }
        QCOMPARE(locations, std::size_t{200});
        bench.view.undo();
        QVERIFY(bench.chart.rows().size() >= std::size_t{200});
    }

    static void aBandIsOpenedByZoomingToIt()
    {
        Bench bench(manyRows(), 80);
        pressKey(bench, Qt::Key_V);
        const auto band = bench.chart.rows()[1].locations;
        QCOMPARE(band.size(), std::size_t{20});
        bench.selection.selectArea(
            {.range = {.begin = 1'000, .end = 3'000},
             .locations = std::make_shared<const std::vector<LocationRef>>(band),
             .rows = 1});
        bench.chart.onBar(gui::charts::SelectionBar::Choice::Zoom);
        bench.settle();
        QCOMPARE(bench.view.range(), (TickRange{.begin = 1'000, .end = 3'000}));
        QVERIFY(!bench.view.state().fitsRows);
        QVERIFY(bench.chart.rows().size() >= std::size_t{200});
        const QRect first = bench.chart.rowRect(band.front()).value();
        const QRect last = bench.chart.rowRect(band.back()).value();
        QVERIFY(first.top() >= 0 && first.top() < 3);
        QVERIFY(last.top() < 80);
        bench.view.undo();
        QVERIFY(bench.view.state().fitsRows);
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void rowsThatFitAreMadeHigherByLettingGo()
    {
        Bench bench(manyRows(), 80);
        pressKey(bench, Qt::Key_V);
        const QPoint somewhere(bench.chart.labelWidth() + 100, 40);
        turnWheel(bench.chart, somewhere, {0, -1}, Qt::ControlModifier);
        QVERIFY(bench.view.state().fitsRows);
        QCOMPARE(bench.view.undoText(), QStringLiteral("fit rows"));
        turnWheel(bench.chart, somewhere, {0, 1}, Qt::ControlModifier);
        QVERIFY(!bench.view.state().fitsRows);
    }
};

QTEST_MAIN(TestTimelineHeights)
#include "test_timeline_heights.moc"
