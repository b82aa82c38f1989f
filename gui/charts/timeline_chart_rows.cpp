// What TimelineChart does with its rows: marking, folding, hiding, pinning, moving, fitting.

#include "gui/charts/timeline_chart.h"
#include "gui/data/wording.h"

#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace vellum::gui::charts {

// ---- With the mouse -------------------------------------------------------------------------

bool TimelineChart::isOnArrow(QPoint position) const
{
    const int row = rowAt(position.y());
    if (row < 0 || !m_rows[static_cast<std::size_t>(row)].foldable) {
        return false;
    }
    return position.x() < 8 + 13 * (m_rows[static_cast<std::size_t>(row)].level + 1);
}

void TimelineChart::toggleFolding(int row)
{
    if (row >= 0 && m_rows[static_cast<std::size_t>(row)].foldable) {
        const models::Row& what = m_rows[static_cast<std::size_t>(row)];
        // Of rows that start folded the set holds the open ones.
        m_view.setFolded(what.key, what.folded == what.startsFolded);
    }
}

/// On the arrow it folds, beside it it marks: with Control one more, with Shift all up to it.
void TimelineChart::clickOnLabel(QPoint position, Qt::KeyboardModifiers modifiers)
{
    const int row = rowAt(position.y());
    if (row < 0) {
        return;
    }
    if (isOnArrow(position)) {
        toggleFolding(row);
        return;
    }
    const std::uint64_t key = m_rows[static_cast<std::size_t>(row)].key;
    const auto last = std::ranges::find(m_rows, m_lastMarked, &models::Row::key);
    if ((modifiers & Qt::ShiftModifier) && last != m_rows.end()) {
        const auto from = static_cast<int>(last - m_rows.begin());
        for (int i = std::min(from, row); i <= std::max(from, row); ++i) {
            m_marked.insert(m_rows[static_cast<std::size_t>(i)].key);
        }
    } else {
        const bool wasMarked = m_marked.contains(key);
        const bool wasAlone = m_marked.size() == 1;
        const bool isMore = modifiers & Qt::ControlModifier;
        if (!isMore) {
            m_marked.clear();
        }
        if (wasMarked && (isMore || wasAlone)) {
            m_marked.erase(key);
        } else {
            m_marked.insert(key);
        }
        m_lastMarked = key;
    }
    invalidate();
}

/// Among its siblings: to the place that the pointer is over.
void TimelineChart::dragRow(QPoint position)
{
    m_dropAt.reset();
    const auto dragged = std::ranges::find(m_rows, m_draggedRow, &models::Row::key);
    const int over = rowAt(position.y());
    if (dragged != m_rows.end() && over >= 0) {
        // The sibling that holds the row under the pointer, and the one after that.
        const auto isSibling = [&](const models::Row& row) {
            return row.parent == dragged->parent && row.pinned == dragged->pinned;
        };
        int begin = over;
        while (begin >= 0 && !isSibling(m_rows[static_cast<std::size_t>(begin)])
               && m_rows[static_cast<std::size_t>(begin)].level > dragged->level) {
            --begin;
        }
        if (begin >= 0 && isSibling(m_rows[static_cast<std::size_t>(begin)])) {
            int end = begin + 1;
            while (end < static_cast<int>(m_rows.size())
                   && m_rows[static_cast<std::size_t>(end)].level > dragged->level) {
                ++end;
            }
            const int top = rowTop(begin);
            const int bottom = rowBottom(end - 1);
            if (position.y() < (top + bottom) / 2) {
                m_dropAt = {.before = m_rows[static_cast<std::size_t>(begin)].key, .y = top};
            } else {
                const bool isLast = end == static_cast<int>(m_rows.size())
                                    || !isSibling(m_rows[static_cast<std::size_t>(end)]);
                m_dropAt = {
                    .before = isLast ? models::kNoRow : m_rows[static_cast<std::size_t>(end)].key,
                    .y = bottom};
            }
        }
    }
    viewport()->setCursor(m_dropAt ? Qt::ClosedHandCursor : Qt::ForbiddenCursor);
    viewport()->update();
}

