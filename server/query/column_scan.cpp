#include "server/query/column_scan.h"

#include "common/query/limits.h"

#include <algorithm>
#include <utility>

namespace vellum::server::query {

namespace {

using store::PathNode;

/// More changes are dearer to look at than two rows.
constexpr std::size_t kFewChanges = 128;

}  // namespace

ColumnScan::ColumnScan(
    const store::LocationStore& location, const KeyTable& keys, Tick begin, std::uint32_t maxDepth)
    : m_location(location)
    , m_calls(location.calls)
    , m_keys(keys)
    , m_maxDepth(maxDepth)
    , m_hasRows(!location.rows->empty() && maxDepth == kAllDepths)
    , m_isByRegion(keys.by() == vellum::query::GroupBy::Region)
    , m_slotOfNode(m_calls.paths.size(), static_cast<KeyTable::Slot>(keys.size()))
    , m_none(static_cast<KeyTable::Slot>(keys.size()))
    , m_end(begin)
    , m_last(m_calls.time.firstFrom(begin))
    , m_bySlot(keys.size() + 1)
{
    const store::CallPaths& paths = m_calls.paths;
    for (PathNode node = 1; node < paths.size(); ++node) {
        m_slotOfNode[node] = paths.depth[node] <= maxDepth ? keys.slotOf(paths.region[node])
                                                           : m_slotOfNode[paths.parent[node]];
    }
    if (m_hasRows) {
        m_slotOfClass.resize(location.rows->classes(), m_none);
        for (PathNode node = 1; node < paths.size(); ++node) {
            m_slotOfClass[location.rows->classOfNode[node]] = m_slotOfNode[node];
        }
        m_sumsAtBegin.resize(location.rows->classes() + 1);
        m_sumsAtEnd.resize(location.rows->classes() + 1);
    }
}

void ColumnScan::advance(Tick end)
{
    m_begin = std::exchange(m_end, end);
    m_first = std::exchange(m_last, m_calls.time.firstFrom(end, m_last));
}

void ColumnScan::clear()
{
    for (const KeyTable::Slot slot : m_slots) {
        m_bySlot[slot] = 0;
    }
    m_slots.clear();
}

void ColumnScan::scan()
{
    const KeyTable::Slot* const slotOf = m_slotOfNode.data();
    m_calls.forEachStretch(m_first, m_last, m_begin, m_end, [&](PathNode node, Tick ticks) {
        add(slotOf[node], ticks);
    });
}

/// False where rows do not tell: regions without a class of their own matter.
bool ColumnScan::takeRows(bool isWinnerEnough)
{
    const store::ClassRows& rows = m_location.rows;
    if (m_isSumKnown) {
        std::swap(m_sumsAtBegin, m_sumsAtEnd);
    } else {
        rows.sumsUntil(m_calls, m_first, m_begin, m_sumsAtBegin);
    }
    rows.sumsUntil(m_calls, m_last, m_end, m_sumsAtEnd);
    m_isSumKnown = true;
    Tick best = 0;
    Tick bestOfOthers = 0;
    for (std::size_t i = 0; i < rows.classes(); ++i) {
        const bool isOther = m_isByRegion && !rows.region[i].isDefined();
        Tick& most = isOther ? bestOfOthers : best;
        most = std::max(most, m_sumsAtEnd[i] - m_sumsAtBegin[i]);
    }
    if (bestOfOthers > 0 && (!isWinnerEnough || bestOfOthers >= best)) {
        return false;
    }
    for (std::size_t i = 0; i < rows.classes(); ++i) {
        if (!m_isByRegion || rows.region[i].isDefined()) {
            add(m_slotOfClass[i], m_sumsAtEnd[i] - m_sumsAtBegin[i]);
        }
    }
    return true;
}

std::uint32_t ColumnScan::visits() const
{
    if (m_maxDepth == kAllDepths) {
        return static_cast<std::uint32_t>(
            m_calls.visitsBefore(m_last) - m_calls.visitsBefore(m_first));
    }
    std::uint32_t count = 0;
    for (std::size_t change = m_first; change < m_last; ++change) {
        count += m_calls.depthAt(change) <= m_maxDepth && m_calls.isEnter(change) ? 1U : 0U;
    }
    return count;
}

/// The enter of the visit at \p depth of the stack before change \p change. Neighbouring columns ask
/// for the same one.
std::size_t ColumnScan::enterBefore(std::size_t change, std::uint32_t depth)
{
    if (m_knownChange != change || m_knownDepth != depth) {
        m_knownChange = change;
        m_knownDepth = depth;
        m_knownEnter = m_calls.enterOf(change - 1, depth);
    }
    return m_knownEnter;
}

std::uint64_t ColumnScan::longestVisit(KeyTable::Slot slot)
{
    m_parts.clear();
    m_enters.clear();
    Tick since = m_begin;
    PathNode node = m_calls.nodeBefore(m_first);
    std::uint32_t depthAround = m_calls.paths.depth[node];  // of the stack that m_enters stands on
    const auto addPart = [&](Tick until) {
        if (until == since || m_slotOfNode[node] != slot) {
            return;
        }
        const std::uint32_t depth = std::min(m_calls.paths.depth[node], m_maxDepth);
        const std::size_t enter =
            depth > depthAround ? m_enters[depth - depthAround - 1] : enterBefore(m_first, depth);
        m_parts.push_back({.visit = m_calls.visitsBefore(enter), .ticks = until - since});
    };
    for (std::size_t change = m_first; change < m_last; ++change) {
        const Tick tick = m_calls.time[change];
        addPart(tick);
        const PathNode next = m_calls.nodeAt(change);
        if (m_calls.paths.parent[next] == node) {
            m_enters.push_back(change);
        } else if (!m_enters.empty()) {
            m_enters.pop_back();
        } else {
            --depthAround;
        }
        node = next;
        since = tick;
    }
    addPart(m_end);
    std::ranges::stable_sort(m_parts, {}, &Part::visit);
    Part best;
    for (auto part = m_parts.begin(); part != m_parts.end();) {
        Part sum{.visit = part->visit, .ticks = 0};
        for (; part != m_parts.end() && part->visit == sum.visit; ++part) {
            sum.ticks += part->ticks;
        }
        best = sum.ticks > best.ticks ? sum : best;
    }
    return best.visit;
}

vellum::query::TimelineRun ColumnScan::nextWinner(Tick end)
{
    advance(end);
    const std::size_t changes = m_last - m_first;
    const bool isByRows = m_hasRows && changes > kFewChanges && takeRows(true);
    if (!isByRows) {
        m_isSumKnown = m_isSumKnown && m_hasRows && changes > kFewChanges;
        scan();
    }
    vellum::query::TimelineRun run;
    run.visits = visits();
    Tick best = 0;
    KeyTable::Slot winner = m_none;
    for (const KeyTable::Slot slot : m_slots) {
        const Tick ticks = m_bySlot[slot];
        if (slot != m_none && (ticks > best || (ticks == best && slot < winner))) {
            best = ticks;
            winner = slot;
        }
    }
    clear();
    if (winner != m_none) {
        run.winner = m_keys.key(winner);
        run.missing = (m_end - m_begin) - best;
        if (changes <= vellum::query::kMostChangesOfVisit) {
            run.visit = longestVisit(winner);
        }
    }
    return run;
}

std::span<const ColumnScan::SlotTime> ColumnScan::nextTimes(Tick end)
{
    advance(end);
    const bool isLong = m_hasRows && m_last - m_first > kFewChanges;
    const bool isByRows = isLong && takeRows(false);
    if (!isByRows) {
        m_isSumKnown = m_isSumKnown && isLong;
        scan();
    }
    m_times.clear();
    for (const KeyTable::Slot slot : m_slots) {
        if (slot != m_none) {
            m_times.push_back({.slot = slot, .ticks = m_bySlot[slot]});
        }
    }
    clear();
    return m_times;
}

}  // namespace vellum::server::query
