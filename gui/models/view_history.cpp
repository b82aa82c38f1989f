#include "gui/models/view_history.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace vellum::gui::models {

namespace {

int clampedHeight(int percent)
{
    return std::clamp(percent, 5, 4'000);
}

}  // namespace

ViewHistory::ViewHistory(TickRange whole, QObject* parent)
    : QObject(parent)
    , m_whole(whole.isEmpty() ? TickRange{.begin = whole.begin, .end = whole.begin + 1} : whole)
{
    m_states.push_back({.range = m_whole, .alignment = {.zero = m_whole.begin}});
    m_numbers.push_back(m_lastNumber);
}

TickRange ViewHistory::clamped(TickRange range) const
{
    const Tick length =
        std::clamp(range.length(), std::min(kMinimumTicks, m_whole.length()), m_whole.length());
    const Tick begin = std::clamp(range.begin, m_whole.begin, m_whole.end - length);
    return {.begin = begin, .end = begin + length};
}

void ViewHistory::push(ViewState next, const QString& action, std::uint64_t gesture)
{
    if (next == state()) {
        return;
    }
    const bool merges = gesture != 0 && gesture == m_lastGesture && canUndo() && !canRedo()
                        && m_actions.back().chart == m_chart;
    m_lastGesture = gesture;
    emit aboutToChange();
    if (merges) {
        m_states.back() = std::move(next);
        m_numbers.back() = ++m_lastNumber;
    } else {
        append(std::move(next), action, nullptr);
    }
    emit changed();
}

void ViewHistory::append(
    ViewState next, const QString& action, std::shared_ptr<const ChartsChange> charts)
{
    m_states.resize(m_current + 1);
    m_numbers.resize(m_current + 1);
    m_actions.resize(m_current);
    m_states.push_back(std::move(next));
    m_numbers.push_back(++m_lastNumber);
    m_actions.push_back({.text = action, .chart = m_chart, .charts = std::move(charts)});
    if (m_states.size() > kMostStates) {
        m_states.erase(m_states.begin());
        m_numbers.erase(m_numbers.begin());
        m_actions.erase(m_actions.begin());
    }
    m_current = m_states.size() - 1;
}

void ViewHistory::addChartsChange(ChartsChange change, const QString& action, const QString& chart)
{
    m_lastGesture = 0;
    emit aboutToChange();
    append(state(), action, std::make_shared<const ChartsChange>(std::move(change)));
    if (!chart.isEmpty()) {
        m_actions.back().chart = chart;
    }
    emit changed();
}

void ViewHistory::showRange(TickRange range, const QString& action, std::uint64_t gesture)
{
    ViewState next = state();
    next.range = clamped(range);
    push(std::move(next), action, gesture);
}

const FilterSet& ViewHistory::filters() const
{
    static const FilterSet kNone;
    return state().filters ? *state().filters : kNone;
}

void ViewHistory::setFilters(std::shared_ptr<const FilterSet> filters, const QString& action)
{
    ViewState next = state();
    const bool isNone = filters && filters->filters().empty();
    next.filters = isNone ? nullptr : std::move(filters);
    push(std::move(next), action, 0);
}

void ViewHistory::setFilters(
    const Definitions& definitions, std::vector<Filter> filters, const QString& action)
{
    setFilters(
        std::make_shared<const FilterSet>(
            definitions, std::move(filters), this->filters().anyFunction()),
        action);
}

void ViewHistory::addFilter(const Definitions& definitions, Filter filter, const QString& action)
{
    std::vector<Filter> all = filters().filters();
    all.push_back(std::move(filter));
    setFilters(definitions, std::move(all), action);
}

void ViewHistory::show(ViewState next, const QString& action, std::uint64_t gesture)
{
    next.range = clamped(next.range);
    next.rowHeightPercent = clampedHeight(next.rowHeightPercent);
    push(std::move(next), action, gesture);
}

void ViewHistory::setGrouping(std::shared_ptr<const RowGrouping> grouping, const QString& action)
{
    ViewState next = state();
    next.grouping = std::move(grouping);
    push(std::move(next), action, 0);
}

void ViewHistory::beginWith(std::shared_ptr<const RowGrouping> grouping)
{
    m_states[m_current].grouping = std::move(grouping);
    emit changed();
}

void ViewHistory::beginWith(std::shared_ptr<const FilterSet> filters)
{
    m_states[m_current].filters = std::move(filters);
    emit changed();
}

void ViewHistory::beginWithRows(const ViewState& rows)
{
    ViewState& now = m_states[m_current];
    now.folded = rows.folded;
    now.pinned = rows.pinned;
    now.rowOrder = rows.rowOrder;
    now.rowHeightPercent = clampedHeight(rows.rowHeightPercent);
    now.fitsRows = rows.fitsRows;
    now.fitted = rows.fitted;
    emit changed();
}

void ViewHistory::beginAt(TickRange range, Alignment alignment)
{
    m_states[m_current].range = clamped(range);
    m_states[m_current].alignment = alignment;
    emit changed();
}

void ViewHistory::zoomAbout(Tick anchor, double factor, std::uint64_t gesture)
{
    const TickRange now = range();
    const auto oldLength = static_cast<double>(now.length());
    const double wanted = std::clamp(
        std::round(oldLength * factor),
        static_cast<double>(std::min(kMinimumTicks, m_whole.length())),
        static_cast<double>(m_whole.length()));
    const double share = static_cast<double>(anchor - now.begin) / oldLength;
    const auto before = static_cast<Tick>(std::round(share * wanted));
    const auto length = static_cast<Tick>(wanted);
    const Tick begin = anchor - before;
    showRange({.begin = begin, .end = begin + length}, tr("zoom"), gesture);
}

void ViewHistory::pan(Tick ticks, std::uint64_t gesture)
{
    const TickRange now = range();
    const Tick most = m_whole.end - now.end;
    const Tick least = m_whole.begin - now.begin;
    const Tick step = std::clamp(ticks, least, most);
    showRange({.begin = now.begin + step, .end = now.end + step}, tr("pan"), gesture);
}

void ViewHistory::showWhole()
{
    showRange(m_whole, tr("full range"));
}

void ViewHistory::setFolded(std::uint64_t row, bool folded)
{
    ViewState next = state();
    if (folded) {
        next.folded.insert(row);
    } else {
        next.folded.erase(row);
    }
    push(std::move(next), folded ? tr("fold") : tr("unfold"), 0);
}

void ViewHistory::setRowHeightPercent(int percent, std::uint64_t gesture)
{
    ViewState next = state();
    next.rowHeightPercent = clampedHeight(percent);
    push(std::move(next), tr("row height"), gesture);
}

QString ViewHistory::undoText() const
{
    return canUndo() ? m_actions[m_current - 1].text : QString();
}

QString ViewHistory::redoText() const
{
    return canRedo() ? m_actions[m_current].text : QString();
}

QString ViewHistory::undoChart() const
{
    return canUndo() ? m_actions[m_current - 1].chart : QString();
}

QString ViewHistory::redoChart() const
{
    return canRedo() ? m_actions[m_current].chart : QString();
}

std::uint64_t ViewHistory::undoStep() const
{
    return canUndo() ? m_actions[m_current - 1].step : 0;
}

std::uint64_t ViewHistory::redoStep() const
{
    return canRedo() ? m_actions[m_current].step : 0;
}

void ViewHistory::setUndoStep(std::uint64_t step)
{
    if (canUndo()) {
        m_actions[m_current - 1].step = step;
    }
}

bool ViewHistory::bringLast(std::uint64_t step)
{
    std::size_t at = m_current;
    while (at > 0 && m_actions[at - 1].step != step) {
        --at;
    }
    if (at == 0 || step == 0) {
        return false;
    }
    const auto isElsewhere = [](const ViewState& one, const ViewState& other) {
        return one.range != other.range || one.alignment != other.alignment;
    };
    // State `at` is the one that the change led to. It must have moved the view and nothing else.
    ViewState moved = m_states[at - 1];
    moved.range = m_states[at].range;
    moved.alignment = m_states[at].alignment;
    bool canSwap = at == m_current || moved == m_states[at];
    for (std::size_t i = at; i < m_current; ++i) {
        canSwap = canSwap && !isElsewhere(m_states[i], m_states[i + 1]);
    }
    if (!canSwap) {
        return false;
    }
    const ViewState before = m_states[at - 1];
    for (std::size_t i = at; i < m_current; ++i) {
        m_states[i] = m_states[i + 1];
        m_states[i].range = before.range;
        m_states[i].alignment = before.alignment;
        m_numbers[i] = ++m_lastNumber;
        std::swap(m_actions[i - 1], m_actions[i]);
    }
    return true;
}

void ViewHistory::undo()
{
    if (canUndo()) {
        emit aboutToChange();
        --m_current;
        m_lastGesture = 0;
        if (const auto charts = m_actions[m_current].charts) {
            emit chartsWanted(charts->before);
        }
        emit changed();
    }
}

void ViewHistory::redo()
{
    if (canRedo()) {
        emit aboutToChange();
        ++m_current;
        m_lastGesture = 0;
        if (const auto charts = m_actions[m_current - 1].charts) {
            emit chartsWanted(charts->after);
        }
        emit changed();
    }
}

}  // namespace vellum::gui::models
