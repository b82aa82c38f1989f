// The other half of MainWindow: menus, tool bar, status bar, and what they start.

#include "gui/shell/connect_dialog.h"
#include "gui/shell/dialogs.h"
#include "gui/shell/icons.h"
#include "gui/shell/main_window.h"
#include "gui/shell/open_dialog.h"
#include "gui/shell/record_filter_dialog.h"
#include "gui/theme/region_colors.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QMenuBar>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>

#include <algorithm>
#include <utility>

namespace vellum::gui::shell {

namespace {

constexpr int kOverviewPx = 120;  ///< the least that says anything

/// Overview, window and find field. Where it is narrow the words of the window give way.
class ToolRow : public QWidget {
public:
    explicit ToolRow(QLabel* windowText) : m_windowText(windowText) {}

    [[nodiscard]] QSize minimumSizeHint() const override
    {
        const QSize all = QWidget::minimumSizeHint();
        const int words = m_windowText->isHidden() ? 0 : m_windowText->sizeHint().width();
        return {std::max(0, all.width() - words), all.height()};
    }

protected:
    void resizeEvent(QResizeEvent* event) override
    {
        QWidget::resizeEvent(event);
        constexpr int kRoomyPx = 620;
        // Minima differ with the font: the find field must never go below its buttons.
        const int needed =
            minimumSizeHint().width() + m_windowText->sizeHint().width() + kOverviewPx;
        m_windowText->setVisible(width() >= std::max(kRoomyPx, needed));
    }

private:
    QLabel* m_windowText;
};

}  // namespace

QAction* MainWindow::addAction(
    QMenu* menu,
    const QString& name,
    const QString& text,
    const QKeySequence& keys,
    const std::function<void()>& run)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, run);
    menu->addAction(action);
    return action;
}

QAction* MainWindow::addTraceAction(
    QMenu* menu,
    const QString& name,
    const QString& text,
    const QKeySequence& keys,
    const std::function<void()>& run)
{
    QAction* action = addAction(menu, name, text, keys, [this, run] {
        if (currentView() != nullptr) {
            run();
        }
    });
    m_traceActions.append(action);
    return action;
}

void MainWindow::makeActions()
{
    makeFileMenu();
    makeEditMenu();
    makeViewMenu();
    makeChartsMenu();
    makeFilterMenu();
    makeGoMenu();
    makeHelpMenu();
    for (const QAction* action : findChildren<QAction*>()) {
        if (!action->objectName().isEmpty() && m_keys.textOf(action->objectName()).isEmpty()) {
            QString text = action->text();
            m_menuKeys.push_back(
                {.name = action->objectName(),
                 .text = text.remove(QLatin1Char('&')).remove(QStringLiteral("…")),
                 .keys = action->shortcuts()});
        }
    }
    chooseNavigation(charts::schemeOf(QSettings().value(QStringLiteral("navigation")).toString()));
}

void MainWindow::makeFileMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&File"));
    addAction(menu, "open", tr("&Open…"), QKeySequence::Open, [this] {
        chooseFile();
    })->setIcon(makeIcon(Icon::Open));
    addAction(menu, "openFolder", tr("Open &folder…"), QKeySequence("Ctrl+Alt+O"), [this] {
        chooseFolder();
    });
    addAction(
        menu, "openPart", tr("Open as &one, or a part…"), QKeySequence("Ctrl+Shift+O"), [this] {
            chooseFilesOfOneTrace();
        });
    m_recentMenu = menu->addMenu(tr("Open &recent"));
    makeCompareMenu(menu);
    addAction(menu, "connect", tr("&Connect to a server…"), {}, [this] { chooseServer(); });
    menu->addSeparator();
    addAction(menu, "information", tr("Trace &information"), QKeySequence("Ctrl+I"), [this] {
        showTraceInformation();
    });
    addAction(menu, "report", tr("Import re&port"), {}, [this] { showImportReport(); });
    makeReportAction(menu);
    menu->addSeparator();
    addAction(menu, "closeTab", tr("&Close trace"), QKeySequence("Ctrl+W"), [this] {
        closeTab(m_tabs->currentIndex());
    });
    // Windows of traces first: a chart that floats and is closed before its own is one that the user closed.
    addAction(menu, "quit", tr("&Quit"), QKeySequence("Ctrl+Q"), [] {
        for (QWidget* widget : QApplication::topLevelWidgets()) {
            if (auto* window = qobject_cast<MainWindow*>(widget)) {
                window->close();
            }
        }
        QApplication::closeAllWindows();
    });
}

