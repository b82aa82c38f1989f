// Rows of the master timeline: hidden, pinned, moved, marked, fitted; and what filters leave.

#include "gui/theme/theme.h"
#include "server/query/executor.h"
#include "tests/gui/chart_bench.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QFont>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QImage>
#include <QPoint>
#include <QPointF>
#include <QRect>
#include <QScrollBar>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace vellum::tests;  // NOLINT(google-build-using-namespace)
using gui::models::Filter;
using gui::models::Row;

namespace {

QStringList names(const Bench& bench)
{
    QStringList result;
    for (const Row& row : bench.chart.rows()) {
        result << row.name;
    }
    return result;
}

/// A point on the label of the row with this name.
QPoint label(const Bench& bench, const QString& name, double share = 0.5)
{
    const auto row = names(bench).indexOf(name);
    const auto& rows = bench.chart.rows();
    const QRect first = bench.chart.rowRect(rows[1].locations.front()).value();
    const int height = first.height();
    return {100, static_cast<int>((static_cast<double>(row) + share) * height)};
}

}  // namespace

class TestTimelineRows : public QObject {
    Q_OBJECT

private slots:
    // ---- Going to them ----------------------------------------------------------------------

    static void aRowThatIsRevealedIsSeenInFullAndSoIsTheNext()
    {
        Bench bench(manyRows(), 333);
        const int row = bench.chart.rowRect(LocationRef(0))->height();
        const auto isSeen = [&](std::uint64_t location) {
            const QRect place = bench.chart.rowRect(LocationRef(location)).value();
            return place.top() >= 0 && place.bottom() < bench.chart.viewport()->height();
        };
        for (const std::uint64_t location : {150U, 20U, 21U, 19U, 60U, 100U}) {
            bench.chart.reveal(LocationRef(location));
            QVERIFY(isSeen(location) && isSeen(location - 1) && isSeen(location + 1));
        }
        bench.chart.reveal(LocationRef(199));
        QVERIFY(isSeen(199));
        bench.chart.resize(bench.chart.width(), row + 8);  // no room for a second one
        for (const std::uint64_t location : {20U, 150U}) {
            bench.chart.reveal(LocationRef(location));
            QVERIFY(isSeen(location));
        }
    }

    /// The figure goes before the name cannot be read.
    static void aNarrowLabelIsTheNames()
    {
        Bench bench(kFourThreads);
        QFont bold = bench.chart.font();
        bold.setBold(true);
        constexpr int kBeforeName = 24;
        const int nameEnd = kBeforeName + QFontMetrics(bold).horizontalAdvance("rank 0");
        const auto hasInkBehindName = [&](int width) {
            bench.chart.setLabelWidth(width);
            bench.settle();
            const QImage picture = bench.chart.viewport()->grab().toImage();
            const double ratio = bench.chart.viewport()->devicePixelRatioF();
            const int y = static_cast<int>(ratio * bench.chart.rowRect(kFirst)->height() / 2);
            const QColor ground = gui::theme::currentTheme().groupRow;
            for (int x = static_cast<int>(nameEnd * ratio); x < (width - 4) * ratio; ++x) {
                if (picture.pixelColor(x, y) != ground) {
                    return true;
                }
            }
            return false;
        };
        QVERIFY(hasInkBehindName(nameEnd + 100));
        QVERIFY(!hasInkBehindName(nameEnd + 16));
    }

    // ---- Hiding -----------------------------------------------------------------------------

    static void theRowUnderThePointerIsHidden()
    {
        Bench bench(kFourThreads);
        bench.move(bench.at(300, LocationRef(1)), Qt::NoButton);
        pressKey(bench, Qt::Key_H);
        QCOMPARE(names(bench), (QStringList{"rank 0", "a", "rank 1", "c", "d"}));
        QCOMPARE(bench.view.undoText(), QStringLiteral("hide rows"));
        QVERIFY(bench.chart.sentence().startsWith(QStringLiteral("filtered: 3 of 4 locations")));
        bench.view.undo();
        QCOMPARE(names(bench).size(), 6);
        QVERIFY(bench.chart.sentence().startsWith(QStringLiteral("4 locations")));
    }

