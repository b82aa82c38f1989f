#include "gui/charts/flame/flame_canvas.h"
#include "gui/shell/differences_look.h"
#include "gui/theme/theme.h"
#include "tests/gui/differences_bench.h"
#include "tests/support/program/test_program.h"

#include <QComboBox>
#include <QHeaderView>
#include <QString>
#include <QStringList>
#include <QTableView>
#include <QTemporaryDir>
#include <QVariant>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace vellum::gui {

namespace {

using compare::DifferenceRow;
using compare::Presence;
using compare::Verdict;
using models::Exactness;
using shell::DifferencesLook;
using shell::DifferencesPanel;
using tests::comes;
using tests::CompareWindow;
using tests::DifferencesWindow;
using tests::markOf;

}  // namespace

/// The numbers of two traces, below them.
class TestCompareDifferences : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void functionsOfBothAreRows();
    void groupsAndPathsAreChosen();
    void bothAreOneFlameGraph();
    void theFlameGraphFollowsTheWindows();
    void theyAreOfWhatIsOnTheScreen();
    void hiddenNothingIsAsked();
    void whatElseDiffersIsSaid();
    void aRowStandsOutInBoth();
    void aRowLeadsToTheLongestVisits();
    void aPathLeadsToItsLastFunction();
    void aGroupStandsOut();
    void filteredAwayIsSaid();
    void aLossIsOneSentence();
    void aThirdTraceIsChosen();
    void theyAreKept();
    static void verdictsHaveSignsAndColours();
};

void TestCompareDifferences::functionsOfBothAreRows()
{
    const DifferencesWindow made(folder());
    QCOMPARE(
        made.titles(),
        (QStringList{
            "Name", "A", "B", "B − A", "B / A", "Share", "Visits A", "Visits B", "Verdict"}));
    QCOMPARE(
        made.row(0),
        (QStringList{
            "work", "300 ms", "100 ms", "-200 ms", "0.3333", "-66.7 %", "3", "2", "too few"}));
    QCOMPARE(
        made.row(1),
        (QStringList{"idle", "0 s", "50.0 ms", "+50.0 ms", "–", "+16.7 %", "0", "1", "only in B"}));
    QCOMPARE(
        made.row(2),
        (QStringList{
            "main", "700 ms", "650 ms", "-50.0 ms", "0.9286", "-16.7 %", "1", "1", "too few"}));
}

void TestCompareDifferences::groupsAndPathsAreChosen()
{
    const DifferencesWindow made(folder());
    made.choose(2);
    QCOMPARE(made.names(), (QStringList{"main > work", "main", "main > idle"}));
    made.choose(1);
    QCOMPARE(made.names().size(), 1);
    QCOMPARE(made.row(0).at(1), QStringLiteral("1.00 s"));
    made.choose(0);
    QCOMPARE(made.names(), (QStringList{"work", "idle", "main"}));
}

void TestCompareDifferences::bothAreOneFlameGraph()
{
    const DifferencesWindow made(folder());
    made.choose(3);
    charts::FlameCanvas& flame = made.panel().flame();
    QVERIFY(flame.isVisible() && !made.table().isVisible());
    QCOMPARE(made.panel().settings().value("by").toString(), QString("flame"));
    QVERIFY(comes([&] { return flame.tree() != nullptr && flame.tree()->nodes.size() == 3; }));
    // A's ticks are half as long; "idle" is only in B.
    const models::FlameTree& tree = *flame.tree();
    const auto numbers = [&tree](const std::vector<std::string>& path) {
        const models::FlameNode& node = tree.nodes[models::findFlamePath(tree, path).value()];
        return std::pair(node.before, node.size);
    };
    QCOMPARE(numbers({"main"}), std::pair(2000.0, 1600.0));
    QCOMPARE(numbers({"main", "work"}), std::pair(600.0, 200.0));
    QCOMPARE(numbers({"main", "idle"}), std::pair(0.0, 100.0));
    const auto main = models::findFlamePath(tree, {"main"}).value();
    QCOMPARE(flame.textOf(main), QString("main · 1.00 s before, 800 ms after: −20 %"));
    // As wide as in A: what is only in B is not there.
    flame.setSizesOf(models::FlameWidth::Before);
    const auto idle = models::findFlamePath(tree, {"main", "idle"}).value();
    QVERIFY(flame.boxOf(idle).isEmpty());
    // Arrows lead on from what is not shown, too, and a focus on it is left by Escape.
    flame.select(idle);
    QTest::keyClick(&flame, Qt::Key_Down);
    QCOMPARE(flame.selected(), std::optional(main));
    flame.setFocusNode(idle);
    QTest::keyClick(&flame, Qt::Key_Escape);
    QVERIFY(!flame.focusNode());
    const auto work = models::findFlamePath(tree, {"main", "work"}).value();
    QCOMPARE(flame.boxOf(work).width(), flame.viewport()->width() * 0.3);
    // A click lets the function stand out in both traces.
    QTest::mouseClick(
        flame.viewport(), Qt::LeftButton, Qt::NoModifier, flame.boxOf(work).center().toPoint());
    QVERIFY(comes([&] {
        return made.view(0).selection().highlight() && made.view(1).selection().highlight();
    }));
}