void MainWindow::makeEditMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Edit"));
    addTraceAction(menu, "undo", tr("&Undo"), QKeySequence::Undo, [this] {
        currentView()->history().undo();
    })->setIcon(makeIcon(Icon::Undo));
    QAction* redo =
        addTraceAction(menu, "redo", tr("&Redo"), {}, [this] { currentView()->history().redo(); });
    redo->setShortcuts({QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")});
    redo->setIcon(makeIcon(Icon::Redo));
    menu->addSeparator();
    QAction* find =
        addAction(menu, "find", tr("&Find function…"), {}, [this] { m_find->activate(); });
    find->setShortcuts({QKeySequence::Find, QKeySequence("/")});
    addAction(menu, "findNext", tr("Find &next"), QKeySequence("F3"), [this] { m_find->next(); });
    addAction(menu, "findPrevious", tr("Find &previous"), QKeySequence("Shift+F3"), [this] {
        m_find->previous();
    });
    addAction(
        menu, "palette", tr("&Commands, rows, functions…"), QKeySequence("Ctrl+Shift+P"), [this] {
            showPalette();
        });
    addAction(menu, "findRow", tr("Go to &row…"), QKeySequence("Ctrl+P"), [this] {
        showPalette(QStringLiteral("@"));
    });
    menu->addSeparator();
    addAction(menu, "preferences", tr("P&references…"), QKeySequence("Ctrl+,"), [this] {
        showPreferences();
    });
}

void MainWindow::makeViewMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&View"));
    const auto addPanel = [&](const QString& name, const QString& text, Icon icon) {
        auto* action = new QAction(makeIcon(icon), text, this);
        action->setObjectName(name);
        action->setCheckable(true);
        action->setChecked(true);
        connect(action, &QAction::toggled, this, &MainWindow::updatePanels);
        menu->addAction(action);
    };
    addPanel("summaryPanel", tr("Function &summary"), Icon::Summary);
    addPanel("detailsPanel", tr("&Details"), Icon::Details);
    addPanel("legendPanel", tr("&Legend"), Icon::Legend);
    menu->addSeparator();
    makeRowsMenu(menu);
    makeCoupleMenu(menu);
    QMenu* themes = menu->addMenu(tr("&Theme"));
    m_themes = new QActionGroup(this);
    const QSettings settings;
    const int chosen = settings.value(QStringLiteral("theme"), 0).toInt();
    const QStringList names = {tr("&System"), tr("&Light"), tr("&Dark"), tr("&Print")};
    for (int i = 0; i < names.size(); ++i) {
        QAction* action = addAction(themes, QStringLiteral("theme%1").arg(i), names[i], {}, [i] {
            QSettings().setValue(QStringLiteral("theme"), i);
            applyTheme(static_cast<ThemeChoice>(i));
        });
        action->setCheckable(true);
        action->setChecked(i == chosen);
        m_themes->addAction(action);
    }
    const QString kOwnColors = QStringLiteral("ownColors");
    theme::setShowsOwnColors(settings.value(kOwnColors, true).toBool());
    QAction* own = addAction(menu, kOwnColors, tr("Annotations in their own &colours"), {}, [] {
        showOwnColors(!theme::showsOwnColors());
    });
    own->setCheckable(true);
    own->setChecked(theme::showsOwnColors());
    own->setStatusTip(tr("NVTX ranges that were recorded with a colour are drawn in it"));
    const QString kPatterns = QStringLiteral("patterns");
    theme::setShowsCues(settings.value(kPatterns, false).toBool());
    QAction* patterns = addAction(menu, kPatterns, tr("Pa&tterns on function groups"), {}, [this] {
        showPatterns(action("patterns")->isChecked());
    });
    patterns->setCheckable(true);
    patterns->setChecked(settings.value(kPatterns, false).toBool());
    patterns->setStatusTip(
        tr("Hatches on communication, copies and I/O, dots on the profiler's own time: groups are "
           "told apart without colours. The print theme has them always"));
    makeTimesMenu(menu);
}

