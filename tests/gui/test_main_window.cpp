#include "gui/charts/panels/legend_panel.h"
#include "gui/charts/panels/summary_panel.h"
#include "gui/shell/connect_dialog.h"
#include "gui/theme/theme.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QIODevice>
#include <QImage>
#include <QLabel>
#include <QLatin1Char>
#include <QLineEdit>
#include <QList>
#include <QMenu>
#include <QMimeData>
#include <QPoint>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QToolButton>
#include <QUrl>
#include <QWidget>
#include <QWidgetList>

#include <memory>

namespace vellum::gui {

namespace {

using shell::FailurePage;
using shell::MainWindow;
using shell::StartPage;
using shell::TraceTab;
using shell::TraceView;
using tests::comes;
using tests::isShown;
using tests::kTrace;
using tests::Source;
using tests::Window;

void drop(QWidget& on, const QList<QUrl>& urls)
{
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter({9, 9}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&on, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({9, 9}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&on, &event);
}

QPushButton* pushButton(QWidget* in, const QString& text)
{
    for (QPushButton* one : in->findChildren<QPushButton*>()) {
        if (one->text().contains(text)) {
            return one;
        }
    }
    return nullptr;
}

}  // namespace

/// The window over a source in memory: pages, menus, find field, notices.
class TestMainWindow : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString path(const char* name) const
    {
        return m_folder->filePath(QLatin1String(name));
    }
    [[nodiscard]] QString folder() const { return m_folder->path(); }

private slots:
    void init();
    void cleanup();

    void withoutATraceThereIsTheStartPage();
    void anOpenTraceNamesTheWindow();
    void whatWasOpenedIsRecent();
    void recentFilesAreBounded();
    void droppedFilesAreOpened();
    void aFolderIsOpenedAsOneTrace();
    void theFindFieldGrowsWithTheWindow();
    void undoAndRedoSayWhatTheyDo();
    void panelsAreHiddenInEveryTab();
    void keysOfTheChartWorkInThePanels();
    void themesAreSwitchedAndRemembered();
    void everyWordHasTheColourOfTheTheme();
    void aLongCallPathKeepsItsEnd();
    void aLossIsSaidUntilTheServerIsBack();
    void tryAgainRestartsAServerThatIsGone();
    void whatCannotBeReadIsNotTriedAgain();
    void damageIsSaidWhereItSaysExact();
    void quitClosesAllWindows();
    void aServerIsTriedBeforeItIsUsed();
    void archivesAreNamedByTheirFolder();
    void closingTabsClosesTraces();
};

void TestMainWindow::init()
{
    m_folder = tests::makeFolder();
}

void TestMainWindow::cleanup()
{
    MainWindow::applyTheme(MainWindow::ThemeChoice::Light);
}

void TestMainWindow::withoutATraceThereIsTheStartPage()
{
    const Window made(folder());
    const MainWindow& window = made.window;
    QVERIFY(window.findChild<StartPage*>()->isVisible());
    QCOMPARE(window.windowTitle(), QStringLiteral("Vellum"));
    for (const char* name :
         {"undo", "redo", "zoomIn", "fullRange", "find", "closeTab", "information"}) {
        QVERIFY2(!window.action(name)->isEnabled(), name);
    }
    QVERIFY(window.action("open")->isEnabled());
    QVERIFY(made.source == nullptr);  // no server is started for a window without a trace
}

void TestMainWindow::anOpenTraceNamesTheWindow()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    QCOMPARE(made.window.windowTitle(), QStringLiteral("a.otf2 — Vellum"));
    QVERIFY(!made.window.findChild<StartPage*>()->isVisible());
    QVERIFY(made.window.action("zoomIn")->isEnabled());
    made.window.action("closeTab")->trigger();
    QVERIFY(made.window.findChild<StartPage*>()->isVisible());
    QCOMPARE(made.window.windowTitle(), QStringLiteral("Vellum"));
    QVERIFY(!made.window.action("zoomIn")->isEnabled());
}

