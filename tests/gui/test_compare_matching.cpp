#include "gui/charts/flame/flame_canvas.h"
#include "gui/shell/same_as_dialog.h"
#include "tests/gui/differences_bench.h"
#include "tests/support/program/test_program.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QListWidget>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <memory>
#include <optional>

namespace vellum::gui {

namespace {

using compare::NamePair;
using tests::comes;
using tests::CompareWindow;
using tests::DifferencesWindow;
using tests::markOf;

// The same program, a version later: "work" has another name, "finish" is new.
constexpr const char* kLater = R"(
ticks-per-second 1000
region 7 finish
region 9 work.isra.0
enter 0 @0 main
enter 0 @100 work.isra.0
leave 0 @150 work.isra.0
enter 0 @300 work.isra.0
leave 0 @350 work.isra.0
enter 0 @700 finish
leave 0 @800 finish
leave 0 @1000 main
)";

constexpr int kPath = 2;
constexpr int kFlame = 3;

struct MatchedWindow : DifferencesWindow {
    explicit MatchedWindow(const QString& folder) : DifferencesWindow(folder, kLater) {}

    /// By the keyboard.
    void toggle() const
    {
        panel().matchChoice().setFocus();
        QTest::keyClick(&panel().matchChoice(), Qt::Key_Space);
        wait();
    }
    [[nodiscard]] bool isMatching() const
    {
        return panel().matching().by == compare::MatchBy::Structure;
    }
    /// Of the row whose name begins so.
    void press(const char* name, Qt::Key key) const
    {
        const QStringList all = names();
        for (int row = 0; row < all.size(); ++row) {
            if (all[row].startsWith(QString::fromUtf8(name))) {
                table().setCurrentIndex(panel().table().model().index(row, 0));
                break;
            }
        }
        table().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(table().window()));
        table().setFocus();
        QTest::keyClick(&table(), key);
        wait();
    }
    void undo()
    {
        run("undo");
        wait();
    }
};

}  // namespace

/// Names that differ between two traces.
class TestCompareMatching : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void guessesAreMarkedAndOneUndoTakesThemBack();
    void undoIsOfBothTraces();
    void aGuessIsRefused();
    void twoNamesArePairedByHand();
    void pathsAndTheFlameGraphAreMatchedToo();
    void whatIsMatchedStandsOutInBoth();
    void choicesAreKept();
    void groupsHaveNothingToMatch();
};

void TestCompareMatching::guessesAreMarkedAndOneUndoTakesThemBack()
{
    MatchedWindow made(folder());
    const QStringList apart = made.names();
    QVERIFY(apart.contains("work") && apart.contains("work.isra.0"));
    made.toggle();
    QVERIFY(made.isMatching());
    const QStringList matched = made.names();
    QCOMPARE(matched.size(), apart.size() - 1);
    QCOMPARE(matched.front(), QString("work ≈ work.isra.0"));
    QCOMPARE(made.titles().at(1), QString("Match"));
    QVERIFY2(made.row(0).at(1).startsWith("guessed 88 %"), qPrintable(made.row(0).at(1)));
    QCOMPARE(made.row(1).at(1), QString());  // what has one name
    QCOMPARE(made.row(0).mid(2, 3), (QStringList{"300 ms", "100 ms", "-200 ms"}));
    QVERIFY(made.panel().header().sentence().endsWith(" · 1 guessed"));
    QCOMPARE(made.view(0).history().undoText(), QString("match names"));
    made.undo();
    QVERIFY(!made.isMatching() && !made.panel().matchChoice().isChecked());
    QCOMPARE(made.names(), apart);
    QCOMPARE(made.titles().at(1), QString("A"));
    made.run("redo");
    made.wait();
    QVERIFY(made.panel().matchChoice().isChecked());
    QCOMPARE(made.names(), matched);
}

void TestCompareMatching::undoIsOfBothTraces()
{
    MatchedWindow made(folder());
    made.toggle();
    made.tab->goToNext(true);
    made.undo();
    QVERIFY(!made.isMatching());
    QVERIFY(!made.view(0).history().canUndo() && !made.view(1).history().canUndo());
    // Where each moves alone, it is undone in either.
    made.tab->setCoupled(false);
    made.toggle();
    made.undo();
    QVERIFY(!made.isMatching());
}

void TestCompareMatching::aGuessIsRefused()
{
    MatchedWindow made(folder());
    made.toggle();
    made.press("work", Qt::Key_Delete);
    const QStringList apart = made.names();
    QVERIFY2(apart.contains("work"), qPrintable(apart.join('|')));
    QCOMPARE(made.panel().matching().choices.apart.size(), std::size_t{1});
    QVERIFY(
        made.panel().matching().choices.apart.front()
        == (NamePair{.a = "work", .b = "work.isra.0"}));
    QVERIFY(made.isMatching());
    made.undo();
    QCOMPARE(made.names().front(), QString("work ≈ work.isra.0"));
    // What has the same name in both is no guess.
    made.press("main", Qt::Key_Delete);
    QVERIFY(made.panel().matching().choices.apart.empty());
}

