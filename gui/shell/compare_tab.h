#pragma once

#include "common/compare/process_map.h"
#include "gui/charts/counters/counter_axes.h"
#include "gui/models/alike_edges.h"
#include "gui/models/mark_link.h"
#include "gui/models/time_link.h"
#include "gui/shell/compare_place.h"
#include "gui/shell/differences_panel.h"
#include "gui/shell/longest_in_both.h"
#include "gui/shell/report_sections.h"
#include "gui/shell/shift_drag.h"

#include <QVariantMap>

#include <functional>
#include <optional>
#include <vector>

class QLabel;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace vellum::gui::shell {

/// A tab with several traces, one above the other, whose times are coupled and in which the same functions are marked.
///
/// Each has a place with all that a tab of its own has; the panels of the side column, and what the window shows and does
/// of a trace, are those of the current one: the one that had the keyboard last.
class CompareTab : public QWidget {
    Q_OBJECT

public:
    /// More would have too little room each.
    static constexpr int kMostTraces = 8;

    /// \param source  of all of them
    /// \param tabs    become children; at least one
    CompareTab(
        data::DataSource& source, const std::vector<TraceTab*>& tabs, QWidget* parent = nullptr);
    ~CompareTab() override;

    void add(TraceTab* tab);

    [[nodiscard]] const std::vector<ComparePlace*>& places() const { return m_places; }
    [[nodiscard]] std::vector<TraceTab*> tabs() const;
    /// Of those that are open.
    [[nodiscard]] std::vector<TraceView*> views() const;
    [[nodiscard]] TraceTab& current() const { return m_places[m_current]->tab(); }
    /// "before.otf2 ↔ after.otf2".
    [[nodiscard]] QString title() const;
    /// What its layout is kept by.
    [[nodiscard]] QString name() const;
    [[nodiscard]] models::TimeLink& link() { return m_link; }
    /// All that a report of those that are open is of, as they are now.
    [[nodiscard]] ReportOf reportOf() const;
    /// How they stand beside each other, in sentences; none where they begin together.
    [[nodiscard]] QStringList linkSentences() const;
    /// The letter of the trace that was chosen to stand beside the first one; empty: none was.
    [[nodiscard]] const QString& beside() const { return m_beside; }
    /// The letter, for sentences; empty if it is none of these.
    [[nodiscard]] QString letterOf(const TraceView& view) const;

    void setCurrent(const TraceTab& tab);
    /// Gives the keyboard to the next one, or the one before.
    void goToNext(bool forward);
    void setCoupled(bool isOn);

    /// The menu of the button *Align*; its actions are the window's.
    void setAlignMenu(QMenu* menu);
    /// The button *Differences* is this action's.
    void setDifferencesAction(QAction* action);

    /// The numbers of two of the traces, below them; nothing is asked while they are hidden.
    void setDifferencesShown(bool isShown);
    /// Shows them by "function", "group" or "path"; any other word leaves that choice as it is.
    void showDifferencesBy(const QString& by);
    [[nodiscard]] bool areDifferencesShown() const { return m_areDifferencesShown; }
    [[nodiscard]] DifferencesPanel& differences() { return *m_differences; }
    [[nodiscard]] const DifferencesPanel& differences() const { return *m_differences; }
    /// Whether the longest visits of a chosen row are still being looked for.
    [[nodiscard]] bool isGoing() const { return m_longest->isBusy(); }

    /// Which process of A belongs to which of the other: of the difference timeline and the counters.
    [[nodiscard]] const compare::ProcessMap& processMap() const { return m_processMap; }
    /// One step of undo.
    void setProcessMap(const compare::ProcessMap& map);
    /// A dialog in which it is seen and changed.
    void openProcessMap();

    /// How the traces stand beside each other, to be kept; without what was closed or could not be opened.
    [[nodiscard]] QVariantMap layoutState() const;
    /// Once all are open: what cannot be read changes nothing.
    void applyLayout(const QVariantMap& layout);

signals:
    void currentChanged();
    void allOpened();
    /// What is coupled, or how.
    void linkChanged();
    void differencesToggled();
    void processMapChanged();

protected:
    /// Keys that a panel does not want are the current chart's.
    void keyPressEvent(QKeyEvent* event) override;

private:
    void onOpened(std::size_t place);
    void makeCurrent(std::size_t place);
    void onFocus(QWidget* now);
    void showCurrent();
    void showLink();
    /// "+0.3 s": by how much it is shown later than the first; empty where it is not moved.
    [[nodiscard]] QString offsetNote(const TraceView& view) const;
    void showPanels();
    QLayout* makeBar();
    QWidget* makeRows(data::DataSource& source);
    void makeDifferences(data::DataSource& source);
    void updateDifferences();
    void goToStep(TickRange a, TickRange b);
    [[nodiscard]] std::vector<ReportTrace> reportTraces() const;
    [[nodiscard]] TraceView* viewOf(const QString& letter) const;
    void recordMatching(const models::ChartsChange& change, const QString& action);
    void shareOtherNames();
    void applyProcessMap(const compare::ProcessMap& map);
    void takeProcessMap(const QVariantMap& kept);
    void keepProcessMap(QVariantMap& layout) const;
    void makeShiftDrag(data::DataSource& source);
    void askForEdges(TraceView& moved, TraceView& stays, std::optional<QPoint> position);
    void showMeeting(TraceView& view, const ShiftDrag::Snap* at);
    [[nodiscard]] TraceView* staysBeside(const TraceView& moved) const;
    [[nodiscard]] std::vector<ShiftDrag::Snap> snapsOf(TraceView& moved, TraceView& stays) const;
    void shareLabelWidth(int width);
    void sharePointer(TraceView& from, std::optional<Tick> tick);

    models::TimeLink m_link;
    models::MarkLink m_marks;
    charts::CounterAxes m_axes;
    std::vector<ComparePlace*> m_places;
    std::vector<QWidget*> m_panels;  ///< of each place
    std::size_t m_current = 0;
    bool m_isChosen = false;  ///< by the user: until then it is the first that is open
    QToolButton* m_coupled;
    QToolButton* m_align;
    QLabel* m_text;
    QSplitter* m_rows;
    QScrollArea* m_scroll;
    QStackedWidget* m_side;
    QToolButton* m_differencesButton;
    DifferencesPanel* m_differences = nullptr;
    LongestInBoth* m_longest = nullptr;
    ShiftDrag* m_shift = nullptr;
    models::AlikeEdges* m_edges = nullptr;
    compare::ProcessMap m_processMap;
    QString
        m_beside;  ///< letter of the trace that was chosen to stand beside the first one; empty: none was
    bool m_areDifferencesShown = false;
    bool m_isSharing = false;
};

}  // namespace vellum::gui::shell