void TestMainWindow::whatWasOpenedIsRecent()
{
    auto first = std::make_unique<Window>(folder());
    for (const char* name : {"a.otf2", "b.otf2", "missing.otf2", "a.otf2"}) {
        const TraceTab* tab = first->window.openTrace(path(name));
        QVERIFY(comes([&] { return !tab->isLoading(); }));
    }
    first.reset();
    const QStringList expected = {path("a.otf2"), path("b.otf2")};
    QCOMPARE(QSettings().value("recent").toStringList(), expected);
    QVERIFY(QFile::remove(path("b.otf2")));
    Window made(folder());
    auto* start = made.window.findChild<StartPage*>();
    QPushButton* a = pushButton(start, "a.otf2");
    QPushButton* b = pushButton(start, "b.otf2");
    QVERIFY(a != nullptr && a->isEnabled());
    QVERIFY(b != nullptr && !b->isEnabled());
    QTest::mouseClick(a, Qt::LeftButton);
    QCOMPARE(made.window.tabCount(), 1);
    QCOMPARE(made.window.currentTab()->path(), path("a.otf2"));
    QVERIFY(comes([&] { return isShown(made.window.currentTab()); }));
}

void TestMainWindow::recentFilesAreBounded()
{
    QStringList many;
    for (int i = 0; i < 10; ++i) {
        many << path("old") + QString::number(i);
    }
    QSettings().setValue("recent", many);
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    const QStringList recent = QSettings().value("recent").toStringList();
    QCOMPARE(recent.size(), 10);
    QCOMPARE(recent.first(), path("a.otf2"));
    QCOMPARE(recent.last(), many[8]);
}

void TestMainWindow::droppedFilesAreOpened()
{
    Window made(folder());
    drop(
        made.window,
        {QUrl::fromLocalFile(path("a.otf2")),
         QUrl("https://example.org/trace.otf2"),
         QUrl::fromLocalFile(path("b.otf2"))});
    QCOMPARE(made.window.tabCount(), 2);
    QCOMPARE(made.window.tab(0)->path(), path("a.otf2"));
    QCOMPARE(made.window.tab(1)->path(), path("b.otf2"));
    QVERIFY(comes([&] { return isShown(made.window.currentTab()); }));
    QMimeData text;
    text.setText("words");
    QDragEnterEvent enter({9, 9}, Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QApplication::sendEvent(&made.window, &enter);
    QVERIFY(!enter.isAccepted());
}

void TestMainWindow::aFolderIsOpenedAsOneTrace()
{
    Window made(folder());
    QAction* action = made.window.action("openFolder");
    QVERIFY(action != nullptr && action->isEnabled() && !action->shortcut().isEmpty());
    action->trigger();
    auto* dialog = made.window.findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->fileMode(), QFileDialog::Directory);
    emit dialog->fileSelected(folder());
    QCOMPARE(made.window.tabCount(), 1);
    QCOMPARE(made.window.tab(0)->path(), folder());
    dialog->close();
}