void MainWindow::makeTimesMenu(QMenu* menu)
{
    const QSettings settings;
    data::setTimeStyle(
        {.inTicks = settings.value(QStringLiteral("timesInTicks"), false).toBool(),
         .isAbsolute = settings.value(QStringLiteral("timesAreAbsolute"), false).toBool()});
    const auto add = [&](const QString& name, const QString& text, bool isOn, auto change) {
        QAction* one = addAction(menu, name, text, {}, [this, name, change] {
            data::TimeStyle style = data::timeStyle();
            change(style, action(name.toUtf8())->isChecked());
            showTimes(style);
        });
        one->setCheckable(true);
        one->setChecked(isOn);
        return one;
    };
    add(QStringLiteral("timesInTicks"),
        tr("Times in tic&ks"),
        data::timeStyle().inTicks,
        [](data::TimeStyle& style, bool isOn) { style.inTicks = isOn; })
        ->setStatusTip(tr("Instead of seconds"));
    add(QStringLiteral("timesAreAbsolute"),
        tr("Times by the clock of the recordin&g"),
        data::timeStyle().isAbsolute,
        [](data::TimeStyle& style, bool isOn) { style.isAbsolute = isOn; })
        ->setStatusTip(tr("The time of day (UTC) where the trace knows it, else the recorder's "
                          "own clock, instead of the time since the trace begins"));
}

namespace {

/// What is painted with colours paints again, as after a change of the theme.
void paintAllAgain()
{
    for (QWidget* widget : QApplication::allWidgets()) {
        QEvent event(QEvent::PaletteChange);
        QApplication::sendEvent(widget, &event);
    }
}

}  // namespace

void MainWindow::showOwnColors(bool areShown)
{
    QSettings().setValue(QStringLiteral("ownColors"), areShown);
    theme::setShowsOwnColors(areShown);
    paintAllAgain();
}

void MainWindow::showTimes(data::TimeStyle style)
{
    QSettings settings;
    settings.setValue(QStringLiteral("timesInTicks"), style.inTicks);
    settings.setValue(QStringLiteral("timesAreAbsolute"), style.isAbsolute);
    data::setTimeStyle(style);
    for (const TraceTab* one : traces()) {
        if (TraceView* view = one->view()) {
            view->details().showAgain();
        }
    }
    paintAllAgain();
    updateActions();
}

void MainWindow::showPatterns(bool areShown)
{
    QSettings().setValue(QStringLiteral("patterns"), areShown);
    theme::setShowsCues(areShown);
    paintAllAgain();
}

void MainWindow::makeGoMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Go"));
    addChartActions(menu, false);
    menu->addSeparator();
    makeNotesMenus(menu);
}

void MainWindow::makeHelpMenu()
{
    QMenu* menu = menuBar()->addMenu(tr("&Help"));
    addAction(menu, "keys", tr("&Keyboard and mouse"), QKeySequence("F1"), [this] {
        showKeys();
    })->setShortcuts({QKeySequence("F1"), QKeySequence("?")});
    addAction(menu, "record", tr("&Record a program"), {}, [this] { showRecordHelp(); });
    addAction(menu, "about", tr("&About Vellum"), {}, [this] {
        dialogs::showText(
            this,
            tr("About Vellum"),
            tr("<h3>Vellum %1</h3><p>A trace visualizer with a parallel analysis server.</p>"
               "<p>Apache License 2.0</p>")
                .arg(QApplication::applicationVersion()));
    });
}

