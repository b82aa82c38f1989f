#include "server/query/profile_sums.h"

#include <algorithm>
#include <utility>

namespace vellum::server::query {

using store::CallStream;
using store::kOutside;
using store::PathNode;
using vellum::query::GroupBy;
using vellum::query::ProfileRow;

ProfileSums::ProfileSums(const KeyTable& keys)
    : m_keys(keys)
    , m_sums(keys.size() + 1)
    , m_open(keys.size() + 1)
    , m_isTouched(keys.size() + 1)
{
}

void ProfileSums::add(const store::LocationStore& location, TickRange window, StopPoll& poll)
{
    const CallStream& calls = location.calls;
    if (calls.size() == 0) {
        return;
    }
    const std::size_t first =
        window.begin <= calls.time.front() ? 0 : calls.time.firstFrom(window.begin);
    const std::size_t last =
        window.end > calls.time.back() ? calls.size() : calls.time.firstFrom(window.end, first);
    const store::ProfileRows& rows = location.profileRows;
    if (!rows.empty()) {
        const std::size_t step = rows.step();
        const std::size_t firstRow = (first + step - 1) / step;
        const std::size_t lastRow = last == calls.size() ? rows.lastRow(calls.size()) : last / step;
        if (firstRow < lastRow) {
            const std::size_t from = firstRow * step;
            const std::size_t to = std::min(lastRow * step, calls.size());
            const Tick begin = calls.time[from];
            const Tick end = to < calls.size() ? calls.time[to] : calls.time.back();
            walk(calls, {first, from, {window.begin, begin}}, poll);
            // The change of the last row may happen after the window: then this takes away. Before the
            // rows, since a sum at the end of its type would be taken away from wrongly.
            walk(calls, {to, last, {end, window.end}}, poll);
            addBetween(location, firstRow, lastRow);
            return;
        }
    }
    walk(calls, {first, last, window}, poll);
}

[[gnu::always_inline]] inline void ProfileSums::addExclusive(Tick ticks)
{
    Tick& exclusive = m_sums[m_stack.back().slot].exclusive;
    exclusive = addTicks(exclusive, ticks);
}

[[gnu::always_inline]] inline void ProfileSums::enter(
    RegionRef region, PathNode node, Tick tick, bool isHere)
{
    const KeyTable::Slot slot = m_keys.slotOf(region);
    at(slot);
    // Member by member: a whole one would be read back before it is written.
    Visit& visit = m_stack.emplace_back();
    visit.node = node;
    visit.slot = slot;
    visit.isOutermost = m_open[slot]++ == 0;
    visit.beginsHere = isHere;
    visit.since = tick;
}

[[gnu::always_inline]] inline void ProfileSums::leave(Tick tick)
{
    const Visit& visit = m_stack.back();
    VisitSums& sums = m_sums[visit.slot];
    --m_open[visit.slot];
    if (visit.isOutermost) {
        sums.inclusive = addTicks(sums.inclusive, tick - visit.since);
    }
    if (visit.beginsHere) {
        sums.begins(tick - visit.since);
    }
    m_stack.pop_back();
}

void ProfileSums::walk(const CallStream& calls, Stretch in, StopPoll& poll)
{
    const PathNode before = calls.nodeBefore(in.first);
    if (in.first == in.last && (before == kOutside || in.ticks.begin == in.ticks.end)) {
        return;
    }
    openStack(calls, before, in.ticks.begin);
    Tick tick = in.ticks.begin;
    while (in.first < in.last) {
        constexpr std::size_t kAtOnce = std::size_t{1} << 14U;
        const std::size_t middle = std::min(in.last, in.first + kAtOnce);
        takeChanges(calls, in.first, middle, tick);
        if (poll.stopNow(middle - in.first)) {
            return;
        }
        in.first = middle;
        tick = calls.time[middle - 1];
    }
    addExclusive(in.ticks.end - tick);
    closeAll(calls, in.last, in.ticks.end);
}

void ProfileSums::takeChanges(
    const CallStream& calls, std::size_t first, std::size_t last, Tick tick)
{
    // Regions of paths lie far apart; the changes say early which ones will be wanted.
    constexpr std::size_t kAhead = 64;
    const RegionRef* const region = calls.paths.region.data();
    const auto takeAll = [&](const auto& tickAt, const auto& nodeAt) {
        for (std::size_t i = first; i < std::min(first + kAhead, last); ++i) {
            __builtin_prefetch(region + nodeAt(i));
        }
        for (std::size_t i = first; i < last; ++i) {
            __builtin_prefetch(region + nodeAt(std::min(i + kAhead, last - 1)));
            const Tick now = tickAt(i);
            addExclusive(now - tick);
            tick = now;
            const PathNode next = nodeAt(i);
            if (m_stack.size() > 1 && m_stack[m_stack.size() - 2].node == next) {
                leave(now);
            } else {
                enter(region[next], next, now, true);
            }
        }
    };
    if (calls.time.wide.empty() && calls.wideNode.empty()) {
        // As plain pointers: the compiler cannot know that what is written does not move them.
        const Tick* const base = calls.time.base.data();
        const std::uint32_t* const offset = calls.time.narrow.data();
        const std::uint16_t* const node = calls.narrowNode.data();
        takeAll(
            [=](std::size_t i) { return base[i / store::TimeColumn::kBlock] + Tick{offset[i]}; },
            [=](std::size_t i) -> PathNode { return node[i]; });
    } else {
        takeAll(
            [&](std::size_t i) { return calls.time[i]; },
            [&](std::size_t i) { return calls.nodeAt(i); });
    }
}

void ProfileSums::openStack(const CallStream& calls, PathNode top, Tick tick)
{
    m_stack.assign(1, {.slot = static_cast<KeyTable::Slot>(m_keys.size())});
    m_path.clear();
    for (PathNode node = top; node != kOutside; node = calls.paths.parent[node]) {
        m_path.push_back(node);
    }
    for (; !m_path.empty(); m_path.pop_back()) {
        enter(calls.paths.region[m_path.back()], m_path.back(), tick, false);
    }
}

/// What is open goes on after the stretch: time until there, lengths until the visits' ends.
void ProfileSums::closeAll(const CallStream& calls, std::size_t change, Tick tick)
{
    std::size_t before = 0;  // of the stack: those that do not begin in the window
    for (const Visit& visit : m_stack) {
        before += visit.beginsHere ? 0U : 1U;
    }
    for (std::size_t i = 1; i < m_stack.size(); ++i) {
        const Visit& visit = m_stack[i];
        --m_open[visit.slot];
        if (visit.isOutermost) {
            Tick& inclusive = m_sums[visit.slot].inclusive;
            inclusive = addTicks(inclusive, tick - visit.since);
        }
    }
    // Most end soon: the next changes tell by their nodes alone, without a look at paths.
    constexpr std::size_t kNearBy = 128;
    const std::size_t nearBy = std::min(calls.size(), change + kNearBy);
    m_path.clear();
    for (std::size_t i = before - 1; i < m_stack.size(); ++i) {
        m_path.push_back(m_stack[i].node);
    }
    for (; change < nearBy && m_stack.size() > before; ++change) {
        const PathNode next = calls.nodeAt(change);
        if (m_path[m_path.size() - 2] != next) {
            m_path.push_back(next);
            continue;
        }
        m_path.pop_back();
        if (m_path.size() + before == m_stack.size()) {
            endTop(calls.time[change]);
        }
    }
    while (m_stack.size() > before) {
        change = calls.firstBelow(change, calls.paths.depth[m_stack.back().node]);
        endTop(calls.time[change]);
    }
}

void ProfileSums::endTop(Tick tick)
{
    m_sums[m_stack.back().slot].begins(tick - m_stack.back().since);
    m_stack.pop_back();
}

void ProfileSums::addBetween(
    const store::LocationStore& location, std::size_t firstRow, std::size_t lastRow)
{
    store::ProfileRowSums& rows = m_rowSums;
    location.profileRows->between(firstRow, lastRow, location.calls.size(), rows);
    const bool byRegion = m_keys.by() == GroupBy::Region;
    for (std::size_t i = 0; i < rows.regions.size(); ++i) {
        if (rows.visits[i] > 0 || rows.inclusive[i] > 0) {
            at(m_keys.slotOf(RegionRef(rows.regions[i])))
                .add(
                    {.visits = rows.visits[i],
                     .inclusive = byRegion ? static_cast<Tick>(rows.inclusive[i]) : 0,
                     .exclusive = static_cast<Tick>(rows.exclusive[i]),
                     .shortest = static_cast<Tick>(rows.shortest[i]),
                     .longest = static_cast<Tick>(rows.longest[i]),
                     .total = static_cast<Tick>(rows.total[i])});
        }
    }
    if (byRegion) {
        return;
    }
    const bool byGroup = m_keys.by() == GroupBy::FunctionGroup;
    const auto keys = byGroup ? rows.groups : rows.paradigms;
    const auto ticks = byGroup ? rows.ofGroups : rows.ofParadigms;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        Tick& inclusive = at(m_keys.slotOf(vellum::query::Key{.value = keys[i]})).inclusive;
        inclusive = addTicks(inclusive, static_cast<Tick>(ticks[i]));
    }
}