void TestMainWindow::theFindFieldGrowsWithTheWindow()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    const auto* field = made.window.findField().findChild<QLineEdit*>();
    made.window.resize(1'200, 800);
    QCoreApplication::processEvents();
    const int narrow = field->width();
    made.window.resize(1'800, 800);
    QCoreApplication::processEvents();
    QVERIFY2(
        field->width() >= narrow + 200,
        qPrintable(QStringLiteral("%1 after %2").arg(field->width()).arg(narrow)));
    // However narrow the window, no button lies on the field.
    made.window.resize(made.window.minimumWidth(), 800);
    QCoreApplication::processEvents();
    QVERIFY(field->width() >= field->minimumWidth());
    QVERIFY(made.window.findField().width() >= made.window.findField().minimumSizeHint().width());
}

void TestMainWindow::undoAndRedoSayWhatTheyDo()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    const QAction* undo = made.window.action("undo");
    const QAction* redo = made.window.action("redo");
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
    const TickRange whole = tab->view()->history().range();
    made.window.action("zoomIn")->trigger();
    const TickRange zoomed = tab->view()->history().range();
    QVERIFY(zoomed.length() < whole.length());
    QVERIFY(undo->isEnabled());
    QCOMPARE(undo->text(), QStringLiteral("&Undo zoom"));
    made.window.action("fullRange")->trigger();
    QCOMPARE(undo->text(), QStringLiteral("&Undo full range"));
    made.window.action("undo")->trigger();
    QVERIFY(tab->view()->history().range() == zoomed);
    QCOMPARE(undo->text(), QStringLiteral("&Undo zoom"));
    QCOMPARE(redo->text(), QStringLiteral("&Redo full range"));
    made.window.action("undo")->trigger();
    QVERIFY(!undo->isEnabled());
    QCOMPARE(undo->text(), QStringLiteral("&Undo"));
    made.window.action("redo")->trigger();
    QVERIFY(tab->view()->history().range() == zoomed);
    // Another tab has a history of its own.
    TraceTab* other = made.window.openTrace(path("b.otf2"));
    QVERIFY(comes([&] { return isShown(other); }));
    QVERIFY(!undo->isEnabled() && !redo->isEnabled());
}

void TestMainWindow::panelsAreHiddenInEveryTab()
{
    Window made(folder());
    TraceTab* a = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(a); }));
    using Panel = TraceView::Panel;
    const std::map<Panel, const char*> panels = {
        {Panel::Summary, "summaryPanel"},
        {Panel::Details, "detailsPanel"},
        {Panel::Legend, "legendPanel"}};
    for (const auto& [panel, name] : panels) {
        QVERIFY(a->view()->isPanelVisible(panel));
        made.window.action(name)->trigger();
        QVERIFY2(!a->view()->isPanelVisible(panel), name);
    }
    // One that is opened later looks as the menu says.
    TraceTab* b = made.window.openTrace(path("b.otf2"));
    QVERIFY(comes([&] { return isShown(b); }));
    for (const auto& [panel, name] : panels) {
        QVERIFY2(!b->view()->isPanelVisible(panel), name);
        made.window.action(name)->trigger();
        QVERIFY2(a->view()->isPanelVisible(panel) && b->view()->isPanelVisible(panel), name);
    }
}

void TestMainWindow::keysOfTheChartWorkInThePanels()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    TraceView& view = *tab->view();
    QWidgetList panels = {view.summary().findChild<charts::SummaryBars*>(), &view.details()};
    for (QComboBox* list : view.summary().findChildren<QComboBox*>()) {
        panels << list;
    }
    panels << view.findChild<charts::LegendPanel*>()->findChild<QToolButton*>();
    for (QWidget* panel : panels) {
        const char* name = panel->metaObject()->className();
        QTest::keyClick(panel, Qt::Key_W);
        QVERIFY2(view.history().range().length() < view.history().whole().length(), name);
        const TickRange zoomed = view.history().range();
        QTest::keyClick(panel, Qt::Key_A);
        QVERIFY2(view.history().range().begin < zoomed.begin, name);
        QTest::keyClick(panel, Qt::Key_Home);
        QVERIFY2(view.history().range() == view.history().whole(), name);
    }
    // What a panel needs stays with it.
    auto* bars = view.summary().findChild<charts::SummaryBars*>();
    QTest::keyClick(bars, Qt::Key_Down);
    QVERIFY(view.selection().highlight().has_value());
    auto* list = view.summary().findChild<QComboBox*>();
    QTest::keyClick(list, Qt::Key_Down);
    QCOMPARE(list->currentIndex(), 1);
    QTest::keyClick(list, Qt::Key_F);
    QCOMPARE(list->currentIndex(), 1);
    QVERIFY(view.history().range() == view.history().whole());
}

