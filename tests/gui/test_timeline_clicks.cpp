// The master timeline: what clicks select, fold and go to.

#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QCoreApplication>
#include <QEvent>
#include <QHelpEvent>
#include <QImage>
#include <QPoint>
#include <QString>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <random>
#include <utility>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)

namespace {

/// Pixel 300 begins in a gap; it is "often" for longest, but "once" has the longest visit. Pixel 400 begins in "first",
/// pixel 500 in what "main" calls.
constexpr const char* kCrowded = R"(
length 9999
group 0 "rank 0"
location 0 "first" group 0
enter 0 @3001 often
leave 0 @3002 often
enter 0 @3002 often
leave 0 @3004 often
enter 0 @3005 once
leave 0 @3008 once
enter 0 @3008 often
leave 0 @3010 often
enter 0 @4000 first
leave 0 @4002 first
enter 0 @4002 then
leave 0 @4009 then
enter 0 @5000 main
enter 0 @5000 called
leave 0 @5002 called
leave 0 @6000 main
)";

/// What the status bar and the tip say.
struct Said {
    explicit Said(Bench& of) : bench(of)
    {
        QObject::connect(
            &bench.chart, &TimelineChart::pathHovered, &bench.chart, [this](const QString& text) {
                path = text;
            });
    }

    void hover(int x)
    {
        bench.move(bench.at(x), Qt::NoButton);
        bench.settle();
        QHelpEvent event(QEvent::ToolTip, bench.at(x), {});
        QCoreApplication::sendEvent(bench.chart.viewport(), &event);
        tip = QToolTip::text();
        QToolTip::hideText();
    }

    Bench& bench;
    QString path;
    QString tip;
};

constexpr int kRegions = 4;

/// Visits of a few functions with gaps, none in another, much shorter than a pixel.
struct Crowd {
    std::string text = "length 9999\nlocation 0 \"first\"\n";
    std::vector<int> runs = std::vector<int>(10'000, -1);  ///< by tick: which function is in it
};

Crowd crowd(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&random](unsigned count) {
        return static_cast<unsigned>(random() % count);
    };
    Crowd made;
    for (unsigned at = below(4); at < 9'980; at += below(3)) {
        const unsigned end = at + 1 + below(4);
        const unsigned region = below(kRegions);
        const std::string name = " f" + std::to_string(region) + "\n";
        made.text.append("enter 0 @").append(std::to_string(at)).append(name);
        made.text.append("leave 0 @").append(std::to_string(end)).append(name);
        std::fill(made.runs.begin() + at, made.runs.begin() + end, static_cast<int>(region));
        at = end;
    }
    return made;
}

