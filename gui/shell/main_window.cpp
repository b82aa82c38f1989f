#include "gui/shell/main_window.h"

#include "gui/data/time_text.h"
#include "gui/data/wording.h"
#include "gui/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QStyleFactory>
#include <QStyleHints>
#include <QTabWidget>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace vellum::gui::shell {

namespace {

constexpr int kMostRecent = 10;
constexpr int kSaidMs = 6'000;  ///< a sentence of the status bar stays so long

/// What the status bar says of the import report, which a click shows; counted as the headers of charts do.
QString reportText(const query::TraceInfo& info, bool isAll)
{
    if (!isAll) {
        return MainWindow::tr("loaded in part · import report");
    }
    const data::ImportErrors errors = data::importErrors(info);
    QStringList counts;
    if (errors.count > 0) {
        counts << data::counted(errors.count, MainWindow::tr("error"), MainWindow::tr("errors"));
    }
    if (errors.warnings > 0) {
        counts << data::counted(
            errors.warnings, MainWindow::tr("warning"), MainWindow::tr("warnings"));
    }
    if (!counts.isEmpty()) {
        return MainWindow::tr("import report: %1").arg(counts.join(QStringLiteral(", ")));
    }
    return info.importReport.empty() ? QString() : MainWindow::tr("import report");
}

/// "The server at ipc:///there is gone", or what else became of it.
QString lossSentence(const Error& reason)
{
    QString said = QString::fromStdString(reason.message);
    if (!said.startsWith(QLatin1String("the server"))) {
        return MainWindow::tr("The server is gone: %1").arg(said);
    }
    said[0] = said[0].toUpper();
    return said;
}

}  // namespace

MainWindow::MainWindow(SourceFactory makeSource, QString connectTo, QWidget* parent)
    : QMainWindow(parent)
    , m_makeSource(std::move(makeSource))
    , m_connectTo(std::move(connectTo))
    , m_pages(new QStackedWidget)
    , m_start(new StartPage)
    , m_tabs(new QTabWidget)
    , m_overviews(new QStackedWidget)
    , m_find(new FindField)
    , m_palette(new CommandPalette(this))
    , m_windowText(new QLabel)
    , m_pathText(new PathText)
    , m_serverText(new QLabel)
    , m_reportLink(new charts::LinkLabel)
{
    setWindowTitle(tr("Vellum"));
    setAcceptDrops(true);
    resize(1400, 880);
    m_tabs->setDocumentMode(true);
    m_tabs->setTabBarAutoHide(true);
    m_tabs->setTabsClosable(true);
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_tabs);
    setCentralWidget(m_pages);
    makeActions();
    makeToolBar();
    makeStatusBar();

    connect(m_start, &StartPage::openRequested, this, &MainWindow::chooseFile);
    connect(m_start, &StartPage::openFolderRequested, this, &MainWindow::chooseFolder);
    connect(m_start, &StartPage::connectRequested, this, &MainWindow::chooseServer);
    connect(m_start, &StartPage::recordHelpRequested, this, &MainWindow::showRecordHelp);
    connect(
        m_start, &StartPage::pathRequested, this, [this](const QString& path) { openTrace(path); });
    connect(m_tabs, &QTabWidget::tabCloseRequested, this, &MainWindow::closeTab);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::updateForTab);
    connect(m_find, &FindField::left, this, [this] {
        if (TraceView* view = currentView()) {
            view->chart().activateWindow();
            view->chart().setFocus();
        }
    });
    connect(m_palette, &CommandPalette::locationChosen, this, [this](LocationRef location) {
        TraceView* view = currentView();
        if (!view->chart().goToRow(location)) {
            statusBar()->showMessage(
                tr("The row of %1 is filtered away.")
                    .arg(data::locationText(*view->trace().definitions, location)),
                kSaidMs);
        }
    });
    connect(m_palette, &CommandPalette::processChosen, this, [this](LocationGroupRef group) {
        TraceView* view = currentView();
        if (!view->chart().goToRow(group)) {
            statusBar()->showMessage(
                tr("The rows of %1 are filtered away, or there are none.")
                    .arg(data::text(view->trace().definitions->find(group)->name)),
                kSaidMs);
        }
    });
    connect(m_palette, &CommandPalette::rowChosen, this, [this](std::uint64_t key) {
        currentView()->chart().goToRowOf(key);
    });
    connect(m_palette, &CommandPalette::functionChosen, this, &MainWindow::goToFunction);
    connect(m_palette, &CommandPalette::timeChosen, this, [this](Tick tick) {
        TraceView* view = currentView();
        view->showInMiddle(tick);
        const auto& clock = view->trace().definitions->clock;
        statusBar()->showMessage(
            tr("The mark on the ruler is at %1.").arg(data::instantText(tick, clock)), kSaidMs);
    });
    updateRecentMenu();
    updateForTab();
}

