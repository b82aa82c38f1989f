#include "server/query/profile_sums.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace vellum::server::query {

using store::CallStream;
using vellum::query::GroupBy;
using vellum::query::ProfileRow;

namespace {

/// Or the end of the type.
Tick ticksOf(std::uint64_t sum, std::uint64_t carry = 0)
{
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Tick>::max());
    return static_cast<Tick>(carry > 0 ? kMost : std::min(sum, kMost));
}

}  // namespace

ProfileSums::ProfileSums(const KeyTable& keys)
    : m_keys(keys)
    , m_isByRegion(keys.by() == GroupBy::Region)
    , m_sums(keys.size())
    , m_isTouched(keys.size())
{
}

ProfileSums::Place::Place(const store::LocationStore& location, TickRange window)
    : m_location(location)
    , m_window(window)
{
    const store::TimeColumn& time = location.calls.time;
    if (!time.empty()) {
        m_first = time.blockBefore(window.begin);
        m_last = time.blockBefore(window.end, m_first * store::TimeColumn::kBlock);
    }
}

void ProfileSums::Place::findEnds()
{
    const CallStream& calls = m_location.calls;
    if (calls.size() == 0) {
        return;
    }
    m_first = calls.time.firstFromBlock(m_first, m_window.begin);
    m_last = calls.time.firstFromBlock(m_last, m_window.end);
    const store::ProfileRows& rows = m_location.profileRows;
    if (!rows.empty()) {
        const std::size_t step = rows.step();
        m_firstRow = (m_first + step - 1) / step;
        m_lastRow = m_last == calls.size() ? rows.lastRow(calls.size()) : m_last / step;
    }
    if (m_firstRow < m_lastRow) {
        m_from = m_firstRow * rows.step();
        m_to = std::min(m_lastRow * rows.step(), calls.size());
        rows.prefetchBetween(m_firstRow, m_lastRow);
        prefetch(m_first, m_from);
        prefetch(m_to, m_last);
    } else {
        prefetch(m_first, m_last);
    }
}

void ProfileSums::Place::prefetch(std::size_t first, std::size_t last) const
{
    // The rest lies behind, where the processor looks by itself.
    constexpr std::size_t kMost = 512;
    constexpr std::size_t kLine = 64;
    const CallStream& calls = m_location.calls;
    first -= first > 0 ? 1 : 0;  // what is on top then
    last = std::min({last + 1, first + kMost, calls.size()});
    const auto fetch = [&](const auto& column) {
        constexpr std::size_t kAtOnce = kLine / sizeof(column[0]);
        for (std::size_t i = first; i < std::min(last, column.size()); i += kAtOnce) {
            store::NarrowColumn::fetch(column.data() + i);
        }
    };
    fetch(calls.narrowNode);
    fetch(calls.wideNode);
    fetch(calls.time.narrow);
    store::NarrowColumn::fetch(calls.time.base.data() + first / store::TimeColumn::kBlock);
}

void ProfileSums::Place::findPaths() const
{
    const CallStream& calls = m_location.calls;
    const auto fetch = [&calls](std::size_t change) {
        const store::PathNode node = calls.nodeBefore(change);
        calls.paths.parent.prefetch(node);
        calls.paths.place.prefetch(node);
        calls.paths.depth.prefetch(node);
    };
    fetch(m_first);
    if (m_firstRow < m_lastRow) {
        fetch(m_to);
    }
}

void ProfileSums::add(const Place& in, StopPoll& poll)
{
    const CallStream& calls = in.m_location.calls;
    if (calls.size() == 0) {
        return;
    }
    useKeysOf(calls.paths);
    ProfileWalk walk(calls, m_keyOfPlace, m_own, poll);
    if (in.m_firstRow < in.m_lastRow) {
        const Tick begin = calls.time[in.m_from];
        const Tick end = in.m_to < calls.size() ? calls.time[in.m_to] : calls.time.back();
        walk.add({in.m_first, in.m_from, {in.m_window.begin, begin}});
        // The change of the last row may happen after the window: then this takes away.
        walk.add({in.m_to, in.m_last, {end, in.m_window.end}});
        addBetween(in);
    } else {
        walk.add({in.m_first, in.m_last, in.m_window});
    }
    takeOwn(calls.paths);
}

void ProfileSums::useKeysOf(const store::CallPaths& paths)
{
    const std::size_t places = paths.placeOutside();
    const std::size_t keys = m_isByRegion ? places : m_keys.size();
    m_own.assign(keys + 1, {});
    if (m_isByRegion) {
        if (m_keyOfPlace.size() != places + 1) {
            m_keyOfPlace.resize(places + 1);
            std::iota(m_keyOfPlace.begin(), m_keyOfPlace.end(), 0U);
        }
        return;
    }
    m_keyOfPlace.clear();
    for (std::size_t place = 0; place < places; ++place) {
        m_keyOfPlace.push_back(m_keys.slotOf(paths.regions[place]));
    }
    m_keyOfPlace.push_back(static_cast<std::uint32_t>(keys));
}

void ProfileSums::addBetween(const Place& in)
{
    store::ProfileRowSums& rows = m_rowSums;
    in.m_location.profileRows->between(
        in.m_firstRow, in.m_lastRow, in.m_location.calls.size(), rows);
    // Regions of rows are those of the location, in the same order.
    for (std::size_t place = 0; place < rows.regions.size(); ++place) {
        KeySums& sums = m_own[m_keyOfPlace[place]];
        sums.exclusive += rows.exclusive[place];
        sums.visits += rows.visits[place];
        const std::uint64_t total = rows.total[place];
        sums.total += total;
        sums.totalCarry += sums.total < total ? 1U : 0U;
        if (rows.visits[place] > 0) {
            sums.shortest = std::min(sums.shortest, rows.shortest[place]);
            sums.longest = std::max(sums.longest, rows.longest[place]);
        }
        if (m_isByRegion) {
            sums.inclusive += rows.inclusive[place];
        }
    }
    if (m_isByRegion) {
        return;
    }
    const bool byGroup = m_keys.by() == GroupBy::FunctionGroup;
    const auto keys = byGroup ? rows.groups : rows.paradigms;
    const auto ticks = byGroup ? rows.ofGroups : rows.ofParadigms;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        m_own[m_keys.slotOf(vellum::query::Key{.value = keys[i]})].inclusive += ticks[i];
    }
}

/// Adds the sums of one location to those of all.
void ProfileSums::takeOwn(const store::CallPaths& paths)
{
    for (std::uint32_t key = 0; key + 1 < m_own.size(); ++key) {
        const KeySums& own = m_own[key];
        if (own.visits == 0 && own.inclusive == 0 && own.exclusive == 0) {
            continue;
        }
        at(m_isByRegion ? m_keys.slotOf(paths.regions[key]) : key)
            .add(
                {.visits = own.visits,
                 .inclusive = ticksOf(own.inclusive),
                 .exclusive = ticksOf(own.exclusive),
                 .shortest = ticksOf(own.shortest),
                 .longest = ticksOf(own.longest),
                 .total = ticksOf(own.total, own.totalCarry)});
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