/// The function with the most ticks from \p begin to \p end; -1: several have as many, or none has any.
int winnerOf(const Crowd& crowd, int begin, int end)
{
    std::array<int, kRegions> ticks{};
    for (int tick = begin; tick < end; ++tick) {
        const int region = crowd.runs[static_cast<std::size_t>(tick)];
        if (region >= 0) {
            ++ticks[static_cast<std::size_t>(region)];
        }
    }
    const auto most = std::ranges::max_element(ticks);
    return std::ranges::count(ticks, *most) > 1 ? -1 : static_cast<int>(most - ticks.begin());
}

}  // namespace

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
    /// Right beside the labels, whose edge is dragged on their side of it.
    static void theFirstPixelIsClicked()
    {
        Bench bench;
        const int width = bench.chart.labelWidth();
        bench.click(bench.at(0));
        QVERIFY(bench.selection.visit());
        bench.drag(bench.at(-2), bench.at(38), Qt::LeftButton);
        QCOMPARE(bench.chart.labelWidth(), width + 38);
    }

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

    /// What is painted, what is told and what is selected are one function.
    static void aPixelIsOneAnswer()
    {
        Bench bench(kCrowded);
        Said said(bench);
        const auto isLast = [&said](const char* end) {
            return said.path.endsWith(QString::fromUtf8(end));
        };
        const auto clicked = [&bench](int x) {
            bench.click(bench.at(x));
            return bench.selection.visit() ? bench.selection.visit()->visit : TickRange();
        };
        said.hover(300);
        QVERIFY2(isLast("rank 0 · first › often   longest in this pixel"), qPrintable(said.path));
        QVERIFY2(said.tip.startsWith("often\n"), qPrintable(said.tip));
        QCOMPARE(clicked(300), (TickRange{.begin = 3'002, .end = 3'004}));
        said.hover(400);
        QVERIFY2(isLast("rank 0 · first › then   longest in this pixel"), qPrintable(said.path));
        QCOMPARE(clicked(400), (TickRange{.begin = 4'002, .end = 4'009}));
        said.hover(500);
        QVERIFY2(isLast("rank 0 · first › main"), qPrintable(said.path));
        QCOMPARE(clicked(500), (TickRange{.begin = 5'000, .end = 6'000}));
        said.hover(700);
        QVERIFY2(isLast("rank 0 · first   in no function"), qPrintable(said.path));
        QCOMPARE(clicked(700), TickRange());
        // Near enough, a pixel is an instant.
        bench.view.showRange({.begin = 2'995, .end = 3'015}, "zoom");
        bench.settle();
        said.hover(520);
        QVERIFY2(isLast("rank 0 · first › once"), qPrintable(said.path));
        QCOMPARE(clicked(520), (TickRange{.begin = 3'005, .end = 3'008}));
        said.hover(475);
        QVERIFY2(isLast("rank 0 · first   in no function"), qPrintable(said.path));
    }

    static void everyPixelIsOneAnswer()
    {
        const Crowd made = crowd(5);
        Bench bench(made.text);
        Said said(bench);
        const int width = static_cast<int>(10 / bench.chart.viewport()->devicePixelRatioF());
        for (int x = 100; x < 160; ++x) {
            const int winner = winnerOf(made, 10 * x, 10 * x + width);
            if (winner < 0) {
                continue;
            }
            const QString name = QStringLiteral("f%1").arg(winner);
            said.hover(x);
            QCOMPARE(said.path.section(QString::fromUtf8(" › "), -1).left(2), name);
            bench.click(bench.at(x));
            QVERIFY(bench.selection.visit());
            const Region* region = bench.trace->definitions->find(bench.selection.visit()->region);
            QCOMPARE(QString::fromStdString(region->name), name);
            const TickRange pixel{.begin = Tick{10} * x, .end = Tick{10} * x + width};
            QVERIFY(!bench.selection.visit()->visit.intersected(pixel).isEmpty());
        }
    }

    /// What was answered before the picture of the view was there is told anew with it.
    static void whatIsToldFollowsThePicture()
    {
        Bench bench(kCrowded);
        Said said(bench);
        bench.view.showRange({.begin = 0, .end = 20}, "zoom");
        bench.settle();
        bench.move(bench.at(300), Qt::NoButton);
        bench.settle();
        bench.source.setHold(true);
        bench.view.showRange(bench.view.whole(), "back");
        QCoreApplication::processEvents();
        const auto asked = bench.source.asked();  // the pointer's first, then all others
        for (const auto& one : asked) {
            if (std::holds_alternative<query::DetailRequest>(one.request)) {
                bench.source.release(one.id);
            }
        }
        QCoreApplication::processEvents();
        bench.source.setHold(false);
        bench.settle();
        QVERIFY2(
            said.path.endsWith(QString::fromUtf8("first › often   longest in this pixel")),
            qPrintable(said.path));
    }

    static void theTipNamesTheRow()
    {
        Bench bench;
        Said said(bench);
        said.hover(300);
        QVERIFY2(
            said.tip.startsWith(QString::fromUtf8("work\nrank 0 · first\nbegins ")),
            qPrintable(said.tip));
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

VELLUM_TEST_GUI(TestTimelineClicks)
#include "test_timeline_clicks.moc"