MainWindow::~MainWindow()
{
    // Tabs ask the source; they go first.
    while (m_tabs->count() > 0) {
        closeTab(0);
    }
}

int MainWindow::tabCount() const
{
    return m_tabs->count();
}

TraceTab* MainWindow::tab(int index) const
{
    const auto* comparison = qobject_cast<CompareTab*>(m_tabs->widget(index));
    return comparison != nullptr ? &comparison->current()
                                 : qobject_cast<TraceTab*>(m_tabs->widget(index));
}

TraceTab* MainWindow::currentTab() const
{
    return tab(m_tabs->currentIndex());
}

CompareTab* MainWindow::currentComparison() const
{
    return qobject_cast<CompareTab*>(m_tabs->currentWidget());
}

std::vector<TraceTab*> MainWindow::tracesIn(const QWidget* page) const
{
    if (const auto* comparison = qobject_cast<const CompareTab*>(page)) {
        return comparison->tabs();
    }
    for (int i = 0; i < tabCount(); ++i) {
        if (m_tabs->widget(i) == page) {
            return {tab(i)};
        }
    }
    return {};
}

std::vector<TraceTab*> MainWindow::traces() const
{
    std::vector<TraceTab*> all;
    for (int i = 0; i < tabCount(); ++i) {
        for (TraceTab* one : tracesIn(m_tabs->widget(i))) {
            all.push_back(one);
        }
    }
    return all;
}

std::vector<TraceTab*> MainWindow::shownTraces() const
{
    return tracesIn(m_tabs->currentWidget());
}

TraceView* MainWindow::currentView() const
{
    const TraceTab* tab = currentTab();
    return tab != nullptr ? tab->view() : nullptr;
}

QAction* MainWindow::action(const QString& name) const
{
    return findChild<QAction*>(name);
}

// ---- The source -----------------------------------------------------------------------------

data::DataSource& MainWindow::ensureSource()
{
    if (!m_source) {
        m_source = m_makeSource(m_connectTo);
        connect(m_source.get(), &data::DataSource::lost, this, &MainWindow::onLost);
        connect(m_source.get(), &data::DataSource::restored, this, &MainWindow::onRestored);
        connect(m_source.get(), &data::DataSource::described, m_serverText, &QLabel::setText);
    }
    return *m_source;
}

void MainWindow::onLost(const Error& reason)
{
    m_isLost = true;
    m_serverText->setText(tr("no server"));
    const QString sentence = lossSentence(reason);
    for (int i = 0; i < tabCount(); ++i) {
        // Once a tab, however many traces are compared in it.
        const auto all = tracesIn(m_tabs->widget(i));
        const auto open =
            std::ranges::find_if(all, [](const TraceTab* one) { return one->view() != nullptr; });
        if (open != all.end()) {
            (*open)->notice().show(
                tr("%1. The picture is kept.").arg(sentence),
                m_connectTo.isEmpty() ? tr("Restart server") : tr("Connect again"),
                true);
        }
    }
}

void MainWindow::onRestored()
{
    m_isLost = false;
    for (TraceTab* one : traces()) {
        one->onRestored();
    }
}

// ---- Tabs -----------------------------------------------------------------------------------

TraceTab* MainWindow::openTrace(const QString& path)
{
    return openTrace(query::TraceSelection(path.toStdString()));
}