void TestCompareDifferences::theFlameGraphFollowsTheWindows()
{
    const DifferencesWindow made(folder());
    made.choose(3);
    charts::FlameCanvas& flame = made.panel().flame();
    QVERIFY(comes([&] { return flame.tree() != nullptr; }));
    made.view(0).history().showRange({.begin = 700, .end = 900}, "zoom");  // B's is coupled
    made.wait();
    QVERIFY(comes([&] {
        return flame.tree() != nullptr && flame.tree()->nodes.size() == 1
               && made.panel().exactness() == Exactness::Exact;
    }));
    QCOMPARE(flame.tree()->nodes.front().before, 400.0);
    QCOMPARE(flame.tree()->total, 200.0);  // main ends there in B
    made.choose(0);
    QVERIFY(!flame.isVisible() && made.table().isVisible());
}

void TestCompareDifferences::theyAreOfWhatIsOnTheScreen()
{
    DifferencesWindow made(folder());
    made.zoom(0, 300, 500);
    made.wait();
    // From 300 to 500 ms each has one visit of work: of 100 ms in A, of 50 ms in B.
    QCOMPARE(made.row(0).mid(0, 4), (QStringList{"main", "100 ms", "150 ms", "+50.0 ms"}));
    QCOMPARE(made.row(1).mid(0, 4), (QStringList{"work", "100 ms", "50.0 ms", "-50.0 ms"}));
    made.run("undo");
    made.wait();
    QCOMPARE(made.row(0).at(1), QStringLiteral("300 ms"));
}

void TestCompareDifferences::hiddenNothingIsAsked()
{
    DifferencesWindow made(folder());
    made.run("differences");
    QVERIFY(!made.panel().isVisible());
    QVERIFY(!made.panel().differences().hasSides());
    QVERIFY(!made.window.action("differences")->isChecked());
}

void TestCompareDifferences::whatElseDiffersIsSaid()
{
    const DifferencesWindow made(folder());
    const QString notes = made.panel().notes();
    QVERIFY2(notes.contains(QLatin1String("length: 1.00 s in A, 800 ms in B")), qPrintable(notes));
    QVERIFY2(notes.contains(QLatin1String("'idle' in B")), qPrintable(notes));
}

void TestCompareDifferences::aRowStandsOutInBoth()
{
    const DifferencesWindow made(folder());
    made.table().setCurrentIndex(made.panel().table().model().index(0, 0));
    QCOMPARE(made.view(0).selection().highlight(), std::optional(markOf(made.view(0), "work")));
    QCOMPARE(made.view(1).selection().highlight(), std::optional(markOf(made.view(1), "work")));
    QTest::keyClick(&made.table(), Qt::Key_Down);  // only in B
    QCOMPARE(made.view(1).selection().highlight(), std::optional(markOf(made.view(1), "idle")));
}

void TestCompareDifferences::aRowLeadsToTheLongestVisits()
{
    DifferencesWindow made(folder());
    made.goTo(0);
    const auto& a = made.view(0).selection().visit();
    const auto& b = made.view(1).selection().visit();
    QVERIFY(a && b);
    QCOMPARE(a->visit, (TickRange{.begin = 100, .end = 200}));
    QCOMPARE(b->visit, (TickRange{.begin = 600, .end = 700}));
    QVERIFY(made.range(0).length() < made.view(0).history().whole().length());
    QVERIFY(made.range(0).begin <= 100 && made.range(0).end >= 200);
    QVERIFY(made.range(1).begin <= 600 && made.range(1).end >= 700);
    // The two visits begin at one place.
    QCOMPARE((100 - made.range(0).begin) * 2, 600 - made.range(1).begin);
    made.run("undo");
    QCOMPARE(made.range(0), made.view(0).history().whole());
    QCOMPARE(made.range(1), made.view(1).history().whole());
    QVERIFY2(!made.view(0).history().canUndo(), "it was one step");
}

void TestCompareDifferences::aPathLeadsToItsLastFunction()
{
    DifferencesWindow made(folder());
    made.choose(2);
    made.goTo(2);
    QVERIFY(!made.view(0).selection().visit());
    const auto& b = made.view(1).selection().visit();
    QVERIFY(b);
    QCOMPARE(b->visit, (TickRange{.begin = 100, .end = 200}));
    // One visit alone says nothing about where the other trace should stand.
    QCOMPARE(made.view(0).history().state().alignment.zero, Tick{0});
    QCOMPARE(made.view(1).history().state().alignment.zero, Tick{0});
}

