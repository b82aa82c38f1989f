#pragma once

#include "gui/charts/chart_frame.h"
#include "gui/charts/overview_strip.h"
#include "gui/charts/panels/details_panel.h"
#include "gui/charts/panels/legend_panel.h"
#include "gui/charts/panels/summary_panel.h"
#include "gui/charts/timeline_chart.h"
#include "gui/models/search_model.h"
#include "gui/models/selection.h"
#include "gui/models/timeline_model.h"
#include "gui/models/view_history.h"
#include "gui/shell/moves.h"

#include <QPointer>
#include <QVariantMap>
#include <QWidget>

#include <memory>

namespace vellum::gui::shell {

/// One opened trace: its models and its charts. The overview strip lies in the window's tool bar and
/// belongs to this all the same.
class TraceView : public QWidget {
    Q_OBJECT

public:
    enum class Panel { Summary, Details, Legend };
    /// What came of the last `goTo` or `goToMessage`.
    enum class LookUp { None, UnderWay, Found, Missing };

    TraceView(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        QWidget* parent = nullptr);
    ~TraceView() override;

    [[nodiscard]] const data::Trace& trace() const { return *m_trace; }
    [[nodiscard]] std::shared_ptr<const data::Trace> sharedTrace() const { return m_trace; }
    [[nodiscard]] models::ViewHistory& history() { return m_history; }
    [[nodiscard]] const models::ViewHistory& history() const { return m_history; }
    [[nodiscard]] models::Selection& selection() { return m_selection; }
    [[nodiscard]] models::SearchModel& search() { return m_search; }
    [[nodiscard]] models::TimelineModel& timeline() { return m_timeline; }
    [[nodiscard]] charts::ChartFrame& frame() { return *m_frame; }
    /// Of the master timeline.
    [[nodiscard]] charts::ChartHeader& header() { return m_frame->masterHeader(); }
    [[nodiscard]] charts::TimelineChart& chart() { return *m_chart; }
    [[nodiscard]] charts::SummaryPanel& summary() { return *m_summary; }
    [[nodiscard]] charts::DetailsPanel& details() { return *m_details; }
    [[nodiscard]] charts::OverviewStrip& overview() { return *m_overview; }

    [[nodiscard]] Moves& moves() { return *m_moves; }

    void setPanelVisible(Panel panel, bool visible);
    [[nodiscard]] bool isPanelVisible(Panel panel) const;
    [[nodiscard]] bool hasVisiblePanel() const;
    /// Shows the column of panels elsewhere; it goes with this all the same.
    void movePanels(QLayout& into);

    /// The worst of all that is shown.
    [[nodiscard]] models::Exactness exactness() const;
    [[nodiscard]] QString errorText() const;

    /// "Window 11.1 ms of 2.699 s".
    [[nodiscard]] QString windowText() const;

    /// Brings \p tick into the window, in its middle if it is not seen.
    void showTick(Tick tick);
    /// Likewise in the middle of the window, and marked.
    void showInMiddle(Tick tick);
    /// Selects the visit that \p location is in at \p tick, and shows it.
    void goTo(LocationRef location, Tick tick);
    /// Selects the first message in the window that \p sender sent at \p from or later.
    void goToMessage(LocationRef sender, Tick from);
    [[nodiscard]] LookUp lookUp() const { return m_lookUp; }

    /// Which charts are open and how they stand, what is filtered, and how the rows stand.
    [[nodiscard]] QVariantMap layoutState() const;
    /// Filters and rows are taken from a layout of this trace alone; where it has none they stay. As the trace is opened, or
    /// as steps that undo takes back.
    void applyLayout(const QVariantMap& layout);
    void changeLayout(const QVariantMap& layout);

    /// Asks for everything again: after a server came back.
    void refresh();

signals:
    void exactnessChanged();
    void lookUpEnded();
    void panelsChanged();  ///< one was shown or hidden
    void reportWanted();
    void pathHovered(const QString& text);
    void findWanted(const QString& text);

protected:
    /// Keys that a panel does not want are the chart's.
    void keyPressEvent(QKeyEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QWidget* panelOf(Panel panel) const;
    void showHit();
    /// Nothing where the layout has no rows of this trace.
    [[nodiscard]] std::optional<models::ViewState> rowsIn(const QVariantMap& layout) const;
    [[nodiscard]] std::shared_ptr<const models::FilterSet> filtersIn(
        const QVariantMap& layout) const;
    bool selectTopOf(const query::Answer& answer);
    bool selectMessageOf(const query::Answer& answer);

    data::DataSource& m_source;
    std::shared_ptr<const data::Trace> m_trace;
    models::ViewHistory m_history;
    models::Selection m_selection;
    models::TimelineModel m_timeline;
    models::SearchModel m_search;
    models::RequestSlot m_goToSlot;
    LookUp m_lookUp = LookUp::None;
    LocationRef m_sender;  ///< of the message looked for
    Tick m_sentFrom = 0;
    std::unique_ptr<charts::OverviewStrip> m_overview;
    charts::TimelineChart* m_chart;
    charts::ChartFrame* m_frame;
    charts::SummaryPanel* m_summary;
    charts::DetailsPanel* m_details;
    charts::LegendPanel* m_legend;
    QWidget* m_detailsArea;
    QPointer<QWidget> m_side;  ///< the column of panels
    Moves* m_moves;
};

}  // namespace vellum::gui::shell