void TestCompareMatching::twoNamesArePairedByHand()
{
    MatchedWindow made(folder());
    made.press("work", Qt::Key_Insert);
    auto* dialog = made.panel().findChild<shell::SameAsDialog*>();
    QVERIFY(dialog != nullptr && dialog->isVisible());
    QCOMPARE(dialog->list().count(), 2);  // the most alike first
    const bool isOfA = dialog->list().item(0)->text() == QLatin1String("work.isra.0");
    QVERIFY(isOfA);
    QTest::keyClicks(&dialog->field(), "fin");
    QCOMPARE(dialog->list().count(), 1);
    QTest::keyClick(dialog, Qt::Key_Return);
    made.wait();
    const QStringList matched = made.names();
    QVERIFY2(matched.contains("work ≈ finish"), qPrintable(matched.join('|')));
    QCOMPARE(
        made.row(static_cast<int>(matched.indexOf("work ≈ finish"))).at(1), QString("by hand"));
    QVERIFY(matched.contains("work.isra.0"));
    QVERIFY(made.isMatching());
    // It is undone as a guess is, and as any other step.
    made.undo();
    QVERIFY(!made.isMatching());
    made.run("redo");
    made.wait();
    made.press("work ≈", Qt::Key_Delete);
    QVERIFY(made.panel().matching().choices.same.empty());
    QVERIFY(!made.names().contains("work ≈ finish"));
}

void TestCompareMatching::pathsAndTheFlameGraphAreMatchedToo()
{
    MatchedWindow made(folder());
    made.toggle();
    made.choose(kPath);
    QCOMPARE(made.names().front(), QString("main > work ≈ main > work.isra.0"));
    made.choose(kFlame);
    charts::FlameCanvas& flame = made.panel().flame();
    const auto matched = [&]() -> std::optional<std::uint32_t> {
        const auto* tree = flame.tree();
        return tree == nullptr ? std::nullopt
                               : models::findFlamePath(*tree, {"main", "work.isra.0"});
    };
    QVERIFY(comes([&] { return matched() && flame.tree()->nodes[*matched()].before > 0; }));
    QCOMPARE(flame.tree()->nodes.size(), std::size_t{3});
    const models::FlameNode& node = flame.tree()->nodes[*matched()];
    QCOMPARE(node.before, 300.0);
    QCOMPARE(node.size, 100.0);
    QCOMPARE(node.regionBefore->name, std::string("work"));
    const QString text = flame.textOf(*matched());
    QVERIFY2(text.startsWith("work ≈ work.isra.0 · guessed 88 %"), qPrintable(text));
    // The same key as in the table.
    QVERIFY(made.activate());
    flame.select(*matched());
    flame.setFocus();
    QTest::keyClick(&flame, Qt::Key_Delete);
    QVERIFY(comes([&] { return flame.tree() != nullptr && flame.tree()->nodes.size() == 4; }));
}

void TestCompareMatching::whatIsMatchedStandsOutInBoth()
{
    const MatchedWindow made(folder());
    made.toggle();
    made.table().setCurrentIndex(made.panel().table().model().index(0, 0));
    QCOMPARE(made.view(0).selection().highlight(), std::optional(markOf(made.view(0), "work")));
    QCOMPARE(
        made.view(1).selection().highlight(), std::optional(markOf(made.view(1), "work.isra.0")));
    // And so it leads to the longest visits of both.
    made.goTo(0);
    QVERIFY(made.view(0).selection().visit() && made.view(1).selection().visit());
}

void TestCompareMatching::choicesAreKept()
{
    {
        MatchedWindow made(folder());
        made.toggle();
        made.press("work", Qt::Key_Delete);
        made.window.action("closeTab")->trigger();
    }
    const CompareWindow again(folder(), "/b.otf2", tests::kTrace, kLater);
    const compare::Matching& kept = again.tab->differences().matching();
    QCOMPARE(kept.by, compare::MatchBy::Structure);
    QVERIFY(kept.choices.apart.size() == 1 && kept.choices.apart.front().b == "work.isra.0");
    QVERIFY(again.tab->differences().matchChoice().isChecked());
    // What cannot be read changes nothing.
    again.tab->differences().applySettings({{"matchings", QVariantMap{{"B", 17}}}});
    QVERIFY(again.tab->differences().matching() == compare::Matching());
    again.tab->differences().applySettings({{"matchings", "none"}});
    QVERIFY(again.tab->differences().matching() == compare::Matching());
}

void TestCompareMatching::groupsHaveNothingToMatch()
{
    const MatchedWindow made(folder());
    made.choose(1);
    QVERIFY(!made.panel().matchChoice().isEnabled());
    QVERIFY(!made.panel().markedNames());
    made.choose(0);
    QVERIFY(made.panel().matchChoice().isEnabled());
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestCompareMatching)
#include "test_compare_matching.moc"
