#pragma once

#include "gui/charts/key_map.h"
#include "gui/charts/link_label.h"
#include "gui/charts/navigation.h"
#include "gui/client/remote_data_source.h"
#include "gui/data/time_text.h"
#include "gui/shell/command_palette.h"
#include "gui/shell/compare_tab.h"
#include "gui/shell/find_field.h"
#include "gui/shell/path_text.h"
#include "gui/shell/trace_tab.h"

#include <QMainWindow>

#include <functional>
#include <memory>
#include <vector>

class QAction;
class QActionGroup;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabWidget;
class QToolBar;

namespace vellum::gui::shell {

class ReportMaker;

/// The window: menus, tool bar, a tab for each trace, status bar.
///
/// Threads  GUI thread; never waits for anything.
class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    /// Makes the source of a window, once a trace is to be opened. A new one after each call.
    using SourceFactory =
        std::function<std::unique_ptr<data::DataSource>(const QString& connectTo)>;

    /// \param connectTo  a server's URL; empty: a private server
    MainWindow(SourceFactory makeSource, QString connectTo, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// None: whoever took the tools away there would not find them again.
    QMenu* createPopupMenu() override { return nullptr; }

    /// Opens a trace in a tab of its own and shows that.
    TraceTab* openTrace(const QString& path);
    TraceTab* openTrace(query::TraceSelection selection);

    /// Opens two traces to eight in one tab, coupled, and shows that; null where they are more or fewer.
    CompareTab* compareTraces(const std::vector<query::TraceSelection>& selections);
    static constexpr int kMostCompared = CompareTab::kMostTraces;

    [[nodiscard]] int tabCount() const;
    /// The trace in that tab; of several that are compared in it the current one.
    [[nodiscard]] TraceTab* tab(int index) const;
    [[nodiscard]] TraceTab* currentTab() const;
    /// All traces, in all tabs.
    [[nodiscard]] std::vector<TraceTab*> traces() const;
    /// Those that are seen: of the current tab.
    [[nodiscard]] std::vector<TraceTab*> shownTraces() const;
    /// The current tab if traces are compared in it, else null.
    [[nodiscard]] CompareTab* currentComparison() const;
    /// The view of the current tab's trace; null while there is none.
    [[nodiscard]] TraceView* currentView() const;
    /// Writes a report of the traces of the current tab that are open; null while none is.
    [[nodiscard]] ReportMaker* makeReport();
    [[nodiscard]] FindField& findField() { return *m_find; }
    [[nodiscard]] data::DataSource* source() const { return m_source.get(); }

    /// The action with this object name: "open", "undo", "redo", "zoomIn", "fullRange"….
    [[nodiscard]] QAction* action(const QString& name) const;

    /// Whose habits mouse and keys follow, with what the user changed of it; for all tabs.
    void chooseNavigation(charts::NavigationScheme scheme);
    [[nodiscard]] charts::NavigationScheme navigation() const { return m_navigation; }
    /// From now on these keys do it, and no others; kept for all schemes. Takes them from other commands.
    void changeKeys(const QString& command, const QList<QKeySequence>& keys);
    void resetKeys();
    void showPalette(const QString& text = {});
    [[nodiscard]] CommandPalette& palette() { return *m_palette; }
    /// What each key does.
    [[nodiscard]] const charts::KeyMap& keys() const { return m_keys; }

    /// Whether traces open with the layout they were left with, and leave theirs; else, as for
    /// pictures, with what suits their kind.
    void setKeepsLayouts(bool keeps) { m_keepsLayouts = keeps; }

    enum class ThemeChoice { System, Light, Dark, Print };
    static void applyTheme(ThemeChoice choice);
    /// Draws what was recorded with a colour in it, or all by function group; remembered.
    static void showOwnColors(bool areShown);
    /// Tells function groups apart by patterns, too; remembered. In print they are anyway.
    static void showPatterns(bool areShown);
    /// Seconds or ticks, since the trace begins or as the clock of the recording went; remembered.
    void showTimes(data::TimeStyle style);

signals:
    void tabOpened(vellum::gui::shell::TraceTab* tab);
    /// Actions are about to be offered: those that can do nothing now are disabled first.
    void actionsWanted();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void makeActions();
    void makeFileMenu();
    void makeEditMenu();
    void makeViewMenu();
    void makeFilterMenu();
    void makeNotesMenus(QMenu* go);
    void makeRowsMenu(QMenu* view);
    void makeTimesMenu(QMenu* menu);
    void makeCompareMenu(QMenu* file);
    void fillCompareMenu(QMenu* menu);
    void makeCoupleMenu(QMenu* view);
    QMenu* makeAlignMenu(QMenu* view);
    void makeChartsMenu();
    void makeGoMenu();
    void addChartActions(QMenu* menu, bool ofRows);
    void showRowMenu(QPoint globalPosition);
    void fillFunctionMenu(QMenu* menu, RegionRef region);
    void makeHelpMenu();
    void makeToolBar();
    void makeStatusBar();
    QAction* addAction(
        QMenu* menu,
        const QString& name,
        const QString& text,
        const QKeySequence& keys,
        const std::function<void()>& run);

    /// Likewise one that asks for a trace on the screen: it runs, and is enabled, only with one.
    QAction* addTraceAction(
        QMenu* menu,
        const QString& name,
        const QString& text,
        const QKeySequence& keys,
        const std::function<void()>& run);

    data::DataSource& ensureSource();
    void onLost(const Error& reason);
    void onRestored();
    [[nodiscard]] TraceTab* makeTab(
        query::TraceSelection selection, TraceTab::Live live = TraceTab::Live::AsItIs);
    void showTab(QWidget* page, const QString& title, const QString& toolTip);
    [[nodiscard]] std::vector<TraceTab*> tracesIn(const QWidget* page) const;
    [[nodiscard]] CompareTab* comparisonOf(const TraceTab* tab) const;
    void compareWith(const query::TraceSelection& other);
    void chooseToCompare();
    void say(const QString& sentence);
    void alignBySelection();
    void openAlignDialog(bool ofMarkers);
    void updateComparison();
    void onTabOpened(TraceTab* tab);
    /// Joins a view to what the window has once for all: overview, find field, status bar, menus.
    void connectView(TraceView* view);
    void dropOverview(TraceView* view) const;
    void closeTab(int index);
    void updateForTab();
    /// Likewise, with the keyboard left where it is.
    void showCurrentTrace();
    void applyKeys();
    /// Bytes that the pictures of a trace may take: the user's choice.
    [[nodiscard]] static bool flings();
    [[nodiscard]] static std::size_t pictureMemory();
    void applyMemory() const;
    void showPreferences();
    [[nodiscard]] std::vector<QAction*> chartOptions();
    void goToFunction(RegionRef region);
    void updateActions();
    void updatePanels() const;
    void addChartButtons(QToolBar& bar) const;
    void updateCharts() const;
    void applyFirstLayout(TraceTab* tab);
    void applyFirstLayout(CompareTab* comparison) const;
    void setChartOpen(const QString& kind, bool isOpen) const;
    void keepLayout(const QWidget* page) const;
    void saveLayoutFile();
    void loadLayoutFile();
    void makeReportAction(QMenu* file);
    void chooseReportFile();
    void exportPicture(TraceView* view, charts::ChartDock* dock, bool isForPrint);
    void updateRecentMenu();
    void rememberRecent(const QString& path);

    void chooseFile();
    void chooseFolder();
    void askForPath();  ///< on a server elsewhere
    void chooseFilesOfOneTrace();
    void chooseServer();
    void showRecordHelp();
    void showTraceInformation();
    void showImportReport();
    void showKeys();

    charts::NavigationScheme m_navigation = charts::NavigationScheme::Vellum;
    charts::KeyMap m_keys = charts::KeyMap::ofCharts(charts::NavigationScheme::Vellum);
    std::vector<charts::KeyCommand> m_menuKeys;  ///< of the menus' own actions, as Vellum has them
    SourceFactory m_makeSource;
    QString m_connectTo;
    std::unique_ptr<data::DataSource> m_source;
    QStackedWidget* m_pages;
    StartPage* m_start;
    QTabWidget* m_tabs;
    QStackedWidget* m_overviews;
    FindField* m_find;
    CommandPalette* m_palette;
    std::vector<std::unique_ptr<QMenu>> m_optionMenus;  ///< what the palette offers of charts
    QLabel* m_windowText;
    PathText* m_pathText;
    QLabel* m_serverText;
    charts::LinkLabel* m_reportLink;
    QMenu* m_recentMenu = nullptr;
    QActionGroup* m_themes = nullptr;
    QList<QAction*> m_traceActions;  ///< that can do nothing without a trace on the screen
    bool m_isLost = false;
    bool m_keepsLayouts = true;
    QString m_said;              ///< by the last step, in the status bar
    std::uint64_t m_saidOf = 0;  ///< the number of the selection until which it holds
};

}  // namespace vellum::gui::shell
