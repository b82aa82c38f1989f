// What Edit, Undo says and takes back of choices in charts, and what the right button offers.

#include "tests/gui/charts_bench.h"
#include "tests/gui/moves_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QLatin1Char>
#include <QList>
#include <QMenu>
#include <QPoint>
#include <QString>
#include <QTemporaryDir>
#include <QWidget>

#include <algorithm>

namespace vellum::gui {

namespace {

using tests::MovesWindow;

/// The entry of the menu that is shown; null if there is none of that text.
QAction* shownEntry(const char* text)
{
    const auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    const auto actions = menu != nullptr ? menu->actions() : QList<QAction*>();
    const auto found = std::ranges::find_if(actions, [text](const QAction* action) {
        return action->text().remove(QLatin1Char('&')) == QLatin1String(text);
    });
    return found == actions.end() ? nullptr : *found;
}

void closeMenu()
{
    if (QWidget* menu = QApplication::activePopupWidget()) {
        menu->close();
    }
}

}  // namespace

class TestUndoMenu : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = tests::makeFolder(); }
    void cleanup() { closeMenu(); }

    void aChoiceOfAChartIsNamedAndUndone()
    {
        MovesWindow made(m_folder->path());
        const QAction* undo = made.window.action("undo");
        QVERIFY(!undo->isEnabled());
        const charts::ChartDock& dock = *made.view().frame().docks().front();
        QTest::mouseClick(tests::button(dock, "Options of this chart"), Qt::LeftButton);
        QAction* messages = shownEntry("Messages");
        QVERIFY(messages != nullptr && messages->isChecked());
        messages->trigger();
        closeMenu();
        made.settle();
        QVERIFY(!made.view().chart().layers().isShown(models::Layer::Messages));
        QCOMPARE(undo->text(), QStringLiteral("&Undo hide messages (Master timeline)"));
        made.window.action("undo")->trigger();
        made.settle();
        QVERIFY(made.view().chart().layers().isShown(models::Layer::Messages));
        QVERIFY(!undo->isEnabled());
        QCOMPARE(
            made.window.action("redo")->text(),
            QStringLiteral("&Redo hide messages (Master timeline)"));
        made.window.action("redo")->trigger();
        QVERIFY(!made.view().chart().layers().isShown(models::Layer::Messages));
        made.settle();
    }

    void theMenuKeyOpensTheMenu()
    {
        MovesWindow made(m_folder->path());
        for (const auto* dock : made.view().frame().docks()) {
            auto& chart = dock->chart();
            QTest::keyClick(&chart, Qt::Key_Menu);
            QVERIFY(QApplication::activePopupWidget() != nullptr);
            closeMenu();
            QTest::keyClick(&chart, Qt::Key_F10, Qt::ShiftModifier);
            QVERIFY(QApplication::activePopupWidget() != nullptr);
            closeMenu();
        }
    }

    void whatCannotBeDoneIsNotOffered()
    {
        MovesWindow made(m_folder->path());
        made.window.action("palette")->trigger();
        QVERIFY(made.window.action("rowsByCommunicator")->isEnabled());
        made.window.action("closeTab")->trigger();
        made.window.action("palette")->trigger();
        QVERIFY(!made.window.action("rowsByCommunicator")->isEnabled());
    }

    void theListsOfTheFunctionSummaryAreUndone()
    {
        MovesWindow made(m_folder->path());
        const auto docks = made.view().frame().docks();
        const auto lists = made.view().summary().findChildren<QComboBox*>();
        QCOMPARE(lists.size(), 2);
        for (QComboBox* list : lists) {
            QTest::keyClick(list, Qt::Key_Down);
            made.settle();
            QCOMPARE(list->currentIndex(), 1);
        }
        QCOMPARE(
            made.window.action("undo")->text(),
            QStringLiteral("&Undo inclusive time (Function summary)"));
        made.window.action("undo")->trigger();
        QCOMPARE(lists[1]->currentIndex(), 0);
        QCOMPARE(lists[0]->currentIndex(), 1);
        made.window.action("undo")->trigger();
        QCOMPARE(lists[0]->currentIndex(), 0);
        QVERIFY(!made.view().history().canUndo());
        made.window.action("redo")->trigger();
        QCOMPARE(lists[0]->currentIndex(), 1);
        // The next one is told from what undo left.
        QTest::keyClick(lists[0], Qt::Key_Up);
        made.window.action("undo")->trigger();
        QCOMPARE(lists[0]->currentIndex(), 1);
        QCOMPARE(lists[1]->currentIndex(), 0);
        QCOMPARE(made.view().frame().docks(), docks);
        made.settle();
    }

    void theRightButtonResetsZoom()
    {
        MovesWindow made(m_folder->path());
        const charts::TimelineChart& chart = made.view().chart();
        models::ViewHistory& history = made.view().history();
        history.showRange({.begin = 2'000, .end = 3'000}, "zoom");
        history.setRowHeightPercent(150);
        made.settle();
        const QPoint place(chart.labelWidth() + 50, chart.rowRect(LocationRef(0))->center().y());
        QTest::mouseClick(chart.viewport(), Qt::RightButton, {}, place);
        QAction* time = shownEntry("Reset horizontal zoom");
        QAction* rows = shownEntry("Reset vertical zoom");
        QVERIFY(time != nullptr && time->isEnabled());
        QVERIFY(rows != nullptr && rows->isEnabled());
        time->trigger();
        rows->trigger();
        QCOMPARE(history.range(), history.whole());
        QCOMPARE(history.state().rowHeightPercent, 100);
        QCOMPARE(
            made.window.action("undo")->text(),
            QStringLiteral("&Undo reset vertical zoom (Master timeline)"));
        closeMenu();
        QTest::mouseClick(chart.viewport(), Qt::RightButton, {}, place);
        QVERIFY(!shownEntry("Reset horizontal zoom")->isEnabled());
        QVERIFY(!shownEntry("Reset vertical zoom")->isEnabled());
        made.settle();
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestUndoMenu)
#include "test_undo_menu.moc"