    static void markedRowsAreKeptAlone()
    {
        Bench bench(kFourThreads);
        bench.click(label(bench, "b"));
        QTest::mouseClick(
            bench.chart.viewport(), Qt::LeftButton, Qt::ControlModifier, label(bench, "c"));
        pressKey(bench, Qt::Key_O);
        QCOMPARE(names(bench), (QStringList{"rank 0", "b", "rank 1", "c"}));
        pressKey(bench, Qt::Key_H, Qt::ShiftModifier);
        QCOMPARE(names(bench).size(), 6);
        QCOMPARE(bench.view.undoText(), QStringLiteral("show all rows"));
    }

    static void aDragAlongAMarkedRowIsOfAllMarkedRows()
    {
        Bench bench(kFourThreads);
        bench.click(label(bench, "a"));
        QTest::mouseClick(
            bench.chart.viewport(), Qt::LeftButton, Qt::ControlModifier, label(bench, "d"));
        bench.drag(bench.at(250, LocationRef(3)), bench.at(450, LocationRef(3)), Qt::LeftButton);
        QVERIFY(bench.selection.area()->locations != nullptr);
        QCOMPARE(
            *bench.selection.area()->locations,
            (std::vector<LocationRef>{LocationRef(0), LocationRef(3)}));
        QCOMPARE(bench.selection.area()->rows, std::size_t{2});
        // Along another one: time alone.
        bench.drag(bench.at(250, LocationRef(1)), bench.at(450, LocationRef(1)), Qt::LeftButton);
        QVERIFY(bench.selection.area()->locations == nullptr);
    }

    static void aHiddenRowIsNamedWithItsProcess()
    {
        Bench bench(kFourThreads);
        bench.move(bench.at(300, LocationRef(2)), Qt::NoButton);
        pressKey(bench, Qt::Key_H);
        QCOMPARE(bench.view.filters().filters().front().text, QString("without rank 1 › c"));
    }

    static void shiftMarksAllBetween()
    {
        Bench bench(kFourThreads);
        bench.click(label(bench, "a"));
        QTest::mouseClick(
            bench.chart.viewport(), Qt::LeftButton, Qt::ShiftModifier, label(bench, "b"));
        pressKey(bench, Qt::Key_H);
        QCOMPARE(names(bench), (QStringList{"rank 1", "c", "d"}));
    }

    /// Nobody can be stuck with an empty chart.
    static void withoutRowsTheChartSaysWhy()
    {
        Bench bench(kFourThreads);
        bench.click(label(bench, "rank 0"));
        pressKey(bench, Qt::Key_H);
        bench.click(label(bench, "rank 1"));
        pressKey(bench, Qt::Key_H);
        QVERIFY(bench.chart.rows().empty());
        bench.chart.grab();
        bench.view.undo();
        bench.view.undo();
        QCOMPARE(names(bench).size(), 6);
    }

    /// What a parent's row shows is what is left below it.
    static void aFoldedRowIsOfWhatIsShown()
    {
        Bench bench(kFourThreads);
        bench.move(bench.at(300, LocationRef(0)), Qt::NoButton);
        pressKey(bench, Qt::Key_H);
        const Row parent = bench.chart.rows().front();
        QCOMPARE(parent.summed, (std::vector<LocationRef>{LocationRef(1)}));
        const auto* picture = bench.model.summaryOf(parent.key);
        QVERIFY(picture != nullptr && picture->shares().locations == 1);
        bench.view.undo();
        bench.settle();
        QCOMPARE(bench.model.summaryOf(parent.key)->shares().locations, std::uint64_t{2});
    }

    static void messagesNeedBothEnds()
    {
        Bench bench(kFourThreads);
        QVERIFY(bench.chart.sentence().endsWith(QStringLiteral("1 message")));
        bench.move(bench.at(300, LocationRef(2)), Qt::NoButton);
        pressKey(bench, Qt::Key_H);
        QVERIFY2(
            bench.chart.sentence().endsWith(QStringLiteral("0 messages")),
            qPrintable(bench.chart.sentence()));
    }