std::vector<ProfileRow> ProfileSums::takeRows(LocationRef location)
{
    std::ranges::sort(m_touched);
    std::vector<ProfileRow> rows;
    rows.reserve(m_touched.size());
    for (const KeyTable::Slot slot : m_touched) {
        const VisitSums sums = std::exchange(m_sums[slot], {});
        m_isTouched[slot] = 0;
        if (!sums.isZero()) {
            rows.push_back(
                {.key = m_keys.key(slot),
                 .location = location,
                 .visits = sums.visits,
                 .inclusive = sums.inclusive,
                 .exclusive = sums.exclusive,
                 .minInclusive = sums.shortest,
                 .maxInclusive = sums.longest,
                 .sumInclusive = sums.total});
        }
    }
    m_touched.clear();
    m_sums.back() = {};
    std::ranges::stable_sort(
        rows, std::ranges::greater(), [](const ProfileRow& row) { return row.exclusive; });
    return rows;
}

void ProfileSums::add(const std::vector<ProfileRow>& rows)
{
    for (const ProfileRow& row : rows) {
        at(m_keys.slotOf(row.key))
            .add(
                {.visits = row.visits,
                 .inclusive = row.inclusive,
                 .exclusive = row.exclusive,
                 .shortest = row.minInclusive,
                 .longest = row.maxInclusive,
                 .total = row.sumInclusive});
    }
}

}  // namespace vellum::server::query
