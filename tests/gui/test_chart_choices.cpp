// What is chosen in a chart is undone: each choice of each menu by itself, and many one after the other; zoom is reset
// by menu.

#include "gui/charts/chart_kinds.h"
#include "gui/charts/io_chart.h"
#include "gui/charts/process_chart.h"
#include "gui/charts/radar_chart.h"
#include "gui/charts/summary_chart.h"
#include "tests/gui/charts_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QApplication>
#include <QByteArray>
#include <QLatin1Char>
#include <QMenu>
#include <QRect>
#include <QString>
#include <QStringList>
#include <QVariantMap>

#include <random>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::charts::Chart;
using gui::charts::IoChart;
using gui::charts::ProcessChart;
using gui::charts::RadarChart;
using gui::charts::SummaryChart;
using tests::FrameBench;

namespace {

/// Something of all that a chart can be asked for.
constexpr const char* kAll = R"(
length 9999
group 0 "rank 0"
group 1 "rank 1"
location 0 "first" group 0
location 1 "second" group 1
locations-group 0 0 1
comm 0 0
region 1 MPI_Send paradigm 4
metric 3 power unit W
metric 4 heat unit W
metric 5 load unit %
io-paradigm 0 POSIX
io-file 0 "/data/in.h5"
io-handle 5 "" file 0 paradigm 0
enter 0 @0 main
enter 0 @2000 MPI_Send
send 0 @2100 to 1 tag 1 bytes 8
leave 0 @3000 MPI_Send
event 0 @3100 Metric 3 4 100
event 0 @3200 Metric 4 4 30
event 0 @3300 Metric 5 4 50
event 0 @4000 IoOperationBegin 5 0 0 1000 1
event 0 @4500 IoOperationComplete 5 900 1
event 0 @6000 MpiCollectiveBegin
event 0 @7000 MpiCollectiveEnd 0 0 4294967295 0 0
leave 0 @9000 main
enter 1 @0 main
recv 1 @2900 from 0 tag 1 bytes 8
event 1 @3100 Metric 3 4 900
event 1 @6500 MpiCollectiveBegin
event 1 @7000 MpiCollectiveEnd 0 0 4294967295 0 0
leave 1 @9000 main
)";

/// All entries of the menu and of the menus in it that are no menus, ask for nothing and can be chosen.
void collect(const QMenu& menu, std::vector<QAction*>& found)
{
    for (QAction* action : menu.actions()) {
        if (action->menu() != nullptr) {
            collect(*action->menu(), found);
        } else if (
            !action->isSeparator() && action->isEnabled()
            && !action->text().endsWith(QStringLiteral("…"))) {
            found.push_back(action);
        }
    }
}

/// A menu as the header shows it.
struct Shown {
    explicit Shown(Chart& chart)
    {
        chart.fillMenu(menu);
        collect(menu, entries);
    }

    QMenu menu;
    std::vector<QAction*> entries;
};

/// Triggers the entry of that text; false if there is none.
bool chooseIn(Chart& chart, const char* text)
{
    const Shown shown(chart);
    for (QAction* action : shown.entries) {
        if (action->text().remove(QLatin1Char('&')) == QLatin1String(text)) {
            action->trigger();
            return true;
        }
    }
    return false;
}

QString shownIn(const Chart& chart)
{
    const auto* process = qobject_cast<const ProcessChart*>(&chart);
    return process != nullptr ? QString::number(process->location().value()) : QString();
}

/// What a chart shows and has been told.
struct State {
    explicit State(const Chart& chart) : settings(chart.settings()), shown(shownIn(chart)) {}

    QVariantMap settings;
    QString shown;

    friend bool operator==(const State&, const State&) = default;
};

/// The chart of that kind, opened without an entry of the undo list.
Chart& opened(FrameBench& bench, const QString& kind)
{
    Chart* chart = bench.frame.open(kind);
    bench.settle();
    return *chart;
}

