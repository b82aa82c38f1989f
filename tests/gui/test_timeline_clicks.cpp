// The master timeline: what clicks select, fold and go to.

#include "tests/gui/chart_bench.h"

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)

class TestTimelineClicks : public QObject {
    Q_OBJECT

private slots:
    static void clickSelectsTheVisit()
    {
        Bench bench;
        bench.click(bench.at(300));
        QVERIFY(bench.selection.visit());
        QCOMPARE(bench.selection.visit()->location, kFirst);
        QCOMPARE(bench.selection.visit()->visit, (TickRange{.begin = 2'000, .end = 4'000}));
        QCOMPARE(bench.selection.visit()->depth, 2U);
        bench.click(bench.at(100));
        QCOMPARE(bench.selection.visit()->visit, (TickRange{.begin = 0, .end = 9'000}));
        bench.click(bench.at(300, kSecond));
        QCOMPARE(bench.selection.visit()->location, kSecond);
        QCOMPARE(bench.view.range(), bench.view.whole());
        bench.click(bench.at(950));  // where there is no function
        QVERIFY(!bench.selection.visit());
    }

    /// A bar may be painted of what runs before and behind the instant under the pointer.
    static void aClickBetweenVisitsSelectsTheLongestInThePixel()
    {
        Bench bench(R"(
length 9999
location 0 "first"
enter 0 @3001 short
leave 0 @3004 short
enter 0 @3008 shorter
leave 0 @3009 shorter
enter 0 @9998 end
leave 0 @9999 end
)");
        bench.click(bench.at(300));
        QVERIFY(bench.selection.visit());
        QCOMPARE(bench.selection.visit()->visit, (TickRange{.begin = 3'001, .end = 3'004}));
        bench.click(bench.at(500));
        QVERIFY(!bench.selection.visit());
        bench.doubleClick(bench.at(300));
        QVERIFY(bench.view.range().length() < 100);
    }

    static void clickBesideAllRowsClears()
    {
        Bench bench;
        bench.click(bench.at(300));
        QVERIFY(bench.selection.visit());
        bench.click(QPoint(bench.chart.labelWidth() + 300, 480));
        QVERIFY(!bench.selection.visit());
    }

    /// The newest click counts, even if the one before it is answered later.
    static void aClickAsideTakesTheOneBeforeBack()
    {
        Bench bench;
        bench.source.setHold(true);
        QTest::mouseClick(bench.chart.viewport(), Qt::LeftButton, {}, bench.at(300));
        QTest::mouseClick(
            bench.chart.viewport(),
            Qt::LeftButton,
            {},
            QPoint(bench.chart.labelWidth() + 300, 480));
        bench.source.setHold(false);
        bench.settle();
        QVERIFY(!bench.selection.visit());
    }

    static void doubleClickZoomsToTheVisit()
    {
        Bench bench;
        bench.doubleClick(bench.at(300));
        QCOMPARE(bench.selection.visit()->visit, (TickRange{.begin = 2'000, .end = 4'000}));
        const TickRange range = bench.view.range();
        QVERIFY(range.begin < 2'000 && range.end > 4'000);
        QVERIFY(range.length() < 8'000);
        QCOMPARE(range.begin + range.length() / 2, Tick{3'000});
        bench.view.undo();
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void aVisitThatIsMostOfTheWindowFillsIt()
    {
        Bench bench;
        bench.view.showRange({.begin = 1'500, .end = 4'500}, "test");
        bench.doubleClick(bench.at(500));
        QCOMPARE(bench.selection.visit()->visit, (TickRange{.begin = 2'000, .end = 4'000}));
        QCOMPARE(bench.view.range(), (TickRange{.begin = 1'900, .end = 4'100}));
    }

    static void clickOnALineSelectsTheMessage()
    {
        Bench bench;
        // Half way between the middles of both rows, half way between 6,000 and 7,000.
        const QPoint middle = (bench.at(600, kFirst) + bench.at(700, kSecond)) / 2;
        bench.click(middle);
        QVERIFY(bench.selection.message());
        QCOMPARE(bench.selection.message()->send, Tick{6'000});
        QCOMPARE(bench.selection.message()->receive, Tick{7'000});
        QVERIFY(!bench.selection.visit());
        bench.click(middle + QPoint(60, 0));
        QVERIFY(!bench.selection.message());
    }

    /// A double click that selects no visit must not let a later click zoom.
    static void doubleClickOnALineIsOverWhenItIsOver()
    {
        Bench bench;
        bench.doubleClick((bench.at(600, kFirst) + bench.at(700, kSecond)) / 2);
        QVERIFY(bench.selection.message());
        const TickRange range = bench.view.range();
        QVERIFY(range.begin < 6'000 && range.end > 7'000 && range != bench.view.whole());
        bench.click(bench.at(500));
        QVERIFY(bench.selection.visit());
        QCOMPARE(bench.view.range(), range);
    }

    static void doubleClickOnNothingIsOverWhenItIsOver()
    {
        Bench bench;
        bench.doubleClick(QPoint(bench.chart.labelWidth() + 300, 480));
        bench.click(bench.at(300));
        QVERIFY(bench.selection.visit());
        QCOMPARE(bench.view.range(), bench.view.whole());
    }

    static void arrowFolds()
    {
        Bench bench(tests::kTwoEach);
        const int rows = bench.chart.rowRect(kSecond)->top();
        const QPoint arrow(14, bench.chart.rowRect(kFirst)->top() / 2);  // of "rank 0", above
        bench.click(arrow);
        QCOMPARE(bench.view.undoText(), QStringLiteral("fold"));
        QVERIFY(bench.chart.rowRect(kSecond)->top() < rows);
        QCOMPARE(bench.chart.rowRect(kFirst)->top(), 0);  // its process stands for it
        bench.click(arrow);
        QVERIFY(bench.view.state().folded.empty());
        QCOMPARE(bench.chart.rowRect(kSecond)->top(), rows);
    }

    /// Two clicks in a row are what the system calls a double click.
    static void fastClicksFoldTwice()
    {
        Bench bench(tests::kTwoEach);
        bench.doubleClick(QPoint(14, bench.chart.rowRect(kFirst)->top() / 2));
        QVERIFY(bench.view.state().folded.empty());
        QVERIFY(bench.view.canUndo());
    }

    static void revealUnfolds()
    {
        Bench bench(tests::kTwoEach);
        bench.click(QPoint(14, bench.chart.rowRect(kFirst)->top() / 2));
        bench.chart.reveal(kFirst);
        QVERIFY(bench.view.state().folded.empty());
        QVERIFY(bench.chart.rowRect(kFirst)->top() > 0);
    }

    static void aRowThatIsGoneToIsMarked()
    {
        Bench bench(tests::kTwoEach);
        const QImage before = bench.chart.grab().toImage();
        QVERIFY(bench.chart.goToRow(kFirst));  // it was on the screen all the time
        QVERIFY(bench.chart.grab().toImage() != before);
        bench.click(QPoint(14, bench.chart.rowRect(kFirst)->top() / 2));
        QVERIFY(bench.chart.goToRow(kFirst));
        QVERIFY(bench.view.state().folded.empty());
        bench.view.addFilter(
            *bench.trace->definitions,
            {.kind = gui::models::Filter::Kind::HideLocations,
             .text = "without",
             .locations = std::make_shared<const std::vector<LocationRef>>(std::vector{kFirst})},
            "hide");
        QVERIFY(!bench.chart.goToRow(kFirst));
    }
};

QTEST_MAIN(TestTimelineClicks)
#include "test_timeline_clicks.moc"