void MainWindow::makeToolBar()
{
    auto* bar = new QToolBar(tr("Tools"));
    bar->setObjectName("tools");
    bar->setMovable(false);
    bar->setIconSize({18, 18});
    addToolBar(bar);
    bar->addAction(action("open"));
    bar->addSeparator();
    bar->addAction(action("undo"));
    bar->addAction(action("redo"));
    bar->addSeparator();
    addChartButtons(*bar);
    bar->addSeparator();
    bar->addAction(action("summaryPanel"));
    bar->addAction(action("detailsPanel"));
    bar->addAction(action("legendPanel"));
    bar->addSeparator();
    auto* holder = new ToolRow(m_windowText);
    auto* layout = new QHBoxLayout(holder);
    layout->setContentsMargins(8, 0, 8, 0);
    // A name that is typed is to be seen, beside how often it was found.
    layout->addWidget(m_overviews, 2);
    layout->addWidget(m_windowText);
    layout->addWidget(m_find, 3);
    m_overviews->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_overviews->setFixedHeight(fontMetrics().height() + 10);
    holder->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    // Before the field could go behind the bar's », the window is at its narrowest.
    const int buttons = bar->sizeHint().width();
    bar->addWidget(holder);
    setMinimumWidth(buttons + holder->minimumSizeHint().width() + kOverviewPx);
}

void MainWindow::makeStatusBar()
{
    statusBar()->addWidget(m_pathText, 1);
    statusBar()->addPermanentWidget(m_reportLink);
    statusBar()->addPermanentWidget(m_serverText);
    connect(m_reportLink, &QLabel::linkActivated, this, &MainWindow::showImportReport);
}

void MainWindow::updateActions()
{
    TraceView* view = currentView();
    for (const charts::KeyCommand& command : m_keys.commands()) {
        if (command.isOfChart) {
            action(command.name)->setEnabled(view != nullptr);
        }
    }
    for (const char* name : {"find", "findNext", "findPrevious", "information", "report"}) {
        action(name)->setEnabled(view != nullptr);
    }
    for (QAction* one : m_traceActions) {
        one->setEnabled(view != nullptr);
    }
    action("closeTab")->setEnabled(currentTab() != nullptr);
    const bool canUndo = view != nullptr && view->history().canUndo();
    const bool canRedo = view != nullptr && view->history().canRedo();
    QAction* undo = action("undo");
    QAction* redo = action("redo");
    undo->setEnabled(canUndo);
    redo->setEnabled(canRedo);
    const auto named = [](const QString& what, const QString& chart) {
        return chart.isEmpty() ? what : tr("%1 (%2)").arg(what, chart);
    };
    undo->setText(
        canUndo ? tr("&Undo %1").arg(named(view->history().undoText(), view->history().undoChart()))
                : tr("&Undo"));
    redo->setText(
        canRedo ? tr("&Redo %1").arg(named(view->history().redoText(), view->history().redoChart()))
                : tr("&Redo"));
    const bool hasFilters = view != nullptr && !view->history().filters().filters().empty();
    using Kind = models::Filter::Kind;
    for (const auto& [name, kind] :
         {std::pair("filterMessages", Kind::Messages),
          std::pair("filterCollectives", Kind::Collectives),
          std::pair("filterIo", Kind::Io)}) {
        action(name)->setEnabled(
            view != nullptr && RecordFilterDialog::isUseful(kind, view->trace()));
    }
    action("switchFilters")->setEnabled(hasFilters);
    action("removeFilters")->setEnabled(hasFilters);
    updateComparison();
    m_windowText->setText(view != nullptr ? view->windowText() : QString());
    if (view != nullptr) {
        action("zoomSelection")
            ->setEnabled(
                view->selection().visit() || view->selection().message()
                || view->selection().area());
    }
}