/// Whether undo and redo of the last entry lead from \p after to \p before and back, in this very chart.
bool isUndone(FrameBench& bench, const Chart& chart, const State& before, const State& after)
{
    const auto docks = bench.frame.docks();
    bench.view.undo();
    bench.settle();
    const bool isBack = State(chart) == before;
    bench.view.redo();
    bench.settle();
    const bool isThere = State(chart) == after;
    bench.view.undo();
    bench.settle();
    return isBack && isThere && State(chart) == before && bench.frame.docks() == docks;
}

}  // namespace

class TestChartChoices : public QObject {
    Q_OBJECT

private slots:
    void eachChoiceOfAMenuIsUndone_data();
    void eachChoiceOfAMenuIsUndone();
    void manyChoicesAreUndoneInTheirOrder_data();
    void manyChoicesAreUndoneInTheirOrder();
    void undoNamesTheChoice_data();
    void undoNamesTheChoice();
    void aClosedChartComesBackAndItsChoicesTooAreUndone();
    void aFollowedLocationComesBack();
    void onlyWhatWasChosenIsTakenBack();
    void aDoubleClickOnALabelShowsALocationAndIsUndone();
    void aDoubleClickInTheRadarShowsALocationAndIsUndone();
    void aClickOnALabelFoldsAndIsUndone();
    void whatProgramsChooseIsNoEntry();
    void anotherLayoutGivesItsChoicesBack();
    void zoomIsResetByMenu();
    void aRightClickShowsTheMenuOfTheChart();
};

void TestChartChoices::eachChoiceOfAMenuIsUndone_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("count");  // of entries that change something, by hand
    QTest::newRow("master") << "master" << 13;
    QTest::newRow("process") << "process" << 4;
    QTest::newRow("summary") << "summary" << 2;
    QTest::newRow("counter") << "counter" << 11;
    QTest::newRow("radar") << "radar" << 11;
    QTest::newRow("io") << "io" << 3;
    QTest::newRow("messages") << "messages" << 8;
    QTest::newRow("matrix") << "matrix" << 9;
}

void TestChartChoices::eachChoiceOfAMenuIsUndone()
{
    QFETCH(QString, kind);
    QFETCH(int, count);
    FrameBench bench(kAll);
    Chart& chart = opened(bench, kind);
    int changed = 0;
    const std::size_t entries = Shown(chart).entries.size();
    for (std::size_t i = 0; i < entries; ++i) {
        const State before(chart);
        const std::uint64_t number = bench.view.stateNumber();
        const Shown shown(chart);
        const QByteArray what = shown.entries[i]->text().toUtf8();
        shown.entries[i]->trigger();
        bench.settle();
        const State after(chart);
        const bool isOther = after != before;
        QVERIFY2((bench.view.stateNumber() != number) == isOther, what.constData());
        if (!isOther) {
            continue;
        }
        ++changed;
        QCOMPARE(bench.view.undoChart(), chart.title());
        QVERIFY2(!bench.view.undoText().isEmpty(), what.constData());
        QVERIFY2(isUndone(bench, chart, before, after), what.constData());
        QVERIFY2(bench.view.stateNumber() == number, what.constData());
    }
    QCOMPARE(changed, count);
}

void TestChartChoices::manyChoicesAreUndoneInTheirOrder_data()
{
    QTest::addColumn<QString>("kind");
    for (const auto& kind : gui::charts::chartKinds()) {
        if (!kind.needsValues) {  // they have tests of their own
            QTest::newRow(kind.name) << QString::fromLatin1(kind.name);
        }
    }
}

