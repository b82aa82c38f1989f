#pragma once

#include "gui/charts/chart_dock.h"
#include "gui/charts/time_ruler.h"
#include "gui/charts/timeline_chart.h"

#include <QList>
#include <QMainWindow>
#include <QTimer>
#include <QVariantMap>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

namespace vellum::gui::charts {

/// The charts of one trace, one below the other under one ruler: one x is one instant in all of them.
///
/// Charts come from `chartKinds()`; the master timeline is always there, but may be hidden. A chart that
/// is closed is gone, and asks nothing any more.
/// Threads  GUI thread.
class ChartFrame : public QWidget {
    Q_OBJECT

public:
    /// More are not opened: each would get too little room to be read.
    static constexpr std::size_t kMostCharts = 60;

    /// \param master  becomes a child
    ChartFrame(const ChartContext& context, TimelineChart* master, QWidget* parent = nullptr);
    ~ChartFrame() override;

    /// Opens one more chart at the bottom, shows the master timeline; null if there is no such kind.
    Chart* open(const QString& kind, const QVariantMap& settings = {});
    /// Likewise as a step that undo takes back, as all that follow are.
    void openAnother(const QString& kind, const QVariantMap& settings = {});
    /// Opens one if none of that kind is open, or closes all of them.
    void setOpen(const QString& kind, bool open);
    [[nodiscard]] bool isOpen(const QString& kind) const;

    /// Shows the location in the first process timeline, which is opened if there is none.
    void showProcess(LocationRef location);

    /// Those that are open, in the order in which they were opened.
    [[nodiscard]] std::vector<ChartDock*> docks() const;
    /// The first one of that kind; null if none is open.
    [[nodiscard]] Chart* chart(const QString& kind) const;
    [[nodiscard]] ChartHeader& masterHeader() const { return m_docks.front()->header(); }
    /// Above the charts that are in their places.
    [[nodiscard]] TimeRuler& ruler() { return *m_ruler; }
    /// That, or the chart's own while it floats.
    [[nodiscard]] TimeRuler& rulerAbove(const ChartDock& dock) const;

    /// The worst of all open charts.
    [[nodiscard]] models::Exactness exactness() const;
    [[nodiscard]] QString errorText() const;
    void refresh();
    /// Gives the charts the heights that suit what they show now, unless the user chose some.
    void spreadSoon();
    /// Why not all of the trace was read: stands in all headers.
    void setMissing(const QString& why);

    /// Of the labels of all charts.
    [[nodiscard]] int labelWidth() const { return m_master->labelWidth(); }
    void setLabelWidth(int width);
    /// Leaves so many pixels free at the right of all charts, beside what is free anyway: where a trace ends before
    /// the time that is shown beside it does.
    void setBlankAtRight(int width);
    /// Where the pointer is in the charts of another trace; nothing outside this one's time.
    void showPointer(std::optional<Tick> tick) { setPointer(nullptr, tick); }
    /// What charts and ruler have for the time that they show, and what of it is blank.
    [[nodiscard]] int widthForTime() const;

    /// For the windows of charts that float.
    void setTraceName(const QString& name);
    [[nodiscard]] const QString& traceName() const { return m_traceName; }

    /// Of all charts, also of those that are opened later.
    void setNavigation(NavigationScheme scheme);
    void setFlings(bool flings);

    /// Which charts are open, with their settings, places and heights. What cannot be read changes
    /// nothing.
    [[nodiscard]] QVariantMap layoutState() const;
    void applyLayout(const QVariantMap& layout);
    /// Likewise as a step that undo takes back.
    void changeLayout(const QVariantMap& layout);

signals:
    /// A menu is being filled over that function: what can be done with it comes first.
    void functionMenuWanted(QMenu* menu, vellum::RegionRef region);
    void chartsChanged();  ///< one was opened or closed
    void exactnessChanged();
    void labelWidthChanged(int width);
    void pointerMoved(std::optional<vellum::Tick> tick);
    void reportWanted();
    void pathHovered(const QString& text);
    void findWanted(const QString& text);
    /// To be exported, as it is shown or in the print theme.
    void pictureWanted(vellum::gui::charts::ChartDock* dock, bool isForPrint);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    ChartDock* add(const ChartKind& kind, Chart* chart, const QString& name);
    void close(ChartDock* dock);
    void closeAllButMaster();
    /// Does it, and remembers for undo what became of the charts.
    void recordChange(
        const QString& action, bool withSettings, const std::function<void()>& change);
    [[nodiscard]] QVariantMap arrangement(bool withSettings) const;
    /// Remembers for undo what the user chose in a chart.
    void addChoice(
        const Chart& chart,
        const QString& action,
        const QVariantMap& before,
        const QVariantMap& after);
    /// Likewise that the labels of all were \p before wide.
    void recordLabelWidth(int before);
    /// Around a drag of the edge between two charts.
    void beginHeights();
    void endHeights();
    [[nodiscard]] QList<int> heights() const;
    void restore(const QVariantMap& charts);
    void restoreArrangement(const QVariantMap& arrangement);
    void reopen(const QVariantList& charts, bool withSettings);
    void connectChart(Chart* chart);
    [[nodiscard]] std::vector<TimeRuler*> rulers() const;
    void updateMargins();
    void askForHeights();
    void spreadHeights();
    void setLabelWidth(const Chart* from);
    void setPointer(const Chart* from, std::optional<Tick> tick);
    void setDragged(const Chart* from, std::optional<TickRange> range);
    void showMenu(ChartDock* dock, QPoint globalPosition);
    [[nodiscard]] QString freeName(const ChartKind& kind) const;

    ChartContext m_context;
    models::CounterCatalogue m_counters;
    TimeRuler* m_ruler;
    QMainWindow* m_host;
    TimelineChart* m_master;
    std::vector<ChartDock*> m_docks;  ///< the master timeline's first
    QString m_missing;
    QString m_traceName;
    /// Heights are ours to give until somebody moves a chart or an edge.
    bool m_spreads = true;
    QTimer m_spreadSoon;
    QVariantMap m_arrangementBefore;  ///< an edge was taken, or a chart out of its place
    QList<int> m_heightsBefore;
    /// What a chart in its place asked for, header included.
    struct Need {
        QDockWidget* dock;
        int usual;
        int most;
    };
    std::vector<Need> m_needs;
    bool m_needsAreOld = true;
    int m_blankAtRight = 0;
    std::shared_ptr<const models::FilterSet> m_askedFilters;  ///< those that were on then
    QSize m_window;                                           ///< of the last resize
};

}  // namespace vellum::gui::charts