void TimelineChart::dropRow()
{
    const auto drop = std::exchange(m_dropAt, std::nullopt);
    if (!drop || m_isBanded) {
        return;
    }
    models::ViewState next = m_view.state();
    const bool isPinned = std::ranges::find(next.pinned, m_draggedRow) != next.pinned.end();
    if (isPinned) {
        std::erase(next.pinned, m_draggedRow);
        next.pinned.insert(std::ranges::find(next.pinned, drop->before), m_draggedRow);
        m_view.show(std::move(next), tr("move row"));
    } else if (
        auto order = models::movedBefore(m_rows, m_view.state(), m_draggedRow, drop->before)) {
        next.rowOrder = std::move(order);
        m_view.show(std::move(next), tr("move row"));
    }
}

// ---- With keys and menus --------------------------------------------------------------------

std::vector<int> TimelineChart::rowsMeant() const
{
    std::vector<int> rows;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_marked.contains(m_rows[i].key)) {
            rows.push_back(static_cast<int>(i));
        }
    }
    if (rows.empty() && m_pointerRow >= 0 && m_pointerRow < static_cast<int>(m_rows.size())) {
        rows.push_back(m_pointerRow);
    }
    if (rows.empty() && m_selection.visit()) {
        const int row = rowOf(m_selection.visit()->location);
        if (row >= 0) {
            rows.push_back(row);
        }
    }
    return rows;
}

std::vector<LocationRef> TimelineChart::locationsOf(const std::vector<int>& rows) const
{
    std::vector<LocationRef> locations;
    std::unordered_set<LocationRef> taken;
    for (const int row : rows) {
        for (const LocationRef location : m_rows[static_cast<std::size_t>(row)].locations) {
            if (taken.insert(location).second) {
                locations.push_back(location);
            }
        }
    }
    return locations;
}

/// With the name of the row above that it belongs to: every process has its "Master thread".
QString TimelineChart::ownedName(int place)
{
    const auto levelOf = [this](int row) { return m_rows[static_cast<std::size_t>(row)].level; };
    int owner = place;
    while (owner >= 0 && levelOf(owner) >= levelOf(place)) {
        --owner;
    }
    const models::Row& row = m_rows[static_cast<std::size_t>(place)];
    const bool isLeaf = row.kind == models::RowKind::Location && !standsAlone(row);
    return isLeaf && owner >= 0 ? nameOf(owner) + QStringLiteral(" › ") + nameOf(place)
                                : nameOf(place);
}

void TimelineChart::addFilter(models::Filter::Kind kind, const std::vector<int>& rows)
{
    std::vector<LocationRef> locations = locationsOf(rows);
    if (locations.empty()) {
        return;
    }
    const bool hides = kind == models::Filter::Kind::HideLocations;
    const QString what = rows.size() == 1 ? ownedName(rows.front())
                                          : data::counted(rows.size(), tr("row"), tr("rows"));
    const models::ViewHistory::Within within(m_view, title());
    m_view.addFilter(
        *m_model.trace().definitions,
        {.kind = kind,
         .text = hides ? tr("without %1").arg(what) : tr("only %1").arg(what),
         .locations = std::make_shared<const std::vector<LocationRef>>(std::move(locations))},
        hides ? tr("hide rows") : tr("only these rows"));
    m_marked.clear();
}

void TimelineChart::showAllRows()
{
    const models::FilterSet& now = m_view.filters();
    auto filters = std::make_shared<const models::FilterSet>(
        *m_model.trace().definitions, now.filtersOfRecords(), now.anyFunction());
    models::ViewState next = m_view.state();
    next.filters = filters->filters().empty() ? nullptr : std::move(filters);
    next.fitted.reset();
    const models::ViewHistory::Within within(m_view, title());
    m_view.show(std::move(next), tr("show all rows"));
}

/// The row that many below the marked ones, or above; with \p isMore these stay marked.
void TimelineChart::markRow(int steps, bool isMore)
{
    const auto last = std::ranges::find(m_rows, m_lastMarked, &models::Row::key);
    const bool isKnown = last != m_rows.end() && !m_marked.empty();
    const std::vector<int> shown = rowsOnScreen();
    if (shown.empty()) {
        return;
    }
    const int most = static_cast<int>(m_rows.size()) - 1;
    const int row = isKnown ? std::clamp(static_cast<int>(last - m_rows.begin()) + steps, 0, most)
                            : shown.front();
    if (!isMore) {
        m_marked.clear();
    }
    m_lastMarked = m_rows[static_cast<std::size_t>(row)].key;
    m_markedAt = m_selection.number();
    m_marked.insert(m_lastMarked);
    if (row >= m_fixedRows && !m_view.state().fitsRows) {
        showRow(row);
    }
    invalidate();
}