/// The oracle is a list of what was seen after each step.
void TestChartChoices::manyChoicesAreUndoneInTheirOrder()
{
    QFETCH(QString, kind);
    FrameBench bench(kAll);
    Chart& chart = opened(bench, kind);
    std::mt19937 random(7);
    std::vector<State> seen = {State(chart)};
    while (seen.size() < 20) {
        const Shown shown(chart);
        const std::uint64_t number = bench.view.stateNumber();
        shown.entries[random() % shown.entries.size()]->trigger();
        bench.settle();
        if (bench.view.stateNumber() != number) {
            seen.emplace_back(chart);
        }
    }
    for (std::size_t i = seen.size() - 1; i > 0; --i) {
        bench.view.undo();
        bench.settle();
        QVERIFY2(State(chart) == seen[i - 1], qPrintable(QString::number(i)));
    }
    QVERIFY(!bench.view.canUndo());
    for (std::size_t i = 1; i < seen.size(); ++i) {
        bench.view.redo();
        bench.settle();
        QVERIFY2(State(chart) == seen[i], qPrintable(QString::number(i)));
    }
}

void TestChartChoices::undoNamesTheChoice_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("choice");
    QTest::addColumn<QString>("text");
    QTest::newRow("messages") << "master"
                              << "Messages"
                              << "hide messages";
    QTest::newRow("exclusive") << "process"
                               << "Exclusive time only"
                               << "exclusive time only";
    QTest::newRow("function") << "summary"
                              << "By function"
                              << "by function";
    QTest::newRow("axis") << "counter"
                          << "Axis from zero"
                          << "axis from the least value";
    QTest::newRow("curve") << "radar"
                           << "Sum of all rows"
                           << "sum of all rows";
    QTest::newRow("location") << "io"
                              << "By location"
                              << "by location";
}

void TestChartChoices::undoNamesTheChoice()
{
    QFETCH(QString, kind);
    QFETCH(QString, choice);
    QFETCH(QString, text);
    FrameBench bench(kAll);
    Chart& chart = opened(bench, kind);
    QVERIFY(chooseIn(chart, choice.toUtf8().constData()));
    QCOMPARE(bench.view.undoText(), text);
    QCOMPARE(bench.view.undoChart(), chart.title());
    bench.view.undo();
    QVERIFY(!bench.view.canUndo());
    QCOMPARE(bench.view.redoText(), text);
    bench.settle();
}

void TestChartChoices::aClosedChartComesBackAndItsChoicesTooAreUndone()
{
    FrameBench bench(kAll);
    bench.frame.openAnother("radar");
    bench.settle();
    Chart* radar = bench.frame.chart("radar");
    const QVariantMap first = radar->settings();
    QVERIFY(chooseIn(*radar, "power"));
    bench.settle();
    const QVariantMap chosen = radar->settings();
    QVERIFY(chosen != first);
    bench.frame.setOpen("radar", false);
    bench.view.undo();
    bench.settle();
    radar = bench.frame.chart("radar");
    QVERIFY(radar != nullptr);
    QCOMPARE(radar->settings(), chosen);
    bench.view.undo();
    bench.settle();
    QCOMPARE(bench.frame.chart("radar"), radar);
    QCOMPARE(radar->settings(), first);
    bench.view.redo();
    bench.settle();
    QCOMPARE(radar->settings(), chosen);
}

