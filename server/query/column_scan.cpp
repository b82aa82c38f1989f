#include "server/query/column_scan.h"

#include "common/query/limits.h"
#include "server/query/chosen.h"
#include "server/query/column_visits.h"

#include <algorithm>
#include <utility>

namespace vellum::server::query {

namespace {

using store::PathNode;

/// More changes are dearer to look at than two rows.
constexpr std::size_t kFewChanges = 128;

/// From so many changes on most regions of a location with few of them have time in a column: to look at all is quicker
/// than to list those that have.
constexpr std::size_t kManyChanges = 12;

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
    , m_groupOfSlot(keys.groups())
    , m_none(static_cast<KeyTable::Slot>(keys.size()))
    , m_end(begin)
    , m_last(m_calls.time.firstFrom(begin))
    , m_visitsAtEnd(m_calls.visitsBefore(m_last))
    , m_bySlot(keys.size() + 1)
    , m_slots(keys.size() + 2)
{
    m_groupOfSlot.push_back(0);  // time outside counts for nobody
    if (m_hasRows) {
        useClasses();
    }
    const store::CallPaths& paths = m_calls.paths;
    m_slotOfPlace.resize(paths.regions.size(), m_none);
    for (std::size_t place = 0; place < paths.placeOutside(); ++place) {
        m_slotOfPlace[place] = keys.slotOf(paths.regions[place]);
    }
    if (maxDepth != kAllDepths) {
        m_slotOfNode.resize(paths.size(), m_none);
        for (PathNode node = 1; node < paths.size(); ++node) {
            m_slotOfNode[node] = paths.depth[node] <= maxDepth ? m_slotOfPlace[paths.place[node]]
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
}

GroupedCandidates ColumnScan::groupedClasses() const
{
    const store::ClassRows& rows = m_location.rows;
    std::vector<GroupedCandidates::Member> members;
    for (std::size_t i = 0; i < rows.classes(); ++i) {
        members.push_back(
            {.group = rows.group[i],
             .slot = m_slotOfRow[i],
             .place = static_cast<std::uint32_t>(i),
             .isUnnamed = i >= m_named});
    }
    return GroupedCandidates(std::move(members));
}

/// None where they are many.
GroupedCandidates ColumnScan::groupedSlots() const
{
    std::vector<KeyTable::Slot> visited = m_slotOfPlace;
    std::ranges::sort(visited);
    visited.erase(std::unique(visited.begin(), visited.end()), visited.end());
    if (visited.size() > GroupedCandidates::kMost) {
        return {};
    }
    std::vector<GroupedCandidates::Member> members;
    for (const KeyTable::Slot slot : visited) {
        if (slot != m_none) {
            members.push_back({.group = m_groupOfSlot[slot], .slot = slot, .place = slot});
        }
    }
    return GroupedCandidates(std::move(members));
}

template <typename Use>
[[gnu::always_inline]] inline void ColumnScan::withSlots(const Use& use) const
{
    if (!m_slotOfNode.empty()) {
        use([slots = m_slotOfNode.data()](PathNode node) { return slots[node]; });
        return;
    }
    m_calls.paths.place.read([&](const auto& placeOf) {
        use([slots = m_slotOfPlace.data(), placeOf](PathNode node) {
            return slots[placeOf(node)];
        });
    });
}

template <typename Use>
[[gnu::always_inline]] inline void ColumnScan::forEachStretch(const Use& use) const
{
    withSlots([&](const auto& slotOf) {
        m_calls.forEachStretch(
            m_first, m_last, m_begin, m_end, [&use, slotOf](PathNode node, Tick ticks) {
                use(node, slotOf(node), ticks);
            });
    });
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
        m_calls.paths.depth.prefetch(m_calls.nodeBefore(place));
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
    forEachStretch(
        [&to](PathNode /*node*/, KeyTable::Slot slot, Tick ticks) { to.add(slot, ticks); });
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

/// Rows tell the time of every group. Of a group they do not tell the winner where a region without a class of its
/// own may be it: then nothing.
std::optional<Winner<Tick>> ColumnScan::winnerOfRows()
{
    const auto ticksOf = [before = m_sumsAtBegin.data(), after = m_sumsAtEnd.data()](
                             std::uint32_t i) { return after[i] - before[i]; };
    if (!m_classes) {
        m_classes = groupedClasses();
    }
    auto [best, others] = m_classes->find(ticksOf);
    if (!m_isByRegion && best.groupTicks > 0) {
        best.slot = m_keys.slotOf(vellum::query::Key{.value = best.group});
        best.ticks = best.groupTicks;
    } else if (others > 0 && others >= best.ticks) {
        return std::nullopt;
    }
    return best;
}

/// False where rows do not tell, since regions without a class of their own matter.
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
    constexpr std::size_t kAround = vellum::query::kMostChangesOfVisit;
    const std::uint32_t around = std::min(m_calls.depthBefore(m_first), m_maxDepth);
    if (m_first == m_last) {
        return m_calls.visitsBefore(enterBefore(m_first, around));
    }
    std::size_t place = 0;
    m_calls.paths.depth.read([&](const auto& depthOf) {
        ColumnVisits sums(depthOf, m_maxDepth, around);
        forEachStretch([&sums, slot](PathNode node, KeyTable::Slot of, Tick ticks) {
            sums.add(node, chosen(of == slot, ticks, Tick{0}));
        });
        place = sums.longest();
    });
    if (place > kAround) {
        return m_calls.visitsBefore(m_first + (place - kAround - 1));
    }
    const auto depth = static_cast<std::uint32_t>(place + around - kAround);
    return m_calls.visitsBefore(enterBefore(m_first, depth));
}

/// Of a column without a change.
Winner<Tick> ColumnScan::winnerThroughout() const
{
    Winner<Tick> all;
    forEachStretch([&](PathNode /*node*/, KeyTable::Slot slot, Tick ticks) {
        const Tick counted = slot == m_none ? 0 : ticks;
        all = {.group = m_groupOfSlot[slot], .slot = slot, .ticks = counted, .groupTicks = counted};
    });
    return all;
}

/// Without a list of those that have time, as most have.
Winner<Tick> ColumnScan::winnerOfFew()
{
    Tick* const bySlot = m_bySlot.data();
    forEachStretch(
        [bySlot](PathNode /*node*/, KeyTable::Slot slot, Tick ticks) { bySlot[slot] += ticks; });
    const Winner<Tick> best =
        m_few->find([bySlot](std::uint32_t slot) { return std::exchange(bySlot[slot], Tick{0}); })
            .winner;
    bySlot[m_none] = 0;
    return best;
}

Winner<Tick> ColumnScan::winnerOfSlots()
{
    m_bySlot[m_none] = 0;
    const KeyTable::Slot* const slots = m_slots.data();
    Tick* const bySlot = m_bySlot.data();
    const std::uint8_t* const groups = m_groupOfSlot.data();
    const auto at = [=](std::size_t i) {
        const KeyTable::Slot slot = slots[i];
        return Candidate{.group = groups[slot], .slot = slot, .ticks = bySlot[slot]};
    };
    const auto take = [=](std::size_t i) {
        const Candidate one = at(i);
        bySlot[one.slot] = 0;
        return one;
    };
    const Winner<Tick> best = m_search.among(m_used, at, take);
    m_used = 0;
    return best;
}

/// Nobody: no ticks.
Winner<Tick> ColumnScan::winner()
{
    const bool isLong = m_hasRows && m_last - m_first > kFewChanges;
    m_isSumKnown = m_isSumKnown && isLong;
    if (isLong) {
        readSums();
        if (const auto found = winnerOfRows()) {
            return *found;
        }
    }
    if (m_first == m_last) {
        return winnerThroughout();
    }
    if (m_last - m_first >= kManyChanges) {
        if (!m_few) {
            m_few = groupedSlots();
        }
        if (!m_few->places().empty()) {
            return winnerOfFew();
        }
    }
    scan();
    return winnerOfSlots();
}

vellum::query::TimelineRun ColumnScan::nextWinner(Tick end)
{
    advance(end);
    vellum::query::TimelineRun run;
    run.visits = visits();
    const Winner<Tick> best = winner();
    if (best.ticks > 0) {
        run.winner = m_keys.key(best.slot);
        run.missing = (m_end - m_begin) - best.ticks;
        run.groupMissing = (m_end - m_begin) - best.groupTicks;
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