void TestMainWindow::themesAreSwitchedAndRemembered()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    const auto brightness = [&] {
        const QImage picture = made.window.grab().toImage();
        return qGray(picture.scaled(1, 1, {}, Qt::SmoothTransformation).pixel(0, 0));
    };
    made.window.action("theme2")->trigger();
    QCoreApplication::processEvents();
    QCOMPARE(&theme::currentTheme(), &theme::darkTheme());
    QCOMPARE(QSettings().value("theme").toInt(), 2);
    QVERIFY(brightness() < 128);
    made.window.action("theme1")->trigger();
    QCoreApplication::processEvents();
    QCOMPARE(&theme::currentTheme(), &theme::lightTheme());
    QVERIFY(brightness() > 128);
    const Window next(folder());
    QVERIFY(next.window.action("theme1")->isChecked());
    QVERIFY(!next.window.action("theme2")->isChecked());
}

void TestMainWindow::everyWordHasTheColourOfTheTheme()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    const auto picture = [&] {
        QCoreApplication::processEvents();
        return made.window.grab().toImage();
    };
    const auto switchTo = [&](const char* theme) {
        made.window.action(theme)->trigger();
        return picture();
    };
    charts::LinkLabel link(QStringLiteral("<a href=\"#\">a link in the corner</a>"));
    const auto pictureOfLink = [&] {
        QCoreApplication::processEvents();
        return link.grab().toImage();
    };
    tab->view()->selection().clear();  // the hint is shown
    const QImage hint = switchTo("theme1");
    const QImage light = pictureOfLink();
    switchTo("theme2");
    QVERIFY(pictureOfLink() != light);
    tab->view()->goTo(LocationRef(0), 150);
    QVERIFY(comes(
        [&] { return isShown(tab) && !tab->view()->details().valueOf("Call path").isEmpty(); }));
    const QImage dark = picture();
    const QImage details = switchTo("theme1");  // made while it was dark
    QVERIFY(pictureOfLink() == light);
    tab->view()->selection().clear();
    QVERIFY(picture() == hint);
    tab->view()->goTo(LocationRef(0), 150);
    QVERIFY(comes(
        [&] { return isShown(tab) && !tab->view()->details().valueOf("Call path").isEmpty(); }));
    QVERIFY(picture() == details);
    QVERIFY(switchTo("theme2") == dark);
}

void TestMainWindow::aLongCallPathKeepsItsEnd()
{
    shell::PathText text;
    text.resize(400, 20);
    text.setText("1.5 s   main › work");
    QCOMPARE(text.shownText(), QStringLiteral("1.5 s   main › work"));
    text.setText("1.5 s   " + QStringLiteral("main › ").repeated(100) + "work");
    QVERIFY(text.shownText().startsWith(QStringLiteral("1.5 s   …")));
    QVERIFY(text.shownText().endsWith(QStringLiteral("main › work")));
    QVERIFY(text.fontMetrics().horizontalAdvance(text.shownText()) <= 400);
    // Of a function whose name alone is too long begin and end stay, and where it is.
    text.setText(
        "1.5 s   GPU 0 › main › solve<" + QString(300, QLatin1Char('n')) + ">(Params, end)");
    QVERIFY2(
        text.shownText().startsWith(QStringLiteral("1.5 s   GPU 0 › … › solve<n")),
        qPrintable(text.shownText()));
    QVERIFY2(text.shownText().endsWith(QStringLiteral("end)")), qPrintable(text.shownText()));
    QVERIFY(text.fontMetrics().horizontalAdvance(text.shownText()) <= 400);
}

