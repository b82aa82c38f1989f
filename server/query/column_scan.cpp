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

/// Adds times to slots. Without a branch, as no processor guesses which slot has none yet; over plain
/// pointers, as the compiler cannot know that what is written does not move them.
class ColumnScan::Adder {
public:
    explicit Adder(ColumnScan& to)
        : m_bySlot(to.m_bySlot.data())
        , m_slots(to.m_slots.data())
        , m_used(to.m_used)
    {
    }

    void add(KeyTable::Slot slot, Tick ticks)
    {
        const bool isFirst = m_bySlot[slot] == 0;
        m_slots[m_used] = slot;
        m_used += isFirst && ticks > 0 ? 1U : 0U;
        m_bySlot[slot] += ticks;
    }

    [[nodiscard]] std::size_t used() const { return m_used; }

private:
    Tick* m_bySlot;
    KeyTable::Slot* m_slots;
    std::size_t m_used;
};

ColumnScan::ColumnScan(
    const store::LocationStore& location, const KeyTable& keys, Tick begin, std::uint32_t maxDepth)
    : m_location(location)
    , m_calls(location.calls)
    , m_keys(keys)
    , m_maxDepth(maxDepth)
    , m_hasRows(!location.rows->empty() && maxDepth == kAllDepths)
    , m_isByRegion(keys.by() == vellum::query::GroupBy::Region)
    , m_none(static_cast<KeyTable::Slot>(keys.size()))
    , m_end(begin)
    , m_last(m_calls.time.firstFrom(begin))
    , m_visitsAtEnd(m_calls.visitsBefore(m_last))
    , m_bySlot(keys.size() + 1)
    , m_slots(keys.size() + 2)
{
    if (m_hasRows) {
        useClasses();
    }
    if (m_slotOfClass.empty()) {
        const store::CallPaths& paths = m_calls.paths;
        m_slotOfNode.resize(paths.size(), m_none);
        for (PathNode node = 1; node < paths.size(); ++node) {
            m_slotOfNode[node] = paths.depth[node] <= maxDepth ? keys.slotOf(paths.region[node])
                                                               : m_slotOfNode[paths.parent[node]];
        }
    }
}

void ColumnScan::useClasses()
{
    const store::ClassRows& rows = m_location.rows;
    const auto isNamed = [](RegionRef region) { return region.isDefined(); };
    m_named = static_cast<std::size_t>(std::ranges::count_if(rows.region, isNamed));
    m_sumsAtBegin.resize(rows.classes() + 1);
    m_sumsAtEnd.resize(rows.classes() + 1);
    m_slotOfRow.resize(rows.classes(), m_none);
    for (std::size_t i = 0; i < rows.classes(); ++i) {
        if (i < m_named) {
            m_slotOfRow[i] = m_keys.slotOf(rows.region[i]);
        } else if (!m_isByRegion) {
            m_slotOfRow[i] = m_keys.slotOf(vellum::query::Key{.value = rows.group[i]});
        }
    }
    if (!m_isByRegion || m_named == rows.classes()) {
        m_slotOfClass.resize(std::size_t{store::ClassRows::kNoClass} + 1, m_none);
        std::ranges::copy(m_slotOfRow, m_slotOfClass.begin());
    }
}

[[gnu::always_inline]] inline KeyTable::Slot ColumnScan::slotOf(PathNode node) const
{
    return m_slotOfClass.empty() ? m_slotOfNode[node]
                                 : m_slotOfClass[m_location.rows->classOfNode[node]];
}

void ColumnScan::expect(std::span<const Tick> ends)
{
    m_nextExpected = 0;
    m_expectedCount = ends.size();
    const std::span<std::size_t> places = std::span(m_expected).first(ends.size());
    m_calls.time.firstFromEach(ends, m_last, places);
    if (!m_hasRows || places.back() - m_last <= kFewChanges * ends.size()) {
        return;
    }
    for (const std::size_t place : places) {
        m_location.rows->prefetchUntil(m_calls, place);
    }
    for (const std::size_t place : places) {
        __builtin_prefetch(m_calls.paths.depth.data() + m_calls.nodeBefore(place));
    }
}

void ColumnScan::advance(Tick end)
{
    m_begin = std::exchange(m_end, end);
    const bool isExpected = m_nextExpected < m_expectedCount;
    m_first = std::exchange(
        m_last, isExpected ? m_expected.at(m_nextExpected++) : m_calls.time.firstFrom(end, m_last));
    m_visitsAtBegin = std::exchange(m_visitsAtEnd, m_calls.visitsBefore(m_last));
}

void ColumnScan::clear()
{
    for (const KeyTable::Slot slot : slots()) {
        m_bySlot[slot] = 0;
    }
    m_used = 0;
}

