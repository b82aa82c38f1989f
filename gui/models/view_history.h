#pragma once

#include "common/time/tick_range.h"
#include "gui/models/filters.h"
#include "gui/models/row_groups.h"

#include <QObject>
#include <QString>
#include <QVariantMap>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace vellum::gui::models {

/// The keys of a parent's children in the order the user gave them; by the parent's key.
using RowOrder = std::map<std::uint64_t, std::vector<std::uint64_t>>;

/// Where a trace stands on the time axis that it shares with others, see TimeLink. Alone it means nothing.
struct Alignment {
    Tick zero = 0;  ///< the instant, in the trace's own ticks, that is at the axis' zero
    bool isByLength =
        false;  ///< the trace is as long as the others there, not a second as long as theirs

    friend bool operator==(const Alignment&, const Alignment&) = default;
};

/// What of a trace is on the screen, and what of it is filtered. A value: undo keeps a list of them.
struct ViewState {
    TickRange range;                 ///< visible time; inside the whole, never empty
    Alignment alignment{};           ///< at first with the beginning of the trace at zero
    std::set<std::uint64_t> folded;  ///< keys of folded rows, see RowOrder
    int rowHeightPercent = 100;      ///< of the theme's row height
    bool fitsRows = false;           ///< all rows at once, whatever their height
    /// Keys of the first and the last of the rows that are there then; nothing: all.
    std::optional<std::pair<std::uint64_t, std::uint64_t>> fitted;
    std::vector<std::uint64_t> pinned;            ///< keys of rows that stay at the top
    std::shared_ptr<const RowOrder> rowOrder;     ///< where the user changed it; null: nowhere
    std::shared_ptr<const FilterSet> filters;     ///< null: none
    std::shared_ptr<const RowGrouping> grouping;  ///< null: the system tree

    friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// Which charts are open and how they stand, or what was chosen in one of them, before and after that was
/// changed; what they are made of is known to whoever shows them.
struct ChartsChange {
    QVariantMap before;
    QVariantMap after;
};

/// The visible part of a trace, shared by all its charts, with undo and redo of every change.
///
/// Exact    The range stays inside `whole()` and is at least `kMinimumTicks` long (or the whole, if
///          that is shorter).
/// Threads  GUI thread.
class ViewHistory : public QObject {
    Q_OBJECT

public:
    static constexpr Tick kMinimumTicks = 10;
    /// A bound on what undo remembers; the oldest go first.
    static constexpr std::size_t kMostStates = 500;

    explicit ViewHistory(TickRange whole, QObject* parent = nullptr);

    [[nodiscard]] TickRange whole() const { return m_whole; }
    [[nodiscard]] const ViewState& state() const { return m_states[m_current]; }
    [[nodiscard]] TickRange range() const { return state().range; }
    /// Of the current state, and of no other: undo and redo come back to it.
    [[nodiscard]] std::uint64_t stateNumber() const { return m_numbers[m_current]; }
    /// The greatest that was given to a state so far: it grows with each change, not with undo and redo.
    [[nodiscard]] std::uint64_t newestNumber() const { return m_lastNumber; }

    /// Shows \p range, clamped. Changes with the same \p gesture number (not 0) that follow one
    /// another, as the steps of one wheel turn do, are undone together.
    void showRange(TickRange range, const QString& action, std::uint64_t gesture = 0);

    /// What is filtered now.
    [[nodiscard]] const FilterSet& filters() const;
    void addFilter(const Definitions& definitions, Filter filter, const QString& action);
    void setFilters(
        const Definitions& definitions, std::vector<Filter> filters, const QString& action);
    void setFilters(std::shared_ptr<const FilterSet> filters, const QString& action);

    /// Shows all of \p next at once: one entry of the undo list. The range is clamped.
    void show(ViewState next, const QString& action, std::uint64_t gesture = 0);

    /// Puts the rows together in another way.
    void setGrouping(std::shared_ptr<const RowGrouping> grouping, const QString& action);
    /// Likewise without an entry of the undo list: as a trace is opened.
    void beginWith(std::shared_ptr<const RowGrouping> grouping);
    void beginWith(std::shared_ptr<const FilterSet> filters);
    /// Only what \p rows says of rows; not their grouping.
    void beginWithRows(const ViewState& rows);