/// The menu holds for all tabs, also for those that are opened later.
void MainWindow::updatePanels() const
{
    for (const TraceTab* one : traces()) {
        if (TraceView* view = one->view()) {
            using Panel = TraceView::Panel;
            view->setPanelVisible(Panel::Summary, action("summaryPanel")->isChecked());
            view->setPanelVisible(Panel::Details, action("detailsPanel")->isChecked());
            view->setPanelVisible(Panel::Legend, action("legendPanel")->isChecked());
        }
    }
}

void MainWindow::updateRecentMenu()
{
    const QStringList recent = m_connectTo.isEmpty()
                                   ? QSettings().value(QStringLiteral("recent")).toStringList()
                                   : QStringList();
    m_recentMenu->clear();
    m_recentMenu->setToolTipsVisible(true);
    for (const QString& path : recent) {
        QString name = TraceTab::titleOf(path);
        name.replace(QLatin1Char('&'), QLatin1String("&&"));
        QAction* entry = m_recentMenu->addAction(name, this, [this, path] { openTrace(path); });
        entry->setEnabled(QFileInfo::exists(path));
        entry->setToolTip(path);
        entry->setStatusTip(path);
    }
    m_recentMenu->setEnabled(!recent.isEmpty());
    m_start->setRecent(recent);
}

// ---- What they start ------------------------------------------------------------------------

void MainWindow::askForPath()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Open a trace on the server"));
    dialog->setLabelText(tr("Path of the trace, a file or a folder, as the server knows it:"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& path) {
        if (!path.isEmpty()) {
            openTrace(path);
        }
    });
    dialog->open();
}

/// Several files in one, as ranks write them, or an archive's own.
void MainWindow::chooseFolder()
{
    if (!m_connectTo.isEmpty()) {
        askForPath();
        return;
    }
    auto* dialog = new QFileDialog(this, tr("Open the traces of a folder as one"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly, false);  // else it looks empty
    connect(
        dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { openTrace(path); });
    dialog->open();
}

void MainWindow::chooseFile()
{
    if (!m_connectTo.isEmpty()) {
        askForPath();
        return;
    }
    auto* dialog = new QFileDialog(this, tr("Open traces"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters(
        {tr("Traces (*.otf2 *.json *.json.gz *.json.zst *.gz *.sqlite)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::filesSelected, this, [this](const QStringList& paths) {
        for (const QString& path : paths) {
            openTrace(path);
        }
    });
    dialog->open();
}

void MainWindow::chooseFilesOfOneTrace()
{
    auto* dialog = new OpenDialog(!m_connectTo.isEmpty(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &OpenDialog::chosen, this, [this](const query::TraceSelection& selection) {
        openTrace(selection);
    });
    dialog->open();
}

void MainWindow::chooseServer()
{
    auto* dialog = new ConnectDialog(m_makeSource, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ConnectDialog::serverFound, this, [this](const QString& url) {
        auto* window = new MainWindow(m_makeSource, url);
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->show();
        window->chooseFile();
    });
    dialog->open();
}

void MainWindow::showRecordHelp()
{
    dialogs::showText(
        this,
        tr("Record a program"),
        tr("<h3>Record a program of your own</h3>"
           "<p>Compile it so that its functions can be seen:</p>"
           "<pre>g++ -g -O2 -finstrument-functions app.cpp -o app</pre>"
           "<p>Run it under the recorder:</p>"
           "<pre>vellum-record -o my-run -- ./app</pre>"
           "<p>and open <tt>my-run/traces.otf2</tt>. Archives of Score-P and other OTF2 writers "
           "open just as well.</p>"));
}

void MainWindow::showTraceInformation()
{
    if (const TraceView* view = currentView()) {
        dialogs::showTraceInformation(this, view->trace());
    }
}

void MainWindow::showImportReport()
{
    if (const TraceView* view = currentView()) {
        dialogs::showImportReport(this, view->trace());
    }
}

void MainWindow::showKeys()
{
    dialogs::showKeys(this, m_navigation, m_keys);
}

}  // namespace vellum::gui::shell
