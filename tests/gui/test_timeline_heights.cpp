// How high the rows of the master timeline are: all at once, in bands, and zoomed to.

#include "gui/painters/timeline_painter.h"
#include "server/query/executor.h"
#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QImage>
#include <QPainter>
#include <QPoint>
#include <QRect>
#include <QScrollBar>
#include <QString>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::models::Row;

namespace {

std::vector<LocationRef> locationsOf(const Bench& bench)
{
    std::vector<LocationRef> all;
    for (const Row& row : bench.chart.rows()) {
        all.insert(all.end(), row.locations.begin(), row.locations.end());
    }
    return all;
}

}  // namespace

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

    /// All that was zoomed to is seen below a pinned row that is not part of it.
    static void aPinnedRowHidesNoneOfTheRowsThatAreZoomedTo()
    {
        Bench bench(manyRows(), 300);
        gui::models::ViewState next = bench.view.state();
        next.pinned = {bench.chart.rows().back().key};
        bench.view.show(next, "pin");
        const LocationRef pinned = bench.chart.rows().front().locations.front();
        const std::vector<LocationRef> rows = {
            LocationRef(60), LocationRef(61), LocationRef(62), LocationRef(63)};
        bench.selection.selectArea(
            {.range = {.begin = 1'000, .end = 3'000},
             .locations = std::make_shared<const std::vector<LocationRef>>(rows),
             .rows = rows.size()});
        bench.chart.onBar(gui::charts::SelectionBar::Choice::Zoom);
        bench.settle();
        const int below = bench.chart.rowRect(pinned).value().bottom();
        QCOMPARE(bench.chart.rowRect(pinned).value().top(), 0);
        for (const LocationRef row : rows) {
            const QRect place = bench.chart.rowRect(row).value();
            QVERIFY2(place.top() > below, qPrintable(QString::number(place.top())));
            QVERIFY(place.bottom() < bench.chart.viewport()->height());
        }
        QCOMPARE(bench.chart.rowRect(rows.front()).value().top(), below + 1);
    }

    /// 120 of 200 rows, where there is room for 80.
    static void moreRowsThanPixelsFillTheChartThatWasZoomedToThem()
    {
        Bench bench(manyRows(), 80);
        pressKey(bench, Qt::Key_V);
        std::vector<LocationRef> meant;
        for (std::size_t band = 2; band < 8; ++band) {
            const auto& locations = bench.chart.rows()[band].locations;
            meant.insert(meant.end(), locations.begin(), locations.end());
        }
        QCOMPARE(meant.size(), std::size_t{120});
        bench.selection.selectArea(
            {.range = {.begin = 1'000, .end = 3'000},
             .locations = std::make_shared<const std::vector<LocationRef>>(meant),
             .rows = 6});
        bench.chart.onBar(gui::charts::SelectionBar::Choice::Zoom);
        bench.settle();
        QCOMPARE(bench.view.range(), (TickRange{.begin = 1'000, .end = 3'000}));
        QCOMPARE(bench.chart.verticalScrollBar()->maximum(), 0);
        QCOMPARE(bench.chart.rows().size(), std::size_t{10});
        QCOMPARE(locationsOf(bench), meant);
        QVERIFY2(
            bench.chart.sentence().contains(QStringLiteral("120 of 200 rows · rows of 12 loc")),
            qPrintable(bench.chart.sentence()));
        bench.view.undo();
        QCOMPARE(locationsOf(bench).size(), std::size_t{200});
        QVERIFY(bench.view.state().fitsRows);
        bench.view.redo();
        QCOMPARE(locationsOf(bench), meant);
        // What is gone to is on the screen.
        QVERIFY(bench.chart.goToRow(LocationRef(199)));
        QCOMPARE(locationsOf(bench).size(), std::size_t{200});
        bench.view.undo();
        QVERIFY(bench.chart.run("showAllRows"));
        QCOMPARE(locationsOf(bench).size(), std::size_t{200});
        bench.view.undo();
        pressKey(bench, Qt::Key_V);
        QCOMPARE(bench.chart.rows().size(), std::size_t{201});  // and their process
    }

    /// Three of four threads are in main: 75 %. Eight pixels a band, of ten bands in 85.
    static void bandsOfEqualSharesLookEqual()
    {
        std::string text = "length 9999\n";
        for (int i = 0; i < 200; ++i) {
            const std::string who = std::to_string(i);
            text.append("location ").append(who).append(" L").append(who).append("\n");
            text.append(i % 4 == 0 ? "" : "enter " + who + " @0 main\n");
            text.append(i % 4 == 0 ? "" : "leave " + who + " @9999 main\n");
        }
        Bench bench(text, 85);
        pressKey(bench, Qt::Key_V);
        bench.move(QPoint(5, 84), Qt::NoButton);
        const QImage picture = bench.chart.viewport()->grab().toImage();
        const int x = bench.chart.labelWidth() + 500;
        QCOMPARE(bench.chart.rows().size(), std::size_t{10});
        const auto bandOf = [&](std::size_t band) {
            const LocationRef first = bench.chart.rows()[band].locations.front();
            const QRect place = bench.chart.rowRect(first).value();
            return picture.copy(x, place.top(), 1, place.height());
        };
        QCOMPARE(bandOf(0).height(), 8);
        for (std::size_t band = 1; band < 10; ++band) {
            QCOMPARE(bandOf(band), bandOf(0));
        }
        QVERIFY(bandOf(0).pixel(0, 1) != bandOf(0).pixel(0, 5));
        QVERIFY(!bench.chart.locationAt(83).has_value());
    }

    /// Of six pixels 4.494 and 4.506: neither is rounded.
    static void sharesThatAreNearlyEqualLookNearlyEqual()
    {
        const auto paintedOf = [](double share) {
            QImage image(1, 6, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            gui::painters::paintShares(
                painter,
                {{.begin = 0, .end = 1, .key = {0}, .low = 0, .high = share},
                 {.begin = 0, .end = 1, .key = {1}, .low = share, .high = 1}},
                image.rect(),
                [](query::Key key) {
                    return gui::painters::ShareLook{
                        .color = key.value == 0 ? Qt::black : Qt::white,
                        .group = FunctionGroup::Application};
                });
            return image;
        };
        const auto inkOf = [](const QImage& image) {
            double ink = 0;
            for (int y = 0; y < image.height(); ++y) {
                ink += 1 - image.pixelColor(0, y).valueF();
            }
            return ink;
        };
        for (const double share : {0.0, 0.1, 0.25, 0.5, 0.749, 0.751, 0.99, 1.0}) {
            const double ink = inkOf(paintedOf(share));
            QVERIFY2(std::abs(ink - 6 * share) < 0.02, qPrintable(QString::number(ink)));
        }
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

VELLUM_TEST_GUI(TestTimelineHeights)
#include "test_timeline_heights.moc"
