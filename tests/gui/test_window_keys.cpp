// Keys as they are typed into the window, not the actions behind them.

#include "gui/charts/time_ruler.h"
#include "gui/shell/command_palette.h"
#include "gui/shell/filter_bar.h"
#include "gui/shell/filter_dialog.h"
#include "gui/shell/find_field.h"
#include "gui/shell/moves.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QApplication>
#include <QDialog>
#include <QGuiApplication>
#include <QKeySequence>
#include <QLineEdit>
#include <QMenu>
#include <QPoint>
#include <QSignalSpy>
#include <QString>
#include <QStringList>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QVariantMap>

#include <algorithm>

namespace vellum::gui {

namespace {

using models::Row;
using tests::comes;

constexpr const char* kTwo = R"(
ticks-per-second 1000
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 0
location 2 "c" group 1
enter 0 @0 main
enter 0 @100 work
leave 0 @200 work
enter 0 @300 work
leave 0 @400 work
leave 0 @1000 main
enter 1 @0 main
leave 1 @1000 main
enter 2 @0 main
leave 2 @1000 main
)";

constexpr Qt::KeyboardModifiers kControl = Qt::ControlModifier;
constexpr Qt::KeyboardModifiers kShift = Qt::ShiftModifier;

/// The window is the active one, and its chart has the keyboard.
struct Window : tests::OpenWindow {
    explicit Window(const QString& folder) : OpenWindow(folder, kTwo) { takeKeyboard(); }

    void takeKeyboard()
    {
        window.activateWindow();
        view().chart().setFocus();
        QVERIFY(comes([this] { return QApplication::focusWidget() == &view().chart(); }));
    }

    /// As from the keyboard: to whatever has it, shortcuts first.
    void type(Qt::Key key, Qt::KeyboardModifiers with = {}) const
    {
        QTest::keyClick(QGuiApplication::focusWindow(), key, with);
        settle();
    }
    [[nodiscard]] models::ViewHistory& history() const { return view().history(); }
    [[nodiscard]] TickRange range() const { return history().range(); }
    [[nodiscard]] QStringList rows() const
    {
        QStringList names;
        for (const Row& row : view().chart().rows()) {
            names << row.name;
        }
        return names;
    }
    void clickLabel(int place) const
    {
        const charts::TimelineChart& chart = view().chart();
        const int height = chart.rowRect(LocationRef(0))->height();
        QTest::mouseClick(
            chart.viewport(), Qt::LeftButton, {}, QPoint(30, place * height + height / 2));
        settle();
    }
    template <typename Dialog>
    [[nodiscard]] Dialog* dialog() const
    {
        Dialog* found = nullptr;
        const auto isThere = [&] {
            const auto all = window.findChildren<Dialog*>();
            const auto one = std::ranges::find_if(all, &Dialog::isVisible);
            found = one == all.end() ? nullptr : *one;
            return found != nullptr;
        };
        return comes(isThere) ? found : nullptr;
    }
};

/// By themselves and by their keys, where none is of use; all but those that ask for more, or close what is there.
void tryAllActions(const shell::MainWindow& window)
{
    const QStringList asking = {
        "open",
        "openFolder",
        "openPart",
        "connect",
        "quit",
        "preferences",
        "palette",
        "findRow",
        "keys",
        "record",
        "about",
        "closeTab"};
    for (QAction* one : window.findChildren<QAction*>()) {
        if (one->objectName().isEmpty() || asking.contains(one->objectName())) {
            continue;
        }
        one->trigger();
        const QKeySequence keys = one->shortcut();
        if (!keys.isEmpty()) {
            QTest::keyClick(window.windowHandle(), keys[0].key(), keys[0].keyboardModifiers());
        }
    }
    for (QMenu* menu : window.findChildren<QMenu*>()) {
        emit menu->aboutToShow();
    }
    for (const char* name : {"bookmark1", "storeBookmark1", "editNotes", "filterFunctions"}) {
        QVERIFY2(!window.action(name)->isEnabled(), name);
    }
}

}  // namespace