std::optional<LocationRef> TimelineChart::cursor() const
{
    const auto& visit = m_selection.visit();
    const std::vector<LocationRef> meant = locationsOf(rowsMeant());
    const bool isElsewhere =
        !m_marked.empty() && m_markedAt == m_selection.number()
        && (!visit || std::ranges::find(meant, visit->location) == meant.end());
    if (visit && !isElsewhere) {
        return std::nullopt;
    }
    const Definitions& definitions = *m_model.trace().definitions;
    const auto calls = std::ranges::find_if(meant, [&definitions](LocationRef ref) {
        const Location* location = definitions.find(ref);
        return location != nullptr && location->type != LocationType::Metric;
    });
    return calls != meant.end() ? std::optional(*calls) : std::nullopt;
}

void TimelineChart::togglePinned()
{
    const std::vector<int> rows = rowsMeant();
    if (rows.empty() || m_isBanded) {
        return;
    }
    models::ViewState next = m_view.state();
    const auto isPinned = [&](int row) {
        return std::ranges::find(next.pinned, m_rows[static_cast<std::size_t>(row)].key)
               != next.pinned.end();
    };
    const bool unpins = std::ranges::all_of(rows, isPinned);
    for (const int row : rows) {
        const std::uint64_t key = m_rows[static_cast<std::size_t>(row)].key;
        std::erase(next.pinned, key);
        if (!unpins) {
            next.pinned.push_back(key);
        }
    }
    const models::ViewHistory::Within within(m_view, title());
    m_view.show(std::move(next), unpins ? tr("unpin") : tr("pin"));
}

void TimelineChart::moveRows(int steps)
{
    std::vector<int> rows = rowsMeant();
    if (rows.empty() || m_isBanded) {
        return;
    }
    if (steps > 0) {
        std::ranges::reverse(
            rows);  // the lowest first, or they would change places with each other
    }
    std::set<std::uint64_t> keys;
    for (const int row : rows) {
        keys.insert(m_rows[static_cast<std::size_t>(row)].key);
    }
    models::ViewState next = m_view.state();
    std::vector<models::Row> now = m_rows;
    for (const int row : rows) {
        const std::uint64_t key = m_rows[static_cast<std::size_t>(row)].key;
        if (auto order = models::movedBy(now, next, key, steps)) {
            next.rowOrder = std::move(order);
            now = models::arrangedRows(*m_model.trace().definitions, next);
        }
    }
    const models::ViewHistory::Within within(m_view, title());
    m_view.show(std::move(next), tr("move row"), m_gesture);
    m_gestureEnd.start();
    m_marked =
        std::move(keys);  // the next press moves the same ones, not what is under the pointer
    invalidate();
}

void TimelineChart::resetRows()
{
    models::ViewState next = m_view.state();
    next.rowOrder = nullptr;
    next.grouping = nullptr;
    next.pinned.clear();
    next.rowHeightPercent = 100;
    next.fitsRows = false;
    next.fitted.reset();
    const models::ViewHistory::Within within(m_view, title());
    m_view.show(std::move(next), tr("reset rows"));
}

void TimelineChart::toggleFit()
{
    models::ViewState next = m_view.state();
    const bool fits = !next.fitsRows;
    next.fitsRows = fits;
    next.fitted.reset();
    const models::ViewHistory::Within within(m_view, title());
    m_view.show(std::move(next), fits ? tr("fit rows") : tr("row height"));
}

void TimelineChart::foldAll(bool isFolded)
{
    models::ViewState next = m_view.state();
    next.folded.clear();
    // Of rows that start folded the set holds the open ones; what is below those is seen once they are open.
    for (std::size_t before = 1; before != 0;) {
        const std::size_t known = next.folded.size();
        for (const models::Row& row : models::arrangedRows(*m_model.trace().definitions, next)) {
            if (row.foldable && row.folded != isFolded) {
                next.folded.insert(row.key);
            }
        }
        before = isFolded ? 0 : next.folded.size() - known;
    }
    const models::ViewHistory::Within within(m_view, title());
    m_view.show(std::move(next), isFolded ? tr("fold all") : tr("unfold all"));
}

}  // namespace vellum::gui::charts
