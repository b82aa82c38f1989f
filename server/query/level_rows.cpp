#include "server/query/level_rows.h"

#include <algorithm>

namespace vellum::server::query {

using vellum::query::TimelineRun;

void LevelRow::countVisit(Tick tick)
{
    if (m_columns.range.contains(tick)) {
        advanceTo(tick);
        ++m_visits;
    }
}

void LevelRow::add(KeyTable::Slot slot, std::uint64_t visit, TickRange stretch)
{
    const TickRange inside = stretch.intersected(m_columns.range);
    if (inside.isEmpty()) {
        return;
    }
    advanceTo(inside.begin);
    Tick begin = inside.begin;
    for (Tick end = m_columns.boundary(m_column + 1); end < inside.end;
         end = m_columns.boundary(m_column + 1)) {
        addPart(slot, visit, end - begin);
        begin = end;
        finishColumn();
    }
    addPart(slot, visit, inside.end - begin);
}

void LevelRow::addPart(KeyTable::Slot slot, std::uint64_t visit, Tick ticks)
{
    if (ticks <= 0) {
        return;
    }
    Part& part = m_parts[slot];
    part.ticks += ticks;
    // At one level visits follow each other: what was added last is over once another comes.
    part.currentTicks = part.current == visit ? part.currentTicks + ticks : ticks;
    part.current = visit;
    if (part.currentTicks > part.longestTicks) {
        part.longest = visit;
        part.longestTicks = part.currentTicks;
    }
}

void LevelRow::advanceTo(Tick tick)
{
    while (m_columns.boundary(m_column + 1) <= tick) {
        finishColumn();
    }
}

void LevelRow::finishColumn()
{
    TimelineRun run{
        .firstColumn = static_cast<std::uint32_t>(m_column), .winner = {}, .visits = m_visits};
    if (!m_parts.empty()) {
        m_candidates.clear();
        for (const auto& [slot, part] : m_parts) {
            m_candidates.push_back(
                {.group = m_keys.groupOf(slot), .slot = slot, .ticks = part.ticks});
        }
        const auto best =
            m_search.among(m_candidates.size(), [this](std::size_t i) { return m_candidates[i]; });
        const Tick width = m_columns.column(m_column).length();
        run.winner = m_keys.key(best.slot);
        run.missing = width - best.ticks;
        run.groupMissing = width - best.groupTicks;
        run.visit = m_parts.at(best.slot).longest;
        m_parts.clear();
    }
    m_visits = 0;
    ++m_column;
    TimelineRun likeLast = run;
    likeLast.firstColumn = m_runs.empty() ? 0 : m_runs.back().firstColumn;
    if (m_runs.empty() || m_runs.back() != likeLast) {
        m_runs.push_back(run);
    }
}

std::vector<TimelineRun> LevelRow::finish()
{
    while (m_column < m_columns.count) {
        finishColumn();
    }
    return std::move(m_runs);
}

// ---- All levels -----------------------------------------------------------------------------

LevelRows::LevelRows(
    const Columns& columns, const KeyTable& keys, std::uint32_t most, bool exclusiveOnly)
    : m_columns(columns)
    , m_keys(keys)
    , m_most(most)
    , m_exclusiveOnly(exclusiveOnly)
{
}

void LevelRows::addTop(Tick until)
{
    Level& top = m_stack.back();
    if (m_stack.size() <= m_rows.size()) {
        m_rows[m_stack.size() - 1].add(
            top.slot, top.visit, {.begin = top.since, .end = std::max(top.since, until)});
    }
    top.since = until;
}

void LevelRows::enter(Tick tick, KeyTable::Slot slot, std::uint64_t visit, bool isSeen)
{
    if (m_exclusiveOnly && !m_stack.empty()) {
        addTop(tick);
    }
    m_stack.push_back({.slot = slot, .visit = visit, .since = tick});
    if (!isSeen) {
        return;
    }
    while (m_rows.size() < std::min<std::size_t>(m_stack.size(), m_most)) {
        m_rows.emplace_back(m_columns, m_keys);
    }
    if (m_stack.size() <= m_most) {
        m_rows[m_stack.size() - 1].countVisit(tick);
    }
}

void LevelRows::leave(Tick tick)
{
    addTop(tick);
    m_stack.pop_back();
    if (!m_stack.empty() && m_exclusiveOnly) {
        m_stack.back().since = tick;
    }
}

std::vector<std::vector<TimelineRun>> LevelRows::finish()
{
    while (!m_stack.empty()) {
        leave(m_columns.range.end);
    }
    std::vector<std::vector<TimelineRun>> rows;
    rows.reserve(m_rows.size());
    for (LevelRow& row : m_rows) {
        rows.push_back(row.finish());
    }
    return rows;
}

}  // namespace vellum::server::query