    static void theBarFiltersItsRows()
    {
        Bench bench(kFourThreads);
        bench.drag(bench.at(300, LocationRef(0)), bench.at(500, LocationRef(1)), Qt::LeftButton);
        bench.choose("Filter");
        QCOMPARE(names(bench), (QStringList{"rank 0", "a", "b"}));
        QCOMPARE(bench.view.range(), bench.view.whole());  // a filter is no zoom
    }

    // ---- Functions --------------------------------------------------------------------------

    static void otherFunctionsStepBack()
    {
        Bench bench(kFourThreads);
        const auto& definitions = *bench.trace->definitions;
        const auto before = bench.chart.viewport()->grab().toImage();
        bench.view.addFilter(
            definitions,
            {.kind = Filter::Kind::Functions,
             .text = "work",
             .functions = std::make_shared<const std::unordered_set<RegionRef>>(
                 gui::models::functionsNamed(definitions, "work", false))},
            "filter functions");
        bench.settle();
        const auto after = bench.chart.viewport()->grab().toImage();
        const double ratio = after.devicePixelRatio();
        const auto at = [&](int x) {
            return (QPointF(bench.at(x, kFirst, 0.15)) * ratio).toPoint();
        };
        QVERIFY(isSameColor(after.pixelColor(at(390)), before.pixelColor(at(390))));
        QVERIFY(!isSameColor(after.pixelColor(at(190)), before.pixelColor(at(190))));
        QVERIFY(bench.chart.sentence().contains(QStringLiteral("filtered: 1 of 2 functions")));
        bench.view.undo();
        bench.settle();
        QVERIFY(bench.chart.viewport()->grab().toImage() == before);
    }

    // ---- Pinning and moving -----------------------------------------------------------------

    static void pinnedRowsStayAtTheTop()
    {
        Bench bench(kFourThreads, 80);
        bench.click(label(bench, "d"));
        bench.chart.verticalScrollBar()->setValue(0);
        pressKey(bench, Qt::Key_P);
        QCOMPARE(names(bench), (QStringList{"d", "rank 0", "a", "b", "rank 1", "c"}));
        QCOMPARE(bench.view.undoText(), QStringLiteral("pin"));
        QVERIFY(bench.chart.verticalScrollBar()->maximum() > 0);
        bench.chart.verticalScrollBar()->setValue(bench.chart.verticalScrollBar()->maximum());
        bench.settle();
        QCOMPARE(bench.chart.rowRect(LocationRef(3))->top(), 0);
        QVERIFY(  // scrolled below it
            bench.chart.rowRect(LocationRef(0))->top()
            < bench.chart.rowRect(LocationRef(3))->bottom());
        // What is clicked on there is the pinned row.
        bench.click(bench.at(300, LocationRef(3)));
        QCOMPARE(bench.selection.visit()->location, LocationRef(3));
        pressKey(bench, Qt::Key_P);  // the marked one again
        QCOMPARE(names(bench).front(), QStringLiteral("rank 0"));
    }

    static void aPinnedRowNamesItsProcess()
    {
        Bench bench(kFourThreads);
        QCOMPARE(tipAt(bench, label(bench, "d")), QStringLiteral("d"));
        bench.click(label(bench, "d"));
        pressKey(bench, Qt::Key_P);
        QCOMPARE(tipAt(bench, label(bench, "d")), QStringLiteral("rank 1 · d"));
        QCOMPARE(tipAt(bench, label(bench, "b")), QStringLiteral("b"));
        bench.click(label(bench, "d"));  // lets go of the mark
        // What is pinned with its process stands below that.
        bench.click(label(bench, "rank 0"));
        pressKey(bench, Qt::Key_P);
        QCOMPARE(names(bench), (QStringList{"d", "rank 0", "a", "b", "rank 1", "c"}));
        QCOMPARE(tipAt(bench, label(bench, "b")), QStringLiteral("b"));
    }

