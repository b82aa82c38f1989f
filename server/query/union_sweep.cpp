#include "server/query/union_sweep.h"

#include <algorithm>
#include <utility>

namespace vellum::server::query {

UnionSweep::UnionSweep(std::size_t slots, TickRange window)
    : m_window(window)
    , m_counts(slots + 1)
    , m_since(slots + 1)
{
}

void UnionSweep::enter(std::size_t place, Tick tick)
{
    if (m_counts[place]++ == 0) {
        m_since[place] = tick;
    }
}

bool UnionSweep::leave(std::size_t place, Slot slot, Tick tick, Sink& sink)
{
    return --m_counts[place] > 0 || m_since[place] == tick
           || sink.take(slot, {.begin = m_since[place], .end = tick});
}

bool UnionSweep::change(Slot from, Slot to, Tick tick, Sink& sink)
{
    const std::size_t all = m_counts.size() - 1;
    // What goes on is entered first: it is not cut into two.
    if (to != kNone) {
        enter(to, tick);
        enter(all, tick);
    }
    return from == kNone || (leave(from, from, tick, sink) && leave(all, kNone, tick, sink));
}

bool UnionSweep::run(std::vector<Source*> sources, StopPoll& poll, Sink& sink)
{
    for (const Source* source : sources) {
        if (!change(kNone, source->slot(), m_window.begin, sink)) {
            return false;
        }
    }
    // A heap whose front changes next.
    const auto isLater = [](const Source* a, const Source* b) { return a->tick() > b->tick(); };
    std::ranges::make_heap(sources, isLater);
    while (!sources.empty() && sources.front()->tick() < m_window.end) {
        std::ranges::pop_heap(sources, isLater);
        Source* source = sources.back();
        const Tick tick = source->tick();
        const Slot before = source->slot();
        source->advance();
        if (poll.stopNow() || !change(before, source->slot(), tick, sink)) {
            return false;
        }
        std::ranges::push_heap(sources, isLater);
    }
    return std::ranges::all_of(sources, [&](const Source* source) {
        return change(source->slot(), kNone, m_window.end, sink);
    });
}

LocationSource::LocationSource(
    const store::LocationStore& location,
    const KeyTable& keys,
    const std::vector<bool>& wanted,
    TickRange window)
    : m_calls(location.calls)
    , m_slotOfNode(m_calls.paths.size(), UnionSweep::kNone)
    , m_end(window.end)
    , m_next(m_calls.time.firstFrom(window.begin + 1))
    , m_last(m_calls.time.firstFrom(window.end))
{
    for (store::PathNode node = 1; node < m_calls.paths.size(); ++node) {
        const UnionSweep::Slot slot = keys.slotOf(m_calls.paths.regionOf(node));
        m_slotOfNode[node] = wanted.empty() || wanted[slot] ? slot : UnionSweep::kNone;
    }
    setSlot(slotOf(m_calls.nodeBefore(m_next)));
    findNext();
}

/// Changes that lead nowhere else are passed over.
void LocationSource::findNext()
{
    for (; m_next < m_last; ++m_next) {
        m_nextSlot = slotOf(m_calls.nodeAt(m_next));
        if (m_nextSlot != slot()) {
            setTick(m_calls.time[m_next]);
            return;
        }
    }
    setTick(m_end);
}

void LocationSource::advance()
{
    setSlot(m_nextSlot);
    ++m_next;
    findNext();
}

StretchSource::StretchSource(
    UnionSweep::Slot slot, std::vector<TickRange> stretches, TickRange window)
    : m_own(slot)
    , m_stretches(std::move(stretches))
    , m_end(window.end)
{
    if (!m_stretches.empty() && m_stretches.front().begin <= window.begin) {
        setSlot(m_own);
    }
    findNext();
}

void StretchSource::findNext()
{
    if (m_place == m_stretches.size()) {
        setTick(m_end);
        return;
    }
    const TickRange next = m_stretches[m_place];
    setTick(slot() == UnionSweep::kNone ? next.begin : next.end);
}

void StretchSource::advance()
{
    if (slot() == UnionSweep::kNone) {
        setSlot(m_own);
    } else {
        setSlot(UnionSweep::kNone);
        ++m_place;
    }
    findNext();
}

ColumnSink::ColumnSink(std::size_t slots, const Columns& columns, CellBudget& budget)
    : m_columns(columns)
    , m_budget(budget)
    , m_series(slots + 1)
{
}

bool ColumnSink::take(UnionSweep::Slot slot, TickRange range)
{
    std::vector<Tick>& series = m_series[std::min<std::size_t>(slot, m_series.size() - 1)];
    if (series.empty()) {
        if (!m_budget.take(static_cast<std::uint64_t>(m_columns.count))) {
            m_budget.setOver();
            return false;
        }
        series.resize(static_cast<std::size_t>(m_columns.count));
    }
    const std::int64_t last = m_columns.columnOf(range.end - 1);
    for (std::int64_t i = m_columns.columnOf(range.begin); i <= last; ++i) {
        series[static_cast<std::size_t>(i)] += m_columns.column(i).intersected(range).length();
    }
    return true;
}

bool StretchSink::take(UnionSweep::Slot slot, TickRange range)
{
    if (slot == UnionSweep::kNone) {
        return true;
    }
    std::vector<TickRange>& own = m_stretches[slot];
    if (!own.empty() && own.back().end == range.begin) {
        own.back().end = range.end;
        return true;
    }
    if (!m_budget.take(1)) {
        m_budget.setOver();
        return false;
    }
    own.push_back(range);
    return true;
}

}  // namespace vellum::server::query