void TestMainWindow::aLossIsSaidUntilTheServerIsBack()
{
    Window made(folder());
    TraceTab* a = made.window.openTrace(path("a.otf2"));
    TraceTab* b = made.window.openTrace(path("b.otf2"));
    QVERIFY(comes([&] { return isShown(b) && a->view() != nullptr; }));
    made.source->lose();
    for (TraceTab* tab : {a, b}) {
        QVERIFY2(
            tab->notice().sentence().contains("it fell over"),
            qPrintable(tab->notice().sentence()));
    }
    QPushButton* restart = b->notice().actionButton();
    QVERIFY(restart->isVisible() && restart->isEnabled());
    QVERIFY(!pushButton(&b->notice(), "Close")->isVisible());  // it is the way back
    // What cannot be answered is said, and the window lives.
    made.window.action("zoomIn")->trigger();
    QVERIFY(comes([&] { return b->view()->exactness() == models::Exactness::Failed; }));
    QTest::mouseClick(restart, Qt::LeftButton);
    QCOMPARE(made.source->restarts, 1);
    QVERIFY(!restart->isEnabled());  // once is enough
    made.source->lose();             // it did not help
    QVERIFY(restart->isEnabled());
    QTest::mouseClick(restart, Qt::LeftButton);
    QCOMPARE(made.source->restarts, 2);
    made.source->restore();
    QVERIFY(comes([&] { return a->notice().sentence() == QString(); }));
    QCOMPARE(b->notice().sentence(), QString());
    QVERIFY(comes([&] { return isShown(b); }));
    // What names the server says all by itself.
    made.source->FakeDataSource::lose(
        {ErrorKind::Unavailable, "the server at ipc:///there is gone"});
    QCOMPARE(
        a->notice().sentence(),
        QStringLiteral("The server at ipc:///there is gone. The picture is kept."));
}

void TestMainWindow::tryAgainRestartsAServerThatIsGone()
{
    Window made(folder());
    TraceTab* tab = made.window.openTrace(path("a.otf2"));
    made.source->lose();  // before it was opened
    QVERIFY(comes([&] { return tab->failure().has_value(); }));
    auto* page = tab->findChild<FailurePage*>();
    QVERIFY(page->sentence().contains("it fell over"));
    QTest::mouseClick(pushButton(page, "Try again"), Qt::LeftButton);
    QCOMPARE(made.source->restarts, 1);
    made.source->restore();
    QVERIFY(comes([&] { return isShown(tab); }));
    // A trace that is not there is no reason to restart anything.
    TraceTab* missing = made.window.openTrace(path("missing.otf2"));
    QVERIFY(comes([&] { return missing->failure().has_value(); }));
    page = missing->findChild<FailurePage*>();
    QTest::mouseClick(pushButton(page, "Try again"), Qt::LeftButton);
    QVERIFY(comes([&] { return missing->failure().has_value(); }));
    QCOMPARE(made.source->restarts, 1);
}

void TestMainWindow::whatCannotBeReadIsNotTriedAgain()
{
    Window made(folder());
    TraceTab* first = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(first); }));
    made.source->failNext({ErrorKind::InvalidArgument, "it is no archive"});
    TraceTab* tab = made.window.openTrace(path("b.otf2"));
    QVERIFY(comes([&] { return tab->failure().has_value(); }));
    auto* page = tab->findChild<FailurePage*>();
    QVERIFY(page->sentence().contains("it is no archive"));
    QVERIFY(pushButton(page, "Try again") == nullptr);
}