void TestChartChoices::aFollowedLocationComesBack()
{
    FrameBench bench(kAll);
    auto& process = bench.open<ProcessChart>("process");
    bench.selection.selectVisit({.location = LocationRef(1), .visit = {.begin = 0, .end = 9'000}});
    bench.settle();
    QCOMPARE(process.location(), LocationRef(1));
    QVERIFY(!bench.view.canUndo());  // it followed by itself
    const Shown shown(process);
    shown.entries.front()->trigger();  // of its locations the first
    bench.settle();
    QCOMPARE(process.location(), LocationRef(0));
    bench.selection.clear();
    bench.view.undo();
    bench.settle();
    QCOMPARE(process.location(), LocationRef(1));
    // From there it follows again.
    bench.selection.selectVisit({.location = LocationRef(0), .visit = {.begin = 0, .end = 9'000}});
    QCOMPARE(process.location(), LocationRef(0));
    bench.settle();
}

/// It has followed the selection since.
void TestChartChoices::onlyWhatWasChosenIsTakenBack()
{
    FrameBench bench(kAll);
    auto& process = bench.open<ProcessChart>("process");
    QCOMPARE(process.location(), LocationRef(0));
    QVERIFY(chooseIn(process, "Exclusive time only"));
    bench.selection.selectVisit({.location = LocationRef(1), .visit = {.begin = 0, .end = 9'000}});
    bench.view.undo();
    bench.settle();
    QCOMPARE(process.location(), LocationRef(1));
    QCOMPARE(process.settings().value("mode").toString(), QString());
    bench.view.redo();
    bench.settle();
    QCOMPARE(process.location(), LocationRef(1));
    QCOMPARE(process.settings().value("mode").toString(), QStringLiteral("exclusive"));
}

void TestChartChoices::aDoubleClickOnALabelShowsALocationAndIsUndone()
{
    FrameBench bench(kAll);
    auto& process = bench.open<ProcessChart>("process");
    const QRect row = bench.master->rowRect(LocationRef(1)).value();
    const State before(process);
    bench.doubleClick(*bench.master, {40, row.center().y()});
    QCOMPARE(process.location(), LocationRef(1));
    QCOMPARE(bench.view.undoText(), QStringLiteral("location"));
    QCOMPARE(bench.view.undoChart(), QStringLiteral("Process timeline"));
    QVERIFY(isUndone(bench, process, before, State(process)));
}

void TestChartChoices::aDoubleClickInTheRadarShowsALocationAndIsUndone()
{
    FrameBench bench(kAll);
    auto& process = bench.open<ProcessChart>("process");
    auto& radar = bench.open<RadarChart>("radar", {{"allRows", true}});
    QVERIFY(!bench.view.canUndo());
    const QRect row = radar.rowRect(LocationRef(1));
    const State before(process);
    bench.doubleClick(radar, FrameBench::at(radar, 300, row.center().y()));
    QCOMPARE(process.location(), LocationRef(1));
    QCOMPARE(bench.view.undoChart(), QStringLiteral("Process timeline"));
    QVERIFY(isUndone(bench, process, before, State(process)));
}

void TestChartChoices::aClickOnALabelFoldsAndIsUndone()
{
    FrameBench bench(kAll);
    auto& io = bench.open<IoChart>("io", {{"by", "tree"}});
    const std::size_t rows = io.rows().size();
    const State before(io);
    bench.click(io, {40, io.rowRect(0).center().y()});
    QVERIFY(io.rows().size() < rows);
    QCOMPARE(bench.view.undoText(), QStringLiteral("fold"));
    const State after(io);
    QVERIFY(isUndone(bench, io, before, after));
    QCOMPARE(io.rows().size(), rows);
}

void TestChartChoices::whatProgramsChooseIsNoEntry()
{
    FrameBench bench(kAll);
    bench.open<SummaryChart>("summary", {{"by", "function"}});
    auto& process = bench.open<ProcessChart>("process", {{"location", "1"}, {"mode", "exclusive"}});
    QCOMPARE(process.location(), LocationRef(1));
    bench.open<RadarChart>("radar", {{"what", "power"}});
    bench.selection.setHighlight(
        gui::models::Highlight{.by = query::GroupBy::FunctionGroup, .key = {.value = 1}});
    bench.frame.applyLayout(bench.frame.layoutState());
    bench.settle();
    QVERIFY(!bench.view.canUndo());
}

void TestChartChoices::anotherLayoutGivesItsChoicesBack()
{
    FrameBench bench(kAll);
    bench.frame.openAnother("summary");
    bench.settle();
    QVariantMap layout = bench.frame.layoutState();
    QVERIFY(chooseIn(*bench.frame.chart("summary"), "By function"));
    const QVariantMap chosen = bench.frame.chart("summary")->settings();
    bench.frame.changeLayout(layout);
    bench.settle();
    QVERIFY(bench.frame.chart("summary")->settings() != chosen);
    bench.view.undo();
    bench.settle();
    QCOMPARE(bench.frame.chart("summary")->settings(), chosen);
    bench.view.undo();
    QCOMPARE(bench.frame.chart("summary")->settings().value("by").toString(), "group");
    bench.settle();
}

/// What zoom is reset with in the menu of a chart, by its text.
QAction* resetOf(QMenu& menu, const Chart& chart, const char* text)
{
    menu.clear();
    chart.fillZoomMenu(menu);
    for (QAction* action : menu.actions()) {
        if (action->text().remove(QLatin1Char('&')) == QLatin1String(text)) {
            return action;
        }
    }
    return nullptr;
}

void TestChartChoices::zoomIsResetByMenu()
{
    constexpr const char* kTime = "Reset horizontal zoom";
    constexpr const char* kRows = "Reset vertical zoom";
    FrameBench bench(kAll);
    auto& summary = bench.open<SummaryChart>("summary");
    const Chart& master = *bench.master;
    QMenu menu;
    QVERIFY(!resetOf(menu, master, kTime)->isEnabled());
    QVERIFY(!resetOf(menu, master, kRows)->isEnabled());
    QVERIFY(!resetOf(menu, summary, kTime)->isEnabled());
    QVERIFY(resetOf(menu, summary, kRows) == nullptr);  // it has no rows
    bench.view.showRange({.begin = 2'000, .end = 3'000}, "zoom");
    QVERIFY(!resetOf(menu, master, kRows)->isEnabled());
    resetOf(menu, summary, kTime)->trigger();
    QCOMPARE(bench.view.range(), bench.view.whole());
    QCOMPARE(bench.view.undoText(), QStringLiteral("reset horizontal zoom"));
    QCOMPARE(bench.view.undoChart(), QStringLiteral("Summary timeline"));
    bench.view.undo();
    QCOMPARE(bench.view.range(), (TickRange{.begin = 2'000, .end = 3'000}));
    bench.view.setRowHeightPercent(250);
    resetOf(menu, master, kRows)->trigger();
    QCOMPARE(bench.view.state().rowHeightPercent, 100);
    QCOMPARE(bench.view.range(), (TickRange{.begin = 2'000, .end = 3'000}));
    QCOMPARE(bench.view.undoText(), QStringLiteral("reset vertical zoom"));
    QCOMPARE(bench.view.undoChart(), QStringLiteral("Master timeline"));
    bench.view.undo();
    QCOMPARE(bench.view.state().rowHeightPercent, 250);
    bench.master->run("fitRows");
    resetOf(menu, master, kRows)->trigger();
    QVERIFY(!bench.view.state().fitsRows);
    QCOMPARE(bench.view.state().rowHeightPercent, 100);
    QVERIFY(!resetOf(menu, master, kRows)->isEnabled());
    bench.settle();
}

void TestChartChoices::aRightClickShowsTheMenuOfTheChart()
{
    FrameBench bench(kAll);
    auto& summary = bench.open<SummaryChart>("summary");
    bench.view.showRange({.begin = 2'000, .end = 3'000}, "zoom");
    bench.settle();
    QTest::mouseClick(summary.viewport(), Qt::RightButton, {}, FrameBench::at(summary, 200, 40));
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu != nullptr);
    QStringList texts;
    for (const QAction* action : menu->actions()) {
        texts << action->text().remove(QLatin1Char('&'));
    }
    QVERIFY2(texts.contains("By function"), qPrintable(texts.join(",")));
    QVERIFY2(texts.contains("Reset horizontal zoom"), qPrintable(texts.join(",")));
    menu->close();
    // A drag of that button zooms, and shows none.
    tests::dragPointer(
        summary,
        FrameBench::at(summary, 300, 20),
        FrameBench::at(summary, 500, 20),
        Qt::RightButton);
    QVERIFY(QApplication::activePopupWidget() == nullptr);
    bench.settle();
}

VELLUM_TEST_GUI(TestChartChoices)
#include "test_chart_choices.moc"
