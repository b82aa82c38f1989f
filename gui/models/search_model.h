#pragma once

#include "gui/data/data_source.h"
#include "gui/data/group_names.h"
#include "gui/models/request_slot.h"
#include "gui/models/view_history.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vellum::gui::models {

/// What is sought.
struct SearchQuery {
    QString pattern;  ///< a part of the name, or an expression
    bool isRegex = false;
    bool ignoreCase = true;
    Tick minDuration = 0;          ///< of a visit, unclipped
    FunctionGroupMask groups = 0;  ///< of the functions; none: any

    /// Neither a name, nor a duration, nor a group: that finds nothing.
    [[nodiscard]] bool isEmpty() const
    {
        return pattern.isEmpty() && minDuration <= 0 && groups == 0;
    }

    friend bool operator==(const SearchQuery&, const SearchQuery&) = default;
};

/// The visits whose function's name matches an expression, and which of them is the current one.
///
/// Threads  GUI thread.
class SearchModel : public QObject {
    Q_OBJECT

public:
    /// So many hits are asked for; `count()` says how many there are.
    static constexpr std::uint64_t kMostHits = 100'000;

    SearchModel(data::DataSource& source, const data::Trace& trace, QObject* parent = nullptr);

    /// From now on only visits that the view's filters show are sought; it must live as long as this. Where these
    /// change nothing else is selected: the current hit stays the current one, or the next that is shown is.
    void setView(const ViewHistory* view);

    /// Begins anew. Without a pattern all visits of the duration and the groups are found, without these none.
    /// \p from says which hit is the first to be shown: the first that begins at or after it.
    void search(const SearchQuery& query, Tick from);
    void search(const QString& pattern, bool isRegex, bool ignoreCase, Tick from)
    {
        search({.pattern = pattern, .isRegex = isRegex, .ignoreCase = ignoreCase}, from);
    }

    /// What was asked for last; empty if nothing.
    [[nodiscard]] const QString& pattern() const { return m_query.pattern; }
    [[nodiscard]] const SearchQuery& searchQuery() const { return m_query; }
    [[nodiscard]] const ClockProperties& clock() const { return m_definitions->clock; }
    /// What they are called in this trace, see data::groupNames.
    [[nodiscard]] data::GroupNames groupNames() const { return data::groupNames(*m_definitions); }
    /// Those that a function of the trace is in, by number.
    [[nodiscard]] std::vector<FunctionGroup> groups() const;

    // All hits at once, for charts that mark them.
    void setMarksAll(bool isOn);
    /// Where on a row there is a hit: disjoint, ascending. Empty while nothing is marked.
    [[nodiscard]] const std::vector<TickRange>& marksOn(LocationRef location) const;
    /// Begins of all hits, ascending; empty while nothing is marked.
    [[nodiscard]] const std::vector<Tick>& begins() const;
    [[nodiscard]] std::uint64_t count() const { return m_hits.count; }
    [[nodiscard]] bool isBusy() const { return m_slot.isBusy(); }
    [[nodiscard]] const QString& errorText() const { return m_error; }
    /// The current hit's place, 0-based; nothing where there are no hits.
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }
    [[nodiscard]] const query::SearchHit* currentHit() const;

    /// Steps around at either end.
    void next();
    void previous();

signals:
    void changed();  ///< count, error or busy
    void marksChanged();
    void hitSelected();  ///< there is a current hit, and it is another one

private:
    void ask();
    void take(const query::SearchHits* hits);
    [[nodiscard]] std::size_t placeFrom(Tick from) const;
    void select(std::size_t place);
    void indexHits();

    RequestSlot m_slot;
    std::shared_ptr<const Definitions> m_definitions;
    TickRange m_whole;
    const ViewHistory* m_view = nullptr;
    std::shared_ptr<const FilterSet> m_filters;  ///< that were sought with
    SearchQuery m_query;
    Tick m_from = 0;
    bool m_marksAll = true;
    std::unordered_map<LocationRef, std::vector<TickRange>> m_marks;
    std::vector<Tick> m_begins;
    query::SearchHits m_hits;
    std::optional<std::size_t> m_current;
    std::optional<query::SearchHit> m_kept;  ///< the current one before filters changed
    bool m_isQuiet = false;                  ///< filters changed, which selects nothing
    QString m_error;
};

}  // namespace vellum::gui::models