    /// Likewise where the trace stands beside others.
    void beginAt(TickRange range, Alignment alignment);

    /// Remembers that charts were opened, closed, arranged or show something else; undo and redo ask for them with
    /// `chartsWanted`.
    ///
    /// \param chart  title of the one that is another now; empty: that in which changes are made
    void addChartsChange(ChartsChange change, const QString& action, const QString& chart = {});

    /// Scales the range by \p factor (< 1 zooms in) so that \p anchor stays where it is.
    void zoomAbout(Tick anchor, double factor, std::uint64_t gesture = 0);
    void pan(Tick ticks, std::uint64_t gesture = 0);
    void showWhole();
    void setFolded(std::uint64_t row, bool folded);
    void setRowHeightPercent(int percent, std::uint64_t gesture = 0);

    [[nodiscard]] bool canUndo() const { return m_current > 0; }
    [[nodiscard]] bool canRedo() const { return m_current + 1 < m_states.size(); }
    /// Of the change that undo takes back, redo makes again: "zoom", "fold"….
    [[nodiscard]] QString undoText() const;
    [[nodiscard]] QString redoText() const;
    /// Title of the chart in which that change was made; empty: in none.
    [[nodiscard]] QString undoChart() const;
    [[nodiscard]] QString redoChart() const;

    /// While it lives changes are made in the chart of that title; of several the first counts.
    class Within {
    public:
        Within(ViewHistory& history, const QString& chart)
            : m_history(history)
            , m_isFirst(history.m_chart.isEmpty())
        {
            if (m_isFirst) {
                history.m_chart = chart;
            }
        }
        ~Within()
        {
            if (m_isFirst) {
                m_history.m_chart.clear();
            }
        }
        Within(const Within&) = delete;
        Within& operator=(const Within&) = delete;
        Within(Within&&) = delete;
        Within& operator=(Within&&) = delete;

    private:
        ViewHistory& m_history;
        bool m_isFirst;
    };
    void undo();
    void redo();

    // For whoever couples several traces: which entries of their lists are one step.

    /// The number that the change which undo takes back, redo makes again, was given with `setUndoStep`; 0: none.
    [[nodiscard]] std::uint64_t undoStep() const;
    [[nodiscard]] std::uint64_t redoStep() const;
    void setUndoStep(std::uint64_t step);
    /// That of the last change, 0 if that was none; changes of the same gesture are one entry of the list.
    [[nodiscard]] std::uint64_t lastGesture() const { return m_lastGesture; }
    /// Makes the change of that number the last one, as if those after it had been made before; what is shown stays.
    ///
    /// \return false, with nothing done, where there is no such change, or one after it changed the range too
    bool bringLast(std::uint64_t step);

signals:
    /// The state is still the one that is left: time to note what of a chart is not part of it.
    void aboutToChange();
    void changed();
    /// The charts are to be those of this change's one side again.
    void chartsWanted(const QVariantMap& charts);

private:
    void append(ViewState next, const QString& action, std::shared_ptr<const ChartsChange> charts);
    void push(ViewState next, const QString& action, std::uint64_t gesture);
    [[nodiscard]] TickRange clamped(TickRange range) const;

    TickRange m_whole;
    std::vector<ViewState> m_states;       ///< never empty
    std::vector<std::uint64_t> m_numbers;  ///< theirs
    std::uint64_t m_lastNumber = 0;
    struct Action {
        QString text;
        QString chart;                               ///< its title; empty: none
        std::shared_ptr<const ChartsChange> charts;  ///< null: it changed the view
        std::uint64_t step = 0;                      ///< see setUndoStep
    };

    std::vector<Action> m_actions;  ///< m_actions[i] leads from state i to i + 1
    QString m_chart;                ///< see Within
    std::size_t m_current = 0;
    std::uint64_t m_lastGesture = 0;
};

}  // namespace vellum::gui::models