void TestMainWindow::damageIsSaidWhereItSaysExact()
{
    Window made(folder());
    TraceTab* whole = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(whole); }));
    QCOMPARE(whole->view()->header().markText(), QStringLiteral("exact"));
    const auto damaged =
        std::const_pointer_cast<server::store::TraceStore>(tests::traceFromText(kTrace));
    damaged->report.add("truncated-event-file", query::Severity::Error, "0.evt is cut off", 6);
    made.source->add(path("damaged.otf2"), damaged);
    TraceTab* tab = made.window.openTrace(path("damaged.otf2"));
    QVERIFY(comes([&] { return isShown(tab); }));
    charts::ChartHeader& header = tab->view()->header();
    QCOMPARE(header.markText(), QStringLiteral("exact for what was read · 6 errors"));
    header.grab();  // the mark has its place
    const auto labels = made.window.statusBar()->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
        return label->text().contains("import report: 6 errors<");  // in the same unit
    }));
    QTest::mouseClick(&header, Qt::LeftButton, {}, QPoint(header.width() - 30, 5));
    QVERIFY(comes([&] {
        const auto dialogs = made.window.findChildren<QDialog*>();
        return !dialogs.isEmpty() && dialogs.front()->windowTitle() == "Import report";
    }));
}

void TestMainWindow::quitClosesAllWindows()
{
    Window one(folder());
    const Window other(folder());
    one.window.action("quit")->trigger();
    QVERIFY(!one.window.isVisible());
    QVERIFY(!other.window.isVisible());
}

void TestMainWindow::aServerIsTriedBeforeItIsUsed()
{
    std::vector<Source*> tried;
    shell::ConnectDialog dialog([&tried](const QString&) {
        auto made = std::make_unique<Source>();
        tried.push_back(made.get());
        return made;
    });
    QString found;
    connect(&dialog, &shell::ConnectDialog::serverFound, &dialog, [&found](const QString& url) {
        found = url;
    });
    dialog.show();
    dialog.tryServer("foo");
    tried.back()->lose();
    QVERIFY(dialog.errorText().contains("it fell over"));
    QVERIFY(dialog.isVisible() && found.isEmpty());
    dialog.tryServer("ipc:///there");
    emit tried.back()->described("a server");
    QVERIFY(comes([&] { return !dialog.isVisible(); }));
    QCOMPARE(found, QStringLiteral("ipc:///there"));
    QCOMPARE(tried.size(), std::size_t{2});
}

void TestMainWindow::archivesAreNamedByTheirFolder()
{
    QVERIFY(QDir(folder()).mkdir("run-7"));
    const QString archive = path("run-7/traces.otf2");
    QFile file(archive);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QSettings().setValue("recent", QStringList{archive, path("a.otf2")});
    const Window made(folder());
    auto* start = made.window.findChild<StartPage*>();
    QPushButton* button = pushButton(start, "run-7 ");
    QVERIFY(button != nullptr && button->text().startsWith("run-7 "));
    QCOMPARE(button->toolTip(), archive);
    QStringList entries;
    QStringList tips;
    for (const QMenu* menu : made.window.findChildren<QMenu*>()) {
        for (const QAction* entry : menu->actions()) {
            entries << entry->text();
            tips << entry->statusTip();
        }
    }
    QVERIFY(entries.contains("run-7") && entries.contains("a.otf2"));
    QVERIFY(tips.contains(archive));
}

void TestMainWindow::closingTabsClosesTraces()
{
    Window made(folder());
    TraceTab* a = made.window.openTrace(path("a.otf2"));
    QVERIFY(comes([&] { return isShown(a); }));
    TraceTab* b = made.window.openTrace(path("b.otf2"));
    QVERIFY(comes([&] { return isShown(b); }));
    const auto idOfA = a->view()->trace().id;
    const auto idOfB = b->view()->trace().id;
    made.window.action("closeTab")->trigger();
    QVERIFY((made.source->closed() == std::vector{idOfB}));
    QCOMPARE(made.window.currentTab(), a);
    QVERIFY(a->view()->overview().isVisible());
    made.window.action("closeTab")->trigger();
    QVERIFY((made.source->closed() == std::vector{idOfB, idOfA}));
    // Closed before it is open: opened all the same, and closed then.
    made.window.openTrace(path("a.otf2"));
    made.window.action("closeTab")->trigger();
    QVERIFY(comes([&] { return made.source->closed().size() == std::size_t{3}; }));
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestMainWindow)
#include "test_main_window.moc"