void ColumnScan::scan()
{
    Adder to(*this);
    if (m_slotOfClass.empty()) {
        m_calls.forEachStretch(
            m_first,
            m_last,
            m_begin,
            m_end,
            [&to, slot = m_slotOfNode.data()](PathNode node, Tick ticks) {
                to.add(slot[node], ticks);
            });
    } else {
        const std::uint8_t* const classOf = m_location.rows->classOfNode.data();
        m_calls.forEachStretch(
            m_first,
            m_last,
            m_begin,
            m_end,
            [&to, slot = m_slotOfClass.data(), classOf](PathNode node, Tick ticks) {
                to.add(slot[classOf[node]], ticks);
            });
    }
    m_used = to.used();
}

/// The sums at both ends of the column, by class; those at its begin are known where the column before
/// needed them.
void ColumnScan::readSums()
{
    const store::ClassRows& rows = m_location.rows;
    if (m_isSumKnown) {
        std::swap(m_sumsAtBegin, m_sumsAtEnd);
    } else {
        rows.sumsUntil(m_calls, m_first, m_begin, m_sumsAtBegin);
    }
    rows.sumsUntil(m_calls, m_last, m_end, m_sumsAtEnd);
    m_isSumKnown = true;
}

/// By regions: nothing where rows do not tell, since those without a class of their own matter.
std::optional<ColumnScan::SlotTime> ColumnScan::winnerOfRows() const
{
    SlotTime best{.slot = m_none, .ticks = 0};
    for (std::size_t i = 0; i < m_named; ++i) {
        const Tick ticks = m_sumsAtEnd[i] - m_sumsAtBegin[i];
        if (ticks > best.ticks
            || (ticks == best.ticks && ticks > 0 && m_slotOfRow[i] < best.slot)) {
            best = {.slot = m_slotOfRow[i], .ticks = ticks};
        }
    }
    for (std::size_t i = m_named; i < m_slotOfRow.size(); ++i) {
        const Tick ticks = m_sumsAtEnd[i] - m_sumsAtBegin[i];
        if (ticks > 0 && ticks >= best.ticks) {
            return std::nullopt;
        }
    }
    return best;
}

/// False where rows do not tell, as above.
bool ColumnScan::takeRows()
{
    const std::size_t known = m_isByRegion ? m_named : m_slotOfRow.size();
    for (std::size_t i = known; i < m_slotOfRow.size(); ++i) {
        if (m_sumsAtEnd[i] != m_sumsAtBegin[i]) {
            return false;
        }
    }
    Adder to(*this);
    for (std::size_t i = 0; i < known; ++i) {
        to.add(m_slotOfRow[i], m_sumsAtEnd[i] - m_sumsAtBegin[i]);
    }
    m_used = to.used();
    return true;
}

std::uint32_t ColumnScan::visits() const
{
    if (m_maxDepth == kAllDepths) {
        return static_cast<std::uint32_t>(m_visitsAtEnd - m_visitsAtBegin);
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
        if (until == since || slotOf(node) != slot) {
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
    std::ranges::sort(m_parts, {}, &Part::visit);
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

/// Who is on top the longest; of equal ones the first key. Nobody: m_none.
ColumnScan::SlotTime ColumnScan::winner()
{
    const bool isLong = m_hasRows && m_last - m_first > kFewChanges;
    m_isSumKnown = m_isSumKnown && isLong;
    if (isLong) {
        readSums();
        if (m_isByRegion) {
            if (const auto found = winnerOfRows()) {
                return *found;
            }
        }
    }
    if (!isLong || m_isByRegion || !takeRows()) {
        scan();
    }
    SlotTime best{.slot = m_none, .ticks = 0};
    for (const KeyTable::Slot slot : slots()) {
        const Tick ticks = m_bySlot[slot];
        if (slot != m_none && (ticks > best.ticks || (ticks == best.ticks && slot < best.slot))) {
            best = {.slot = slot, .ticks = ticks};
        }
    }
    clear();
    return best;
}

vellum::query::TimelineRun ColumnScan::nextWinner(Tick end)
{
    advance(end);
    vellum::query::TimelineRun run;
    run.visits = visits();
    const SlotTime best = winner();
    if (best.slot != m_none) {
        run.winner = m_keys.key(best.slot);
        run.missing = (m_end - m_begin) - best.ticks;
        if (m_last - m_first <= vellum::query::kMostChangesOfVisit) {
            run.visit = longestVisit(best.slot);
        }
    }
    return run;
}

std::span<const ColumnScan::SlotTime> ColumnScan::nextTimes(Tick end)
{
    advance(end);
    const bool isLong = m_hasRows && m_last - m_first > kFewChanges;
    m_isSumKnown = m_isSumKnown && isLong;
    if (isLong) {
        readSums();
    }
    if (!isLong || !takeRows()) {
        scan();
    }
    m_times.clear();
    for (const KeyTable::Slot slot : slots()) {
        if (slot != m_none) {
            m_times.push_back({.slot = slot, .ticks = m_bySlot[slot]});
        }
    }
    clear();
    return m_times;
}

}  // namespace vellum::server::query
