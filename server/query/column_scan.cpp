#include "server/query/column_scan.h"

#include "common/query/limits.h"

#include <algorithm>
#include <utility>

namespace vellum::server::query {

namespace {

using store::PathNode;

/// More changes are dearer to look at than two rows.
constexpr std::size_t kFewChanges = 128;

/// The place of the innermost visit around a column: below it are the others around, above it those of its changes.
constexpr std::size_t kAround = vellum::query::kMostChangesOfVisit;

/// \p a or \p b. A conditional would do, but compilers make branches of it here.
template <typename Number>
[[gnu::always_inline]] inline Number chosen(bool isFirst, Number a, Number b)
{
    return b ^ ((a ^ b) & (Number{0} - static_cast<Number>(isFirst)));
}

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

/// The time of each visit on top of the stack in a column of few changes. Without a branch on what the changes
/// are, which no processor guesses: half of them are enters, and few stretches are of the function asked for.
///
/// Layout   Visits have places: that of the k-th around the innermost one around the column is kAround - k, that of
///          one that the k-th change of the column enters kAround + k. So they ascend as the visits do.
///
/// \tparam DepthOf  reads the depth of a node
template <typename DepthOf>
class ColumnScan::VisitSums {
public:
    /// \param around  the depth before the column, at most \p maxDepth
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): places are cleared as they come into use
    VisitSums(const DepthOf& depthOf, std::uint32_t maxDepth, std::uint32_t around)
        : m_depthOf(depthOf)
        , m_maxDepth(maxDepth)
        , m_depth(around)
        , m_levelOfOutside(kAround - around)
    {
        m_placeAt[kAround] = kAround;
    }

    /// What lies between two changes, in order; at most one more than there may be changes.
    [[gnu::always_inline]] void add(PathNode node, Tick ticks)
    {
        const std::uint32_t depth = std::min(m_depthOf(node), m_maxDepth);
        const std::size_t level = m_levelOfOutside + depth;
        const std::size_t fresh = kAround + m_stretches;
        m_ticks[fresh] = 0;
        // The change before this may have ended the outermost visit so far.
        m_ticks[m_lowest - 1] = 0;
        m_placeAt[m_lowest - 1] = static_cast<std::uint8_t>(m_lowest - 1);
        const std::size_t known = m_placeAt[level];
        const std::size_t place = chosen(depth > m_depth, fresh, known);
        m_placeAt[level] = static_cast<std::uint8_t>(place);
        m_ticks[place] += ticks;
        m_lowest = std::min(m_lowest, level);
        m_depth = depth;
        ++m_stretches;
    }

    /// The place of the one with the most time; of equal ones the first.
    [[nodiscard]] std::size_t longest() const
    {
        std::size_t best = m_lowest;
        Tick most = 0;
        for (std::size_t place = m_lowest; place < kAround + m_stretches; ++place) {
            best = chosen(m_ticks[place] > most, place, best);
            most = std::max(m_ticks[place], most);
        }
        return best;
    }

private:
    DepthOf m_depthOf;
    std::uint32_t m_maxDepth;
    std::uint32_t m_depth;
    std::size_t m_levelOfOutside;  ///< below 0 where the column is deep: sums wrap around
    std::size_t m_stretches = 0;
    std::size_t m_lowest = kAround;
    /// By level, which the visit around the column has as its place: those deeper than `m_depth` mean nothing.
    std::uint8_t m_placeAt[2 * kAround + 1] = {};
    Tick m_ticks[2 * kAround + 1];
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
    const std::uint32_t around = std::min(m_calls.depthBefore(m_first), m_maxDepth);
    if (m_first == m_last) {
        return m_calls.visitsBefore(enterBefore(m_first, around));
    }
    std::size_t place = 0;
    m_calls.paths.depth.read([&](const auto& depthOf) {
        VisitSums sums(depthOf, m_maxDepth, around);
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
