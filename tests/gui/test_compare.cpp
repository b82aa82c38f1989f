#include "gui/charts/panels/legend_panel.h"
#include "gui/models/step_timeline.h"
#include "gui/shell/align_dialog.h"
#include "gui/shell/process_map_dialog.h"
#include "gui/theme/region_colors.h"
#include "tests/gui/compare_bench.h"
#include "tests/gui/mouse.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QMenu>
#include <QPoint>
#include <QPushButton>
#include <QStatusBar>
#include <QString>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QVariantMap>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

namespace vellum::gui {

namespace {

using shell::CompareTab;
using shell::FailurePage;
using shell::TraceView;
using tests::comes;
using tests::CompareWindow;
using tests::isShown;
using tests::kFaster;
using tests::markOf;
using tests::regionOf;
using tests::Window;

constexpr const char* kFourRanks = R"(
group 0 "rank 0"
group 1 "rank 1"
group 2 "rank 2"
group 3 "rank 3"
location 0 "main" group 0
location 1 "main" group 1
location 2 "main" group 2
location 3 "main" group 3
enter 0 @0 step
leave 0 @100 step
enter 1 @0 step
leave 1 @100 step
enter 2 @0 step
leave 2 @100 step
enter 3 @0 step
leave 3 @100 step
)";

constexpr const char* kTwoRanks = R"(
group 0 "rank 0"
group 1 "rank 1"
location 0 "main" group 0
location 1 "main" group 1
enter 0 @0 step
leave 0 @150 step
enter 1 @0 step
leave 1 @150 step
)";

constexpr const char* kMarkedA = R"(
ticks-per-second 1000
region 9 iteration
enter 0 @0 main
event 0 @100 Instant 9 0
event 0 @300 Instant 9 0
event 0 @700 Instant 9 0
leave 0 @1000 main
)";

// Twice the clock; marked on the trace.
constexpr const char* kMarkedB = R"(
ticks-per-second 2000
region 3 iteration
region 4 other
enter 0 @0 main
event 0 @200 Instant 3 2
event 0 @600 Instant 4 2
event 0 @1000 Instant 3 2
leave 0 @1600 main
)";

}  // namespace

/// Several traces in one tab of the window.
class TestCompare : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void bothHaveAPlaceAndAName();
    void aSecondIsAsWideInBoth();
    void whatIsShownOfOneIsShownOfBoth();
    void oneUndoTakesBackBoth();
    void uncoupledEachMovesAlone();
    void theKeyboardAloneIsEnough();
    void panelsAreOfTheCurrentTrace();
    void thePointerIsInBoth();
    void aMarkIsMadeByNameInBoth();
    void functionsOfANameHaveOneColour();
    void aChartIsOpenedInBoth();
    void labelsAreAsWideInBoth();
    void theyAreAlignedAtAVisit();
    void theyAreAlignedAtAMarker();
    void aDragSnapsToVisitsOfTheSameFunction();
    void theyAreAlignedByAnOffset();
    void theyAreAlignedAtWhatIsSelected();
    void theAlignmentIsKept();
    void processesAreMappedUndoneAndKept();
    void oneThatCannotBeOpenedLeavesTheOther();
    void aLossIsSaidOnce();
    void moreThanEightAreRefused();
    void aTraceIsComparedWithItself();
    void anOpenTraceIsComparedWithAnother();
    void closingTheTabClosesAll();
};

void TestCompare::bothHaveAPlaceAndAName()
{
    const CompareWindow made(folder());
    QCOMPARE(made.window.tabCount(), 1);
    QCOMPARE(made.window.windowTitle(), QStringLiteral("a.otf2 ↔ b.otf2 — Vellum"));
    QCOMPARE(made.tab->places().size(), std::size_t{2});
    QCOMPARE(made.tab->places()[0]->letter(), QStringLiteral("A"));
    QVERIFY(made.tab->places()[1]->strip().accessibleName().contains(QLatin1String("B: b.otf2")));
    QVERIFY(made.view(0).chart().isVisible() && made.view(1).chart().isVisible());
    QCOMPARE(made.window.currentView(), &made.view(0));
    QVERIFY(made.window.action("couple")->isChecked());
}