TraceTab* MainWindow::openTrace(query::TraceSelection selection)
{
    TraceTab* tab = makeTab(std::move(selection), TraceTab::Live::Follow);
    showTab(tab, tab->title(), tab->path());
    return tab;
}

void MainWindow::showTab(QWidget* page, const QString& title, const QString& toolTip)
{
    const int index = m_tabs->addTab(page, title);
    m_tabs->setTabToolTip(index, toolTip);
    m_tabs->setCurrentIndex(index);
    updateForTab();
}

TraceTab* MainWindow::makeTab(query::TraceSelection selection, TraceTab::Live live)
{
    // A server elsewhere knows its own paths; one of ours starts in another directory.
    for (std::string& path : selection.paths) {
        if (m_connectTo.isEmpty() && !query::liveNameOfPath(path)) {
            path = QFileInfo(QString::fromStdString(path)).absoluteFilePath().toStdString();
        }
    }
    data::DataSource& source = ensureSource();
    if (m_isLost) {
        source.restart();
    }
    auto* tab = new TraceTab(source, std::move(selection), live);
    connect(tab, &TraceTab::opened, this, [this, tab] { onTabOpened(tab); });
    connect(tab, &TraceTab::failed, this, &MainWindow::updateForTab);
    // The find field goes on with the next view: without one it would let go of the keyboard.
    connect(tab, &TraceTab::aboutToReplace, this, &MainWindow::dropOverview);
    connect(tab, &TraceTab::replaced, this, [this, tab] {
        connectView(tab->view());
        showCurrentTrace();
    });
    connect(tab, &TraceTab::retryRequested, this, [this, tab] {
        if (m_isLost) {
            m_source->restart();
        }
        tab->load();
    });
    connect(&tab->notice(), &NoticeBar::actionRequested, this, [this, tab] {
        tab->notice().actionButton()->setEnabled(false);
        m_source->restart();
    });
    return tab;
}

void MainWindow::connectView(TraceView* view)
{
    m_overviews->addWidget(&view->overview());
    connect(&view->history(), &models::ViewHistory::changed, this, &MainWindow::updateActions);
    connect(&view->selection(), &models::Selection::changed, this, &MainWindow::updateActions);
    connect(view, &TraceView::pathHovered, m_pathText, &PathText::setText);
    connect(view, &TraceView::findWanted, m_find, &FindField::find);
    // What a step said is of what is selected then, or of what it leads to.
    connect(&view->moves(), &Moves::said, this, [this, view](const QString& text, bool isOfNext) {
        m_said = text;
        m_saidOf = view->selection().number() + (isOfNext ? 1 : 0);
        statusBar()->showMessage(text, kSaidMs);
    });
    connect(&view->selection(), &models::Selection::changed, this, [this, view] {
        const bool isOfAnother = view->selection().number() > m_saidOf;
        if (isOfAnother && !m_said.isEmpty() && statusBar()->currentMessage() == m_said) {
            statusBar()->clearMessage();
        }
    });
    if (!view->moves().notes().errorText().isEmpty()) {
        statusBar()->showMessage(view->moves().notes().errorText());
    }
    connect(view, &TraceView::reportWanted, this, &MainWindow::showImportReport);
    connect(&view->chart(), &charts::TimelineChart::menuWanted, this, &MainWindow::showRowMenu);
    connect(
        &view->frame(),
        &charts::ChartFrame::functionMenuWanted,
        this,
        &MainWindow::fillFunctionMenu);
    connect(
        &view->summary(),
        &charts::SummaryPanel::functionMenuWanted,
        this,
        [this](RegionRef region, QPoint position) {
            auto* functionMenu = new QMenu(this);
            functionMenu->setAttribute(Qt::WA_DeleteOnClose);
            fillFunctionMenu(functionMenu, region);
            functionMenu->popup(position);
        });
    connect(&view->frame(), &charts::ChartFrame::chartsChanged, this, &MainWindow::updateCharts);
    connect(
        &view->frame(),
        &charts::ChartFrame::pictureWanted,
        this,
        [this, view](charts::ChartDock* dock, bool isForPrint) {
            exportPicture(view, dock, isForPrint);
        });
    applyKeys();
    applyMemory();
    updatePanels();
}

