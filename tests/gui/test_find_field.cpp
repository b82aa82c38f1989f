// The find field of the window: hits, what it cannot do, durations, tabs.

#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QCoreApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPoint>
#include <QRect>
#include <QSize>
#include <QString>
#include <QTemporaryDir>
#include <QToolButton>

#include <memory>

namespace vellum::gui {

namespace {

using shell::MainWindow;
using shell::TraceTab;
using tests::comes;
using tests::isShown;
using tests::Window;

QToolButton* findButton(MainWindow& window, const QString& tip)
{
    for (QToolButton* one : window.findField().findChildren<QToolButton*>()) {
        if (one->toolTip().startsWith(tip)) {
            return one;
        }
    }
    return nullptr;
}

}  // namespace

class TestFindField : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder->filePath(QLatin1String(name));
    }
    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init();
    void findStepsThroughTheHits();
    void findSaysWhatItCannotDo();
    void aNameInQuotesIsTheWholeName();
    void findTakesADuration();
    void findTakesGroups();
    void findBelongsToTheTab();
    void theFindFieldIsSeenInANarrowWindow();
};

void TestFindField::init()
{
    m_folder = tests::makeFolder();
}

void TestFindField::findStepsThroughTheHits()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    shell::FindField& find = made.window.findField();
    find.setText("WORK");  // case does not matter at first
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    const auto selected = [&] { return tab->view()->selection().visit()->visit; };
    QVERIFY((selected() == TickRange{.begin = 100, .end = 200}));
    made.window.action("findNext")->trigger();
    QCOMPARE(find.status(), QStringLiteral("2 of 3"));
    QVERIFY((selected() == TickRange{.begin = 300, .end = 400}));
    made.window.action("findPrevious")->trigger();
    made.window.action("findPrevious")->trigger();
    QCOMPARE(find.status(), QStringLiteral("3 of 3"));
    QVERIFY((selected() == TickRange{.begin = 500, .end = 600}));
    QTest::keyClick(find.findChild<QLineEdit*>(), Qt::Key_Return);
    QCOMPARE(find.status(), QStringLiteral("1 of 3"));
    // A hit outside the window comes into it.
    tab->view()->history().showRange({.begin = 700, .end = 800}, "test");
    made.window.action("findNext")->trigger();
    QVERIFY(tab->view()->history().range().contains(300));
    QCOMPARE(tab->view()->history().range().length(), Tick{100});
}

void TestFindField::findSaysWhatItCannotDo()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    shell::FindField& find = made.window.findField();
    find.setText("nowhere");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("no hit"); }));
    made.window.action("findNext")->trigger();  // nothing to step to
    QCOMPARE(find.status(), QStringLiteral("no hit"));
    find.setText("(");
    QVERIFY(comes([&] {
        return find.status() == QStringLiteral("no hit");
    }));  // a bracket, as long as it is text
    findButton(made.window, "Regular expression")->click();
    QVERIFY(comes([&] { return find.status() == QStringLiteral("bad pattern"); }));
    QVERIFY(!find.findChild<QLineEdit*>()->toolTip().isEmpty());  // says why
    find.setText("^wo.k$");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    find.setText("WORK");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    findButton(made.window, "Match case")->click();
    QVERIFY(comes([&] { return find.status() == QStringLiteral("no hit"); }));
    find.setText("");
    QVERIFY(comes([&] { return find.status() == QString(); }));
}

void TestFindField::aNameInQuotesIsTheWholeName()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    shell::FindField& find = made.window.findField();
    find.setText("\"work\"");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    find.setText("\"wor\"");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("no hit"); }));
    find.setText("wor");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    find.findExactly("work");
    auto* edit = find.findChild<QLineEdit*>();
    QCOMPARE(edit->text(), QStringLiteral("\"work\""));
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    // Case matters to the exact name, and not to what is typed then.
    edit->selectAll();
    QTest::keyClicks(edit, "WORK");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
}