void TestCompare::aSecondIsAsWideInBoth()
{
    const CompareWindow made(folder());
    // 1,000 ms and 800 ms; what the second one lacks stays blank.
    const auto widthOf = [&](std::size_t place) {
        const charts::TimelineChart& chart = made.view(place).chart();
        return chart.viewport()->width() - chart.labelWidth();
    };
    QVERIFY(comes([&] { return std::abs(widthOf(1) - widthOf(0) * 800 / 1'000) <= 2; }));
    const auto leftOf = [&](std::size_t place) {
        return made.view(place).chart().mapTo(&made.window, QPoint()).x();
    };
    QCOMPARE(leftOf(1), leftOf(0));
}

void TestCompare::whatIsShownOfOneIsShownOfBoth()
{
    CompareWindow made(folder());
    made.zoom(0, 200, 600);
    QCOMPARE(made.range(1), (TickRange{.begin = 400, .end = 1'200}));
    made.zoom(1, 300, 500);
    QCOMPARE(made.range(0), (TickRange{.begin = 150, .end = 250}));
    made.view(1).history().showWhole();
    QCOMPARE(made.range(0), made.view(0).history().whole());
    QCOMPARE(made.range(1), made.view(1).history().whole());
}

void TestCompare::oneUndoTakesBackBoth()
{
    CompareWindow made(folder());
    made.zoom(0, 200, 600);
    made.zoom(1, 500, 700);
    made.run("undo");
    QCOMPARE(made.range(0), (TickRange{.begin = 200, .end = 600}));
    QCOMPARE(made.range(1), (TickRange{.begin = 400, .end = 1'200}));
    QVERIFY(made.window.action("undo")->text().contains(QLatin1String("zoom")));
    made.run("nextTrace");
    made.run("undo");
    QCOMPARE(made.range(0), made.view(0).history().whole());
    QCOMPARE(made.range(1), made.view(1).history().whole());
    QVERIFY(!made.window.action("undo")->isEnabled());
    made.run("redo");
    QCOMPARE(made.range(0), (TickRange{.begin = 200, .end = 600}));
}

void TestCompare::uncoupledEachMovesAlone()
{
    CompareWindow made(folder());
    made.run("couple");
    QVERIFY(!made.tab->link().isCoupled());
    made.zoom(0, 200, 600);
    QCOMPARE(made.range(1), made.view(1).history().whole());
    made.zoom(1, 0, 100);
    made.run("undo");  // of the current one, the first
    QCOMPARE(made.range(0), made.view(0).history().whole());
    QCOMPARE(made.range(1), (TickRange{.begin = 0, .end = 100}));
    made.zoom(0, 200, 600);
    made.run("couple");  // the others follow the current one
    QCOMPARE(made.range(1), (TickRange{.begin = 400, .end = 1'200}));
}

void TestCompare::theKeyboardAloneIsEnough()
{
    CompareWindow made(folder());
    QVERIFY(made.activate());
    made.view(0).chart().setFocus();
    made.key(0, Qt::Key_W);
    const TickRange zoomed = made.range(0);
    QVERIFY(zoomed != made.view(0).history().whole());
    QCOMPARE(made.range(1).begin, 2 * zoomed.begin);
    QTest::keyClick(&made.view(0).chart(), Qt::Key_F6);
    QCOMPARE(made.window.currentView(), &made.view(1));
    QVERIFY(made.view(1).chart().hasFocus());
    QTest::keyClick(&made.view(1).chart(), Qt::Key_C);
    QVERIFY(!made.tab->link().isCoupled());
    made.key(1, Qt::Key_Home);
    QCOMPARE(made.range(0), zoomed);
    QTest::keyClick(&made.view(1).chart(), Qt::Key_F6, Qt::ShiftModifier);
    QCOMPARE(made.window.currentView(), &made.view(0));
    QTest::keyClick(&made.view(0).chart(), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(made.range(0), made.view(0).history().whole());
}

void TestCompare::panelsAreOfTheCurrentTrace()
{
    CompareWindow made(folder());
    QVERIFY(made.view(0).summary().isVisible() && !made.view(1).summary().isVisible());
    made.run("nextTrace");
    QVERIFY(!made.view(0).summary().isVisible() && made.view(1).summary().isVisible());
    // Keys in them are those of its chart.
    QTest::keyClick(made.view(1).summary().findChild<QWidget*>(), Qt::Key_W);
    made.settle();
    for (const char* panel : {"summaryPanel", "detailsPanel", "legendPanel"}) {
        made.run(panel);
    }
    QVERIFY(!made.view(0).summary().isVisible() && !made.view(1).summary().isVisible());
    QVERIFY(comes([&] { return made.tab->places()[0]->width() == made.tab->width(); }));
    made.run("summaryPanel");
    QVERIFY(!made.view(0).summary().isVisible() && made.view(1).summary().isVisible());
}

void TestCompare::thePointerIsInBoth()
{
    CompareWindow made(folder());
    made.zoom(0, 200, 600);
    charts::TimelineChart& chart = made.view(0).chart();
    const int middle = (chart.labelWidth() + chart.viewport()->width()) / 2;
    // What the other one paints is another picture with the line than without.
    const auto picture = [&] { return made.view(1).frame().ruler().grab().toImage(); };
    const QImage before = picture();
    QTest::mouseMove(chart.viewport(), {middle, chart.viewport()->height() / 2});
    QVERIFY(comes([&] { return picture() != before; }));
    QTest::mouseMove(chart.viewport(), {chart.labelWidth() / 2, chart.viewport()->height() / 2});
    QVERIFY(comes([&] { return picture() == before; }));
    made.run("couple");
    QTest::mouseMove(chart.viewport(), {middle, chart.viewport()->height() / 2});
    QCOMPARE(picture(), before);
}

void TestCompare::aMarkIsMadeByNameInBoth()
{
    const CompareWindow made(folder());
    QVERIFY(regionOf(made.view(0), "work") != regionOf(made.view(1), "work"));
    made.view(0).selection().setHighlight(markOf(made.view(0), "work"));
    QCOMPARE(made.view(1).selection().highlight(), std::optional(markOf(made.view(1), "work")));
    made.view(1).selection().setHighlight(markOf(made.view(1), "idle"));
    QVERIFY(!made.view(0).selection().highlight());
}

void TestCompare::functionsOfANameHaveOneColour()
{
    const CompareWindow made(folder());
    const auto colorIn = [&](std::size_t place, const char* name) {
        const Definitions& definitions = *made.view(place).trace().definitions;
        return theme::regionColor(*definitions.find(regionOf(made.view(place), name)));
    };
    QCOMPARE(colorIn(1, "work"), colorIn(0, "work"));
    QCOMPARE(colorIn(1, "main"), colorIn(0, "main"));
}

void TestCompare::aChartIsOpenedInBoth()
{
    CompareWindow made(folder());
    const auto areOpen = [&](bool first, bool second) {
        return made.view(0).frame().isOpen(QStringLiteral("radar")) == first
               && made.view(1).frame().isOpen(QStringLiteral("radar")) == second;
    };
    made.run("chart.radar");
    QVERIFY(areOpen(true, true));
    made.run("undo");
    QVERIFY(areOpen(false, false));
}

void TestCompare::labelsAreAsWideInBoth()
{
    const CompareWindow made(folder());
    made.view(1).frame().setLabelWidth(300);
    QCOMPARE(made.view(0).frame().labelWidth(), 300);
}

void TestCompare::theyAreAlignedAtAVisit()
{
    CompareWindow made(folder());
    made.zoom(0, 0, 400);
    made.view(0).selection().setHighlight(markOf(made.view(0), "work"));
    shell::AlignDialog dialog(*made.source, *made.tab);
    dialog.alignAtVisit(shell::markedFunction(made.view(0)), 2);
    // The second one begins at 300 of 1,000 and at 1,000 of 2,000.
    QVERIFY(comes([&] { return made.range(1) == TickRange{.begin = 400, .end = 1'200}; }));
    QCOMPARE(made.range(0), (TickRange{.begin = 0, .end = 400}));
    QCOMPARE(made.tab->places()[1]->strip().note(), QStringLiteral("-0.2000 s"));
    made.zoom(0, 100, 300);
    QCOMPARE(made.range(1), (TickRange{.begin = 600, .end = 1'000}));
    made.run("undo");
    made.run("undo");
    QCOMPARE(made.range(1), (TickRange{.begin = 0, .end = 800}));
    // One of them has fewer: nothing is aligned.
    dialog.alignAtVisit(QStringLiteral("work"), 3);
    QVERIFY(comes([&] { return !dialog.errorText().isEmpty(); }));
    QCOMPARE(dialog.errorText(), QStringLiteral("B has 2 visits of “work”, not 3."));
    QCOMPARE(made.range(1), (TickRange{.begin = 0, .end = 800}));
    dialog.alignAtVisit({}, 1);
    QVERIFY(dialog.errorText().contains(QLatin1String("Which function")));
}

void TestCompare::theyAreAlignedAtAMarker()
{
    CompareWindow made(folder(), "/b.otf2", kMarkedA, kMarkedB);
    made.zoom(0, 0, 400);
    shell::AlignDialog dialog(*made.source, *made.tab);
    dialog.alignAtMarker(QStringLiteral("iteration"), 2);
    // The second one is at 300 of 1,000 and at 1,000 of 2,000.
    QVERIFY(comes([&] { return made.range(1) == TickRange{.begin = 400, .end = 1'200}; }));
    made.run("undo");
    QCOMPARE(made.range(1), (TickRange{.begin = 0, .end = 800}));
    dialog.alignAtMarker(QStringLiteral("iteration"), 3);
    QVERIFY(comes([&] { return !dialog.errorText().isEmpty(); }));
    QCOMPARE(dialog.errorText(), QStringLiteral("B has 2 markers “iteration”, not 3."));
    // What both have stands in the dialog that the menu opens.
    made.run("alignMarker");
    auto* opened = made.tab->findChild<shell::AlignDialog*>();
    QVERIFY(opened != nullptr);
    const auto fields = opened->findChildren<QLineEdit*>();
    QVERIFY(comes([&] {
        return std::ranges::any_of(
            fields, [](const QLineEdit* field) { return field->text() == "iteration"; });
    }));
}

/// By the bar of a function, moved until its begin is nearly at that of a namesake.
void TestCompare::aDragSnapsToVisitsOfTheSameFunction()
{
    const CompareWindow made(folder());
    auto& chart = made.view(1).chart();
    const double pixelsPerTick =
        made.view(1).frame().widthForTime()
        / static_cast<double>(made.tab->link().wanted(made.view(1).history()).length());
    const auto row = chart.rowRect(LocationRef(0));
    QVERIFY(row.has_value());
    const QPoint from(
        chart.canvasRect().left() + static_cast<int>(std::lround(1'050 * pixelsPerTick)),
        row->center().y());
    // B's second work begins at 0.5 s, A's at 0.3 s.
    const QPoint to = from - QPoint(static_cast<int>(std::lround(400 * pixelsPerTick)) - 3, 0);
    QString said;
    connect(&made.view(1), &shell::TraceView::pathHovered, this, [&said](const QString& text) {
        said = text;
    });
    QTest::mousePress(chart.viewport(), Qt::LeftButton, Qt::AltModifier, from);
    made.settle();  // the edges are known
    tests::movePointer(chart, (from + to) / 2, Qt::LeftButton, Qt::AltModifier);
    tests::movePointer(chart, to, Qt::LeftButton, Qt::AltModifier);
    QCOMPARE(said, QStringLiteral("at a begin of work"));
    QTest::mouseRelease(chart.viewport(), Qt::LeftButton, Qt::AltModifier, to);
    made.settle();
    QCOMPARE(made.tab->places()[1]->strip().note(), QStringLiteral("-0.2000 s"));
    made.view(1).history().undo();
    QCOMPARE(made.tab->places()[1]->strip().note(), QString());
}

void TestCompare::theyAreAlignedByAnOffset()
{
    CompareWindow made(folder());
    made.zoom(0, 200, 400);
    shell::AlignDialog dialog(*made.source, *made.tab);
    dialog.alignByOffsets({QStringLiteral("100ms")});
    QCOMPARE(made.range(1), (TickRange{.begin = 200, .end = 600}));
    dialog.alignByOffsets({QStringLiteral("soon")});
    QCOMPARE(
        dialog.errorText(), QStringLiteral("“soon” is no time, as 1.25s, -300ms or 40us are."));
    QCOMPARE(made.range(1), (TickRange{.begin = 200, .end = 600}));
    made.run("alignBeginnings");
    QCOMPARE(made.range(1), (TickRange{.begin = 400, .end = 800}));
    made.run("sameLength");
    QCOMPARE(made.range(1), (TickRange{.begin = 320, .end = 640}));
    QVERIFY(made.window.action("sameLength")->isChecked());
}

void TestCompare::theyAreAlignedAtWhatIsSelected()
{
    CompareWindow made(folder());
    made.view(0).goTo(LocationRef(0), 350);
    made.settle();
    made.run("alignSelections");
    QVERIFY(made.window.statusBar()->currentMessage().contains(QLatin1String("in B")));
    made.view(1).selection().setInstant(800);
    made.run("alignSelections");
    made.zoom(0, 300, 400);  // that visit begins at 300
    QCOMPARE(made.range(1), (TickRange{.begin = 800, .end = 1'000}));
}

void TestCompare::theAlignmentIsKept()
{
    {
        CompareWindow made(folder());
        shell::AlignDialog(*made.source, *made.tab).alignByOffsets({QStringLiteral("100ms")});
        made.window.action("closeTab")->trigger();
    }
    CompareWindow again(folder());
    again.zoom(0, 200, 400);
    QCOMPARE(again.range(1), (TickRange{.begin = 200, .end = 600}));
    // The trace alone knows nothing of it.
    again.window.openTrace(folder() + QStringLiteral("/a.otf2"));
    QVERIFY(comes([&] { return isShown(again.window.currentTab()); }));
    QVERIFY(again.window.currentComparison() == nullptr);
    QVERIFY(!again.window.action("couple")->isEnabled());
}

void TestCompare::processesAreMappedUndoneAndKept()
{
    QVariantMap kept;
    {
        CompareWindow made(folder(), "/b.otf2", kFourRanks, kTwoRanks);
        made.tab->setDifferencesShown(true);
        made.tab->differences().chooseBy(QStringLiteral("timeline"));
        made.tab->differences().chooseStep(QStringLiteral("step"));
        const auto rows = [&made] {
            const auto& comparison = made.tab->differences().stepModel().comparison();
            return comparison != nullptr ? comparison->count : 0;
        };
        const auto onlyA = [&made] {
            return made.tab->differences().stepModel().comparison()->onlyA;
        };
        QVERIFY(comes([&] { return rows() == 4; }));
        QCOMPARE(onlyA(), std::uint64_t{2});
        shell::ProcessMapDialog dialog(*made.tab);
        QCOMPARE(dialog.table().rowCount(), 4);
        QCOMPARE(dialog.table().item(2, 1)->text(), QString());
        dialog.rule().setCurrentIndex(static_cast<int>(compare::MapBy::Fold));
        emit dialog.rule().activated(static_cast<int>(compare::MapBy::Fold));
        QCOMPARE(onlyA(), std::uint64_t{0});
        QCOMPARE(dialog.table().item(2, 1)->text(), QStringLiteral("rank 1"));
        dialog.choosePartner(2, QString());
        QCOMPARE(onlyA(), std::uint64_t{1});
        QCOMPARE(dialog.notes(), QStringLiteral("Chosen by hand: 1."));
        QVERIFY(made.activate());
        kept = made.tab->layoutState();
        // One undo takes back one change, whichever trace it is pressed in.
        made.key(1, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(onlyA(), std::uint64_t{0});
        QVERIFY(made.tab->processMap().edits.empty());
        made.key(0, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(onlyA(), std::uint64_t{2});
        QVERIFY(made.tab->processMap() == compare::ProcessMap());
        QVERIFY(!made.view(1).history().canUndo());
    }
    CompareWindow again(folder(), "/b.otf2", kFourRanks, kTwoRanks);
    again.tab->applyLayout(kept);
    const compare::ProcessMap expected{
        .by = compare::MapBy::Fold, .edits = {{.a = "rank 2", .b = ""}}};
    QVERIFY(again.tab->processMap() == expected);
}

void TestCompare::oneThatCannotBeOpenedLeavesTheOther()
{
    CompareWindow made(folder(), "/none.otf2");
    shell::TraceTab& failed = made.tab->places()[1]->tab();
    QVERIFY(failed.failure());
    QVERIFY(failed.findChild<FailurePage*>()->sentence().contains(QLatin1String("none.otf2")));
    QCOMPARE(made.window.currentView(), &made.view(0));
    made.key(0, Qt::Key_W);
    QVERIFY(made.range(0) != made.view(0).history().whole());
    made.zoom(0, 200, 600);
    // It is there now.
    const TickRange zoomed = made.range(0);
    made.source->add(folder() + QStringLiteral("/none.otf2"), tests::traceFromText(kFaster));
    failed.findChild<FailurePage*>()->findChild<QPushButton*>()->click();
    made.settle();
    QVERIFY(comes([&] { return failed.view() != nullptr; }));
    QCOMPARE(made.range(0), zoomed);
    QCOMPARE(made.range(1), (TickRange{.begin = 2 * zoomed.begin, .end = 2 * zoomed.end}));
}

void TestCompare::aLossIsSaidOnce()
{
    const CompareWindow made(folder());
    made.source->lose();
    QVERIFY(comes([&] { return !made.tab->places()[0]->tab().notice().sentence().isEmpty(); }));
    QVERIFY(made.tab->places()[1]->tab().notice().sentence().isEmpty());
    made.tab->places()[0]->tab().notice().actionButton()->click();
    QCOMPARE(made.source->restarts, 1);
    made.source->restore();
    QVERIFY(comes([&] { return made.tab->places()[0]->tab().notice().sentence().isEmpty(); }));
    made.settle();
}

void TestCompare::moreThanEightAreRefused()
{
    Window made(folder());
    const auto some = [&](std::size_t count) {
        return std::vector<query::TraceSelection>(
            count, CompareWindow::pathOf(folder(), "/a.otf2"));
    };
    QVERIFY(made.window.compareTraces(some(9)) == nullptr);
    QVERIFY(made.window.statusBar()->currentMessage().contains(QLatin1String("not 9")));
    QVERIFY(made.window.compareTraces(some(1)) == nullptr);
    QCOMPARE(made.window.tabCount(), 0);
    const CompareTab* tab = made.window.compareTraces(some(8));
    QVERIFY(tab != nullptr);
    QVERIFY(comes([&] { return tab->views().size() == 8; }));
    QCOMPARE(tab->places().back()->letter(), QStringLiteral("H"));
    QCOMPARE(made.window.height(), 800);  // they are scrolled
}

void TestCompare::aTraceIsComparedWithItself()
{
    CompareWindow made(folder(), "/a.otf2");
    made.run("couple");
    made.zoom(0, 100, 200);
    made.zoom(1, 500, 600);
    QCOMPARE(made.range(0), (TickRange{.begin = 100, .end = 200}));
    made.run("alignAsShown");
    made.run("couple");
    made.zoom(0, 150, 250);
    QCOMPARE(made.range(1), (TickRange{.begin = 550, .end = 650}));
}

void TestCompare::anOpenTraceIsComparedWithAnother()
{
    Window made(folder(), tests::kTrace, kFaster);
    made.window.openTrace(folder() + QStringLiteral("/b.otf2"));
    made.window.openTrace(folder() + QStringLiteral("/a.otf2"));
    QVERIFY(comes([&] { return isShown(made.window.currentTab()); }));
    auto* menu = made.window.findChild<QMenu*>(QStringLiteral("compareWith"));
    emit menu->aboutToShow();
    QCOMPARE(menu->actions().back()->text(), QStringLiteral("Compare with b.otf2"));
    menu->actions().back()->trigger();
    CompareTab* tab = made.window.currentComparison();
    QVERIFY(tab != nullptr);
    QVERIFY(comes([&] { return tab->views().size() == 2; }));
    QCOMPARE(tab->title(), QStringLiteral("a.otf2 ↔ b.otf2"));
    QCOMPARE(made.window.tabCount(), 3);
    QCOMPARE(made.window.traces().size(), std::size_t{4});
    made.window.action("compareWithItself")->trigger();
    QCOMPARE(made.window.currentComparison()->title(), QStringLiteral("a.otf2 ↔ b.otf2 ↔ a.otf2"));
}

void TestCompare::closingTheTabClosesAll()
{
    CompareWindow made(folder());
    made.window.action("closeTab")->trigger();
    QCOMPARE(made.window.tabCount(), 0);
    QCOMPARE(made.source->closed().size(), std::size_t{2});
    QVERIFY(!made.window.action("zoomIn")->isEnabled());
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestCompare)
#include "test_compare.moc"