    static void keysMoveRowsAmongTheirSiblings()
    {
        Bench bench(kFourThreads);
        bench.click(label(bench, "b"));
        pressKey(bench, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(names(bench), (QStringList{"rank 0", "b", "a", "rank 1", "c", "d"}));
        pressKey(bench, Qt::Key_Up, Qt::AltModifier);  // it is the first already
        QCOMPARE(names(bench)[1], QStringLiteral("b"));
        bench.click(label(bench, "b"));  // lets go of the mark
        bench.click(label(bench, "rank 0"));
        pressKey(bench, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(names(bench), (QStringList{"rank 1", "c", "d", "rank 0", "b", "a"}));
        pressKey(bench, Qt::Key_V, Qt::ShiftModifier);
        QCOMPARE(names(bench), (QStringList{"rank 0", "a", "b", "rank 1", "c", "d"}));
    }

    static void rowsAreDragged()
    {
        Bench bench(kFourThreads);
        bench.drag(label(bench, "a"), label(bench, "b", 0.9), Qt::LeftButton);
        QCOMPARE(names(bench), (QStringList{"rank 0", "b", "a", "rank 1", "c", "d"}));
        QCOMPARE(bench.view.undoText(), QStringLiteral("move row"));
        bench.drag(label(bench, "rank 1"), label(bench, "rank 0", 0.1), Qt::LeftButton);
        QCOMPARE(names(bench), (QStringList{"rank 1", "c", "d", "rank 0", "b", "a"}));
        // Not below another parent.
        bench.drag(label(bench, "c"), label(bench, "a"), Qt::LeftButton);
        QCOMPARE(names(bench), (QStringList{"rank 1", "c", "d", "rank 0", "b", "a"}));
        bench.view.undo();
        bench.view.undo();
        QCOMPARE(names(bench), (QStringList{"rank 0", "a", "b", "rank 1", "c", "d"}));
    }

    static void allRowsAreFoldedAndUnfolded()
    {
        Bench bench(kFourThreads);
        QVERIFY(bench.chart.run("foldAll"));
        bench.settle();
        QCOMPARE(names(bench), (QStringList{"rank 0", "rank 1"}));
        QVERIFY(bench.chart.run("unfoldAll"));
        QCOMPARE(names(bench).size(), 6);
    }

    // ---- Folded rows ------------------------------------------------------------------------

    /// Two threads: one is in work for half the time that the pointer is at, both are in main before the end.
    static void aFoldedRowTellsTheSharesUnderThePointer()
    {
        Bench bench(R"(
length 9999
group 0 "rank 0"
location 0 "a" group 0
location 1 "b" group 0
region 0 main paradigm 1
region 1 MPI_Wait paradigm 4
enter 0 @0 main
enter 0 @2000 MPI_Wait
leave 0 @4000 MPI_Wait
leave 0 @9000 main
enter 1 @0 main
leave 1 @9000 main
)");
        bench.view.setFolded(bench.chart.rows().front().key, true);
        bench.settle();
        QCOMPARE(bench.chart.rows().size(), std::size_t{1});
        QString said;
        QObject::connect(
            &bench.chart, &TimelineChart::pathHovered, &bench.chart, [&said](const QString& text) {
                said = text;
            });
        const int y = bench.chart.rowRect(kFirst)->center().y();
        bench.move(QPoint(bench.chart.labelWidth() + 100, y), {});
        QVERIFY2(said.contains("rank 0: Application 100.0 %"), qPrintable(said));
        bench.move(QPoint(bench.chart.labelWidth() + 300, y), {});
        QVERIFY2(said.contains("rank 0: Application 50.0 %, MPI 50.0 %"), qPrintable(said));
        const QString tip = tipAt(bench, QPoint(bench.chart.labelWidth() + 300, y));
        QVERIFY2(tip.startsWith("rank 0, 2 locations, 10.0 ns from "), qPrintable(tip));
        QVERIFY2(tip.contains("\nApplication 50.0 %\nMPI 50.0 %"), qPrintable(tip));
        bench.move(QPoint(bench.chart.labelWidth() + 950, y), {});
        QVERIFY2(said.endsWith("rank 0: in no function 100.0 %"), qPrintable(said));
        // What stands out by its function; the rest steps back.
        const QImage all = bench.chart.grab().toImage();
        bench.selection.setHighlight(
            gui::models::Highlight{.by = query::GroupBy::Region, .key = {1}});
        bench.settle();
        const QImage one = bench.chart.grab().toImage();
        const auto pixel = [&](const QImage& picture, int x, double share) {
            const QRect row = bench.chart.rowRect(kFirst).value();
            return picture.pixelColor(
                bench.chart.labelWidth() + x, row.top() + static_cast<int>(share * row.height()));
        };
        const QColor wait = pixel(all, 300, 0.25);
        const QColor main = pixel(all, 300, 0.75);
        QCOMPARE(pixel(one, 300, 0.75), wait);  // what stands out is at the bottom
        QVERIFY(pixel(one, 300, 0.25) != main && pixel(one, 300, 0.25) != wait);
        QVERIFY(pixel(one, 100, 0.5) != pixel(all, 100, 0.5));
        bench.move(QPoint(bench.chart.labelWidth() + 300, y), {});
        QVERIFY(tipAt(bench, QPoint(bench.chart.labelWidth() + 300, y))
                    .endsWith("\nwhat stands out 50.0 %"));
        bench.move(QPoint(bench.chart.labelWidth() + 950, y), {});
        // By its group.
        bench.selection.setHighlight(gui::models::Highlight{
            .by = query::GroupBy::FunctionGroup,
            .key = {static_cast<std::uint32_t>(FunctionGroup::Application)}});
        bench.settle();
        const QImage group = bench.chart.grab().toImage();
        QCOMPARE(pixel(group, 100, 0.5), pixel(all, 100, 0.5));
        QCOMPARE(pixel(group, 300, 0.75), main);
        QVERIFY(pixel(group, 300, 0.25) != wait);
    }

    // ---- Where the rows are scrolled to ------------------------------------------------------

    static void undoComesBackToTheRowsThatWereSeen()
    {
        Bench bench(manyRows(), 300);
        QScrollBar* bar = bench.chart.verticalScrollBar();
        bar->setValue(517);
        const std::vector<LocationRef> rows = {LocationRef(60), LocationRef(61), LocationRef(62)};
        bench.selection.selectArea(
            {.range = {.begin = 1'000, .end = 3'000},
             .locations = std::make_shared<const std::vector<LocationRef>>(rows),
             .rows = rows.size()});
        bench.chart.onBar(gui::charts::SelectionBar::Choice::Zoom);
        bench.settle();
        const int zoomed = bar->value();
        QVERIFY(zoomed > 1'000);
        bench.view.undo();
        QCOMPARE(bar->value(), 517);
        bench.view.redo();
        QCOMPARE(bar->value(), zoomed);
        bar->setValue(zoomed + 40);  // also where one scrolled later
        bench.view.undo();
        bench.view.redo();
        QCOMPARE(bar->value(), zoomed + 40);
    }

    static void hidingRowsAboveLeavesTheOthersWhereTheyAre()
    {
        Bench bench(manyRows(), 300);
        bench.chart.verticalScrollBar()->setValue(517);
        const QRect before = bench.chart.rowRect(LocationRef(100)).value();
        bench.view.addFilter(
            *bench.trace->definitions,
            {.kind = Filter::Kind::HideLocations,
             .text = QStringLiteral("x"),
             .locations = std::make_shared<const std::vector<LocationRef>>(
                 std::vector{LocationRef(1), LocationRef(2)})},
            QStringLiteral("hide"));
        bench.settle();
        QCOMPARE(bench.chart.rowRect(LocationRef(100)).value(), before);
        bench.view.undo();
        QCOMPARE(bench.chart.rowRect(LocationRef(100)).value(), before);
    }

    static void rowsGrowAboutThePointer()
    {
        Bench bench(manyRows(), 300);
        bench.chart.verticalScrollBar()->setValue(517);
        const QPoint pointer(bench.chart.labelWidth() + 100, 155);
        bench.move(pointer, {});
        const auto under = bench.chart.locationAt(pointer.y());
        QVERIFY(under.has_value());
        for (const int notches : {3, 4, -2, -6}) {
            turnWheel(bench.chart, pointer, {0, notches}, Qt::ControlModifier);
            QCOMPARE(bench.chart.locationAt(pointer.y()), under);
        }
    }

    static void aLabelTellsTheWholeName()
    {
        Bench bench(kFourThreads);
        QCOMPARE(
            tipAt(bench, label(bench, QStringLiteral("rank 1"))),
            QStringLiteral("rank 1\n2 locations"));
    }
};

VELLUM_TEST_GUI(TestTimelineRows)
#include "test_timeline_rows.moc"