void TestFindField::findTakesADuration()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    shell::FindField& find = made.window.findField();
    findButton(made.window, "Only visits")->click();
    QLineEdit* duration = nullptr;
    for (QLineEdit* edit : find.findChildren<QLineEdit*>()) {
        duration = edit->accessibleName() == "Least duration" ? edit : duration;
    }
    QVERIFY(duration != nullptr && duration->isVisible());
    duration->setText("0.5 s");
    const auto isSaid = [&find](const QString& text) {
        const auto* label = find.findChild<QLabel*>();
        return label->isVisible() && label->text() == text;
    };
    QVERIFY(comes([&] { return isSaid("1 of 1"); }));  // main, though no name is asked for
    duration->setText("5 s");
    QVERIFY(comes([&] { return isSaid("no hit"); }));
    duration->setText("abc");
    QVERIFY(comes([&] { return isSaid("no duration"); }));
    duration->setText("0.5 s");
    find.setText("work");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("no hit"); }));
    duration->setText("100ms");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    duration->setText("long");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("no duration"); }));
    findButton(made.window, "Only visits")->click();
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    // All hits are marked above their bars, until that is switched off.
    tab->view()->selection().clear();
    const QImage marked = tab->view()->chart().viewport()->grab().toImage();
    findButton(made.window, "Mark all")->click();
    QVERIFY(tab->view()->chart().viewport()->grab().toImage() != marked);
}

void TestFindField::findTakesGroups()
{
    Window made(folder(), R"(
region 1 MPI_Send paradigm 4
region 2 write role 27
region 3 MPI_Wait paradigm 4
enter 0 @0 main
enter 0 @100 MPI_Send
leave 0 @200 MPI_Send
enter 0 @300 MPI_Wait
leave 0 @400 MPI_Wait
enter 0 @500 write
leave 0 @600 write
leave 0 @1000 main
)");
    TraceTab* tab = made.window.openTrace(path("b.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    shell::FindField& find = made.window.findField();
    QMenu* menu = findButton(made.window, "Only functions of some groups")->menu();
    const auto choose = [&](const char* group) {
        emit menu->aboutToShow();
        for (QAction* action : menu->actions()) {
            if (action->text() == QLatin1String(group)) {
                action->trigger();
                return;
            }
        }
        QFAIL(group);
    };
    choose("MPI");  // alone: all of them
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 2"); }));
    QVERIFY((tab->view()->selection().visit()->visit == TickRange{.begin = 100, .end = 200}));
    QCOMPARE(findButton(made.window, "Only functions of: MPI")->text(), QString::fromUtf8("◧1"));
    choose("I/O");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    find.setText("wait");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 1"); }));
    choose("MPI");  // takes it out again
    QVERIFY(comes([&] { return find.status() == QStringLiteral("no hit"); }));
    choose("&Any group");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 1"); }));
    QCOMPARE(
        findButton(made.window, "Only functions of some groups")->text(), QString::fromUtf8("◧"));
}

void TestFindField::findBelongsToTheTab()
{
    Window made(folder());
    TraceTab* a = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(a); }));
    shell::FindField& find = made.window.findField();
    find.setText("work");
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    TraceTab* b = made.window.openTrace(path("b.otf2"));
    QVERIFY(comes([&] { return isShown(b); }));
    QCOMPARE(find.status(), QString());  // nothing has been sought here yet
    made.window.action("findNext")->trigger();
    QVERIFY(comes([&] { return find.status() == QStringLiteral("1 of 3"); }));
    // Closed between typing and searching, and with an answer on its way.
    find.setText("main");
    made.window.action("closeTab")->trigger();
    QCOMPARE(made.window.currentTab(), a);
    made.window.action("findNext")->trigger();
    made.window.action("closeTab")->trigger();
    QVERIFY(!find.isEnabled());
    QTest::keyClick(find.findChild<QLineEdit*>(), Qt::Key_Return);
    QCoreApplication::processEvents();
    QCOMPARE(find.status(), QString());
}

void TestFindField::theFindFieldIsSeenInANarrowWindow()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    for (const QSize size : {QSize(1'400, 800), QSize(800, 500), QSize(300, 300)}) {
        made.window.resize(size);
        QCoreApplication::processEvents();
        auto* edit = made.window.findField().findChild<QLineEdit*>();
        const QRect place(edit->mapTo(&made.window, QPoint(0, 0)), edit->size());
        QVERIFY2(edit->isVisible(), qPrintable(QString::number(size.width())));
        QVERIFY(made.window.rect().contains(place));
    }
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestFindField)
#include "test_find_field.moc"