class TestWindowKeys : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = tests::makeFolder(); }

    // ---- Time -------------------------------------------------------------------------------

    void undoAndRedo()
    {
        Window made(m_folder->path());
        const TickRange whole = made.range();
        made.history().showRange({.begin = 100, .end = 300}, "zoom");
        made.type(Qt::Key_Z, kControl);
        QCOMPARE(made.range(), whole);
        made.type(Qt::Key_Z, kControl | kShift);
        QCOMPARE(made.range(), (TickRange{.begin = 100, .end = 300}));
        made.type(Qt::Key_Z, kControl);
        made.type(Qt::Key_Y, kControl);
        QCOMPARE(made.range(), (TickRange{.begin = 100, .end = 300}));
    }

    void wasdAndArrowsMove()
    {
        Window made(m_folder->path());
        made.history().showRange({.begin = 400, .end = 600}, "zoom");
        made.type(Qt::Key_W);
        QVERIFY(made.range().length() < 200);
        made.type(Qt::Key_S);
        QCOMPARE(made.range().length(), Tick{200});
        for (const auto& [left, right] :
             {std::pair{Qt::Key_A, Qt::Key_D}, std::pair{Qt::Key_Left, Qt::Key_Right}}) {
            const Tick before = made.range().begin;
            made.type(left);
            QVERIFY(made.range().begin < before);
            made.type(right);
            QCOMPARE(made.range().begin, before);
        }
        made.type(Qt::Key_Home);
        QCOMPARE(made.range(), made.history().whole());
    }

    void fAndZZoomToWhatIsSelected()
    {
        for (const Qt::Key key : {Qt::Key_F, Qt::Key_Z}) {
            Window made(m_folder->path());
            made.view().goTo(LocationRef(0), 150);
            made.settle();
            made.type(key);
            QVERIFY2(
                made.range().length() <= 300, qPrintable(QString::number(made.range().length())));
            QVERIFY(made.range().contains(150));
        }
    }

    void aDoubleClickOnTheRulerShowsTheWhole()
    {
        Window made(m_folder->path());
        made.history().showRange({.begin = 400, .end = 600}, "zoom");
        charts::TimeRuler& ruler = made.view().frame().ruler();
        QTest::mouseDClick(&ruler, Qt::LeftButton, {}, ruler.rect().center());
        QCOMPARE(made.range(), made.history().whole());
    }

    // ---- Places -----------------------------------------------------------------------------

    void digitsKeepAndRecallTheView()
    {
        Window made(m_folder->path());
        constexpr Tick kBookmarks = 10;
        for (Tick i = 0; i < kBookmarks; ++i) {
            made.history().showRange({.begin = 10 * i, .end = 500}, "zoom");
            made.type(static_cast<Qt::Key>(Qt::Key_0 + i), kControl);
        }
        for (Tick i = 0; i < kBookmarks; ++i) {
            made.type(static_cast<Qt::Key>(Qt::Key_0 + i));
            QCOMPARE(made.range().begin, 10 * i);
        }
    }

    void theFindFieldIsReachedAndStepped()
    {
        Window made(m_folder->path());
        auto* edit = made.window.findField().findChild<QLineEdit*>();
        made.type(Qt::Key_F, kControl);
        QVERIFY(comes([&] { return QApplication::focusWidget() == edit; }));
        QTest::keyClicks(edit, "work");
        QVERIFY(comes([&] { return made.window.findField().status() == "1 of 2"; }));
        made.type(Qt::Key_F3);
        QCOMPARE(made.window.findField().status(), QStringLiteral("2 of 2"));
        QCOMPARE(made.view().selection().visit()->visit.begin, Tick{300});
        made.type(Qt::Key_F3, kShift);
        QCOMPARE(made.window.findField().status(), QStringLiteral("1 of 2"));
        made.type(Qt::Key_Escape);
        QVERIFY(comes([&] { return QApplication::focusWidget() == &made.view().chart(); }));
        made.type(Qt::Key_Slash);
        QVERIFY(comes([&] { return QApplication::focusWidget() == edit; }));
    }

    void thePaletteGoesToARow()
    {
        Window made(m_folder->path());
        shell::CommandPalette& palette = made.window.palette();
        for (const bool isOfAll : {true, false}) {
            made.type(Qt::Key_P, isOfAll ? kControl | kShift : kControl);
            QVERIFY(comes([&] { return QApplication::focusWidget() == &palette.field(); }));
            QTest::keyClicks(&palette.field(), "m");
            QCOMPARE(palette.field().text(), QString(isOfAll ? "m" : "@m"));
            made.type(Qt::Key_Escape);
            QVERIFY(!palette.isVisible());
        }
    }

    void theMenuTellsHowRowsArePutTogether()
    {
        tests::OpenWindow made(m_folder->path(), R"(
group 0 "rank 0"
location 0 "a" group 0
location 1 "stream" group 0 type stream
enter 0 @0 main
leave 0 @1000 main
)");
        QAction* tree = made.window.action("rowsBySystemTree");
        QAction* type = made.window.action("rowsByLocationType");
        auto* menu = qobject_cast<QMenu*>(tree->associatedObjects().front());
        QVERIFY(menu != nullptr);
        emit menu->aboutToShow();
        QVERIFY(tree->isChecked() && !type->isChecked());
        type->trigger();
        emit menu->aboutToShow();
        QVERIFY(type->isChecked() && !tree->isChecked());
        made.view().history().undo();
        emit menu->aboutToShow();
        QVERIFY(tree->isChecked() && !type->isChecked());
        QVERIFY(!made.window.action("onlyRepresentatives")->isChecked());
    }

    void thePaletteGoesToAProcess()
    {
        Window made(m_folder->path());
        shell::CommandPalette& palette = made.window.palette();
        made.window.showPalette("@rank 0/b");
        QCOMPARE(palette.shown(), QStringList{QStringLiteral("rank 0 › b")});
        made.window.showPalette("@rk1/");
        QCOMPARE(palette.shown(), QStringList{QStringLiteral("rank 1 › c")});
        made.window.showPalette("@rank 0");
        QCOMPARE(palette.shown().front(), QStringLiteral("rank 0"));
        QTest::keyClick(&palette.field(), Qt::Key_Return);
        QVERIFY(!palette.isVisible());
        const QStringList before = made.rows();
        made.takeKeyboard();
        made.type(Qt::Key_Space);  // the row that was gone to is marked
        QVERIFY(before.contains("a") && !made.rows().contains("a"));
        made.window.showPalette("@rank 0");  // also where it is folded
        QTest::keyClick(&palette.field(), Qt::Key_Return);
        made.takeKeyboard();
        made.type(Qt::Key_Space);
        QCOMPARE(made.rows(), before);
    }

    /// On the start page, and on the page of a trace that cannot be opened.
    void withoutATraceOnTheScreenNoKeyDoesHarm()
    {
        tests::Window made(m_folder->path());
        tryAllActions(made.window);
        const QSignalSpy failed(
            made.window.openTrace(m_folder->filePath("none.otf2")), &shell::TraceTab::failed);
        QVERIFY(comes([&failed] { return !failed.isEmpty(); }));
        tryAllActions(made.window);
        QVERIFY(made.window.isVisible());
    }

    /// Of charts that are open; undo takes it back.
    void thePaletteChoosesWhatTheMenusOfChartsDo()
    {
        Window made(m_folder->path());
        shell::CommandPalette& palette = made.window.palette();
        const QString wanted = QStringLiteral("Summary timeline: By function");
        made.view().frame().setOpen("summary", false);
        made.window.showPalette("summary by function");
        QVERIFY(!palette.shown().contains(wanted));
        palette.hide();
        made.view().frame().setOpen("summary", true);
        made.settle();
        made.window.showPalette("summary by function");
        QCOMPARE(palette.shown().front(), wanted);
        QTest::keyClick(&palette.field(), Qt::Key_Return);
        const charts::Chart& summary = made.view().frame().docks().back()->chart();
        const QVariantMap chosen = summary.settings();
        made.window.showPalette("undo");
        QTest::keyClick(&palette.field(), Qt::Key_Return);
        QVERIFY(made.view().frame().docks().back()->chart().settings() != chosen);
        made.settle();
    }

    void thePaletteGoesToAGroupOfRows()
    {
        tests::OpenWindow made(m_folder->path(), R"(
ticks-per-second 1000
node 0 "machine"
node 1 "board 1" parent 0
node 2 "board 2" parent 0
group 0 "rank 0" node 1
group 1 "rank 1" node 1
group 2 "rank 2" node 2
group 3 "rank 3" node 2
location 0 "a" group 0
location 1 "b" group 1
location 2 "c" group 2
location 3 "d" group 3
enter 0 @0 main
leave 0 @1000 main
)");
        shell::CommandPalette& palette = made.window.palette();
        made.window.showPalette("@board2");
        QCOMPARE(palette.shown(), QStringList{QStringLiteral("board 2")});
        QTest::keyClick(&palette.field(), Qt::Key_Return);
        QVERIFY(!palette.isVisible());
        const auto has = [&made](const char* name) {
            return std::ranges::any_of(made.view().chart().rows(), [name](const Row& row) {
                return row.name == QLatin1String(name);
            });
        };
        QVERIFY(has("rank 3"));
        QTest::keyClick(&made.view().chart(), Qt::Key_Space);  // the row that was gone to is marked
        made.settle();
        QVERIFY(has("rank 0") && has("board 2") && !has("rank 3"));
    }

    void theSheetOfKeysIsOpened()
    {
        Window made(m_folder->path());
        made.type(Qt::Key_Question);
        const auto* sheet = made.dialog<QDialog>();
        QVERIFY(sheet != nullptr);
        QVERIFY(sheet->findChild<QTableWidget*>()->rowCount() > 30);
    }

    // ---- Rows -------------------------------------------------------------------------------

    void rowsAreHiddenKeptAndShownAgain()
    {
        Window made(m_folder->path());
        const QStringList all = made.rows();
        QCOMPARE(all, (QStringList{"rank 0", "a", "b", "rank 1"}));
        made.clickLabel(2);
        made.type(Qt::Key_H);
        QVERIFY(!made.rows().contains("b"));
        made.type(Qt::Key_H, kShift);
        QCOMPARE(made.rows(), all);
        made.clickLabel(2);
        made.type(Qt::Key_O);
        QVERIFY(!made.rows().contains("a") && made.rows().contains("b"));
        made.type(Qt::Key_Z, kControl);
        QCOMPARE(made.rows(), all);
    }

    void spaceFoldsTheMarkedRow()
    {
        Window made(m_folder->path());
        made.clickLabel(0);
        made.type(Qt::Key_Space);
        QCOMPARE(made.rows(), (QStringList{"rank 0", "rank 1"}));
        made.type(Qt::Key_Space);
        QCOMPARE(made.rows().size(), 4);
    }

    void rowsGetHigherFitAndAreAsAtFirst()
    {
        Window made(m_folder->path());
        const auto height = [&made] {
            return made.view().chart().rowRect(LocationRef(0))->height();
        };
        const int before = height();
        made.type(Qt::Key_Up, kControl);
        QVERIFY(height() > before);
        made.type(Qt::Key_Down, kControl);
        QCOMPARE(height(), before);
        made.type(Qt::Key_V);
        QVERIFY(made.history().state().fitsRows);
        made.type(Qt::Key_V, kShift);
        QVERIFY(!made.history().state().fitsRows);
        QCOMPARE(height(), before);
    }

    void rowsArePinnedMovedAndMarked()
    {
        Window made(m_folder->path());
        made.clickLabel(2);
        made.type(Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(made.rows(), (QStringList{"rank 0", "b", "a", "rank 1"}));
        made.type(Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(made.rows(), (QStringList{"rank 0", "a", "b", "rank 1"}));
        made.type(Qt::Key_P);
        QCOMPARE(made.rows().front(), QStringLiteral("b"));
        made.type(Qt::Key_P);
        made.clickLabel(2);  // lets go of the mark
        // J goes down the rows and K up, with Shift they mark more.
        made.clickLabel(1);
        made.type(Qt::Key_J);
        made.type(Qt::Key_O);
        QCOMPARE(made.rows(), (QStringList{"rank 0", "b"}));
        made.type(Qt::Key_Z, kControl);
        made.clickLabel(2);
        made.type(Qt::Key_K, kShift);
        made.type(Qt::Key_O);
        QCOMPARE(made.rows(), (QStringList{"rank 0", "a", "b"}));
    }

    // ---- Filters ----------------------------------------------------------------------------

    void filtersAreOpenedAndSwitched()
    {
        Window made(m_folder->path());
        made.type(Qt::Key_L, kControl);
        auto* locations = made.dialog<shell::LocationFilterDialog>();
        QVERIFY(locations != nullptr);
        locations->setWords("a");
        locations->apply(models::Filter::Kind::HideLocations);
        locations->close();
        made.settle();
        QVERIFY(!made.rows().contains("a"));
        const TickRange before = made.range();
        made.takeKeyboard();
        made.type(Qt::Key_F, kControl | kShift);
        QVERIFY(made.rows().contains("a"));
        made.type(Qt::Key_F, kControl | kShift);
        QVERIFY(!made.rows().contains("a"));
        QCOMPARE(made.range(), before);  // a filter is no zoom
        made.type(Qt::Key_L, kControl | kShift);
        QVERIFY(made.dialog<shell::FunctionFilterDialog>() != nullptr);
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestWindowKeys)
#include "test_window_keys.moc"