void TestCompareDifferences::aGroupStandsOut()
{
    const DifferencesWindow made(folder());
    made.choose(1);
    made.goTo(0);
    const auto& mark = made.view(1).selection().highlight();
    QVERIFY(mark);
    QCOMPARE(mark->by, query::GroupBy::FunctionGroup);
    QCOMPARE(made.range(0), made.view(0).history().whole());
}

void TestCompareDifferences::filteredAwayIsSaid()
{
    const DifferencesWindow made(folder());
    const auto& definitions = *made.view(1).trace().definitions;
    models::Filter none{.kind = models::Filter::Kind::OnlyLocations};
    none.text = QStringLiteral("none");
    none.locations = std::make_shared<const std::vector<LocationRef>>();
    made.view(1).history().addFilter(definitions, none, QStringLiteral("filter"));
    QVERIFY(comes([&] { return !made.panel().differences().errorText().isEmpty(); }));
    QCOMPARE(
        made.panel().differences().errorText(),
        QStringLiteral("all locations of B are filtered away"));
    made.view(1).history().undo();
    made.wait();
    QCOMPARE(made.row(0).at(0), QStringLiteral("work"));
}

void TestCompareDifferences::aLossIsOneSentence()
{
    const DifferencesWindow made(folder());
    made.source->lose();
    made.view(0).history().showRange({.begin = 200, .end = 600}, QStringLiteral("zoom"));
    QVERIFY(comes([&] { return made.panel().differences().exactness() == Exactness::Failed; }));
    QVERIFY(made.panel().differences().errorText().startsWith(QLatin1String("A: ")));
    QCOMPARE(made.names().size(), 3);  // what was there stays
    made.source->restore();
    made.wait();
    // Of 400 ms in A half is work, in B a quarter.
    QCOMPARE(made.row(0).mid(0, 3), (QStringList{"main", "200 ms", "300 ms"}));
}

void TestCompareDifferences::aThirdTraceIsChosen()
{
    tests::Window made(folder(), tests::kTrace, tests::kFaster);
    const auto path = [&](const char* name) { return CompareWindow::pathOf(folder(), name); };
    auto* tab = made.window.compareTraces({path("/a.otf2"), path("/b.otf2"), path("/a.otf2")});
    QVERIFY(comes([&] { return tab->views().size() == 3; }));
    tab->setDifferencesShown(true);
    DifferencesPanel& panel = tab->differences();
    const auto isOf = [&](const char* letter) {
        return panel.differences().hasSides()
               && panel.differences().b().letter == QLatin1String(letter)
               && panel.differences().exactness() == Exactness::Exact;
    };
    QVERIFY(comes([&] { return isOf("B"); }));
    panel.others().setCurrentIndex(1);
    QVERIFY(comes([&] { return isOf("C"); }));
    QCOMPARE(panel.differences().result()->comparison()->totalDifference, std::int64_t{0});
    tab->setCurrent(tab->places()[1]->tab());
    QVERIFY(comes([&] { return isOf("B"); }));
    QCOMPARE(panel.others().currentText(), QStringLiteral("B"));
}

void TestCompareDifferences::theyAreKept()
{
    {
        DifferencesWindow made(folder());
        made.choose(2);
        made.window.action("closeTab")->trigger();
    }
    CompareWindow again(folder());
    QVERIFY(again.tab->areDifferencesShown());
    QCOMPARE(again.tab->differences().differences().by(), compare::ComparisonBy::Path);
}

void TestCompareDifferences::verdictsHaveSignsAndColours()
{
    const DifferencesLook look("A", "C", false);
    DifferenceRow row;
    const auto verdict = [&] { return look.text("verdict", &row).value_or(std::string()); };
    row.noise.verdict = Verdict::Slower;
    QCOMPARE(verdict(), std::string("▲ slower"));
    QCOMPARE(look.color("verdict", &row), QVariant(theme::currentTheme().slower));
    row.noise.verdict = Verdict::Faster;
    QCOMPARE(verdict(), std::string("▼ faster"));
    QCOMPARE(look.color("verdict", &row), QVariant(theme::currentTheme().faster));
    row.noise.verdict = Verdict::Same;
    QCOMPARE(verdict(), std::string("same"));
    QCOMPARE(look.color("verdict", &row), QVariant());
    row.in = Presence::OnlyB;
    QCOMPARE(verdict(), std::string("only in C"));
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestCompareDifferences)
#include "test_compare_differences.moc"