void MainWindow::dropOverview(TraceView* view) const
{
    m_overviews->removeWidget(&view->overview());
    view->overview().setParent(nullptr);  // its view owns it
}

void MainWindow::onTabOpened(TraceTab* tab)
{
    connectView(tab->view());
    applyFirstLayout(tab);
    if (tab->selection().isPlain()) {
        rememberRecent(tab->path());
    }
    updateForTab();
    emit tabOpened(tab);
}

void MainWindow::closeTab(int index)
{
    QWidget* closing = m_tabs->widget(index);
    if (closing == nullptr) {
        return;
    }
    keepLayout(closing);
    if (closing == m_tabs->currentWidget()) {
        m_find->setModel(nullptr, {});
    }
    for (const TraceTab* one : tracesIn(closing)) {
        if (one->view() != nullptr) {
            dropOverview(one->view());
        }
    }
    m_tabs->removeTab(index);
    delete closing;
    updateForTab();
}

void MainWindow::updateForTab()
{
    showCurrentTrace();
    if (TraceView* view = currentView()) {
        view->chart().setFocus();
    }
}

void MainWindow::showCurrentTrace()
{
    const TraceTab* tab = currentTab();
    TraceView* view = currentView();
    m_pages->setCurrentWidget(tab != nullptr ? static_cast<QWidget*>(m_tabs) : m_start);
    m_overviews->setVisible(view != nullptr);
    m_reportLink->clear();
    m_pathText->setText({});
    const CompareTab* comparison = currentComparison();
    setWindowTitle(
        comparison != nullptr ? tr("%1 — Vellum").arg(comparison->title())
        : tab != nullptr      ? tr("%1 — Vellum").arg(tab->title())
                              : tr("Vellum"));
    if (tab != nullptr && view != nullptr) {
        const auto part = models::loadedPartOf(view->trace().info, {}, {});
        if (!part.isAll() && comparison == nullptr) {
            setWindowTitle(tr("%1, loaded in part — Vellum").arg(tab->title()));
        }
        m_overviews->setCurrentWidget(&view->overview());
        m_find->setModel(&view->search(), [view] { return view->history().range().begin; });
        m_reportLink->setToolTip(part.sentence());
        const QString said = reportText(view->trace().info, part.isAll());
        if (!said.isEmpty()) {
            m_reportLink->setText(QStringLiteral("<a href=\"#\">%1</a>").arg(said));
        }
    } else {
        m_find->setModel(nullptr, {});
    }
    updateActions();
    updateCharts();
}

// ---- Files ----------------------------------------------------------------------------------

void MainWindow::rememberRecent(const QString& path)
{
    if (!m_connectTo.isEmpty()) {
        return;
    }
    QSettings settings;
    QStringList recent = settings.value(QStringLiteral("recent")).toStringList();
    recent.removeAll(path);
    recent.prepend(path);
    settings.setValue(QStringLiteral("recent"), QStringList(recent.mid(0, kMostRecent)));
    updateRecentMenu();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            openTrace(url.toLocalFile());
        }
    }
    event->acceptProposedAction();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    QSettings settings;
    settings.setValue(QStringLiteral("geometry"), saveGeometry());
    // Now: charts that float are closed as the last windows, before the tabs are gone.
    for (int i = 0; i < m_tabs->count(); ++i) {
        keepLayout(m_tabs->widget(i));
    }
    m_keepsLayouts = false;
    QMainWindow::closeEvent(event);
}

void MainWindow::applyTheme(ThemeChoice choice)
{
    const QColor ground = QGuiApplication::palette().color(QPalette::Window);
    static const bool kSystemIsDark = ground.lightness() < 128;  // asked before we set our own
    const bool dark =
        choice == ThemeChoice::Dark || (choice == ThemeChoice::System && kSystemIsDark);
    const theme::Theme& theme = choice == ThemeChoice::Print ? theme::printTheme()
                                : dark                       ? theme::darkTheme()
                                                             : theme::lightTheme();
    theme::setCurrentTheme(theme);
    QApplication::setPalette(theme.palette());
}

}  // namespace vellum::gui::shell
