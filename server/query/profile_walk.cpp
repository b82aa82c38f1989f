#include "server/query/profile_walk.h"

#include <algorithm>

namespace vellum::server::query {

using store::kOutside;
using store::PathNode;

namespace {

/// Calls \p use with what says the tick of a change, its node and the place of a node's region, as plain as the location
/// has them: the compiler cannot know that what is written does not move columns.
template <typename Use>
[[gnu::always_inline]] inline void read(const store::CallStream& calls, const Use& use)
{
    if (calls.time.wide.empty() && calls.wideNode.empty()) {
        const Tick* const base = calls.time.base.data();
        const std::uint32_t* const offset = calls.time.narrow.data();
        const std::uint16_t* const node = calls.narrowNode.data();
        calls.paths.place.read([&](const auto& placeOf) {
            use(
                [=](std::size_t i) {
                    return static_cast<std::uint64_t>(base[i / store::TimeColumn::kBlock])
                           + std::uint64_t{offset[i]};
                },
                [=](std::size_t i) -> PathNode { return node[i]; },
                placeOf);
        });
        return;
    }
    calls.paths.place.read([&](const auto& placeOf) {
        use([&](std::size_t i) { return static_cast<std::uint64_t>(calls.time[i]); },
            [&](std::size_t i) { return calls.nodeAt(i); },
            placeOf);
    });
}

}  // namespace

ProfileWalk::ProfileWalk(
    const store::CallStream& calls,
    std::span<const std::uint32_t> keyOfPlace,
    std::span<KeySums> sums,
    StopPoll& poll)
    : m_calls(calls)
    , m_keyOfPlace(keyOfPlace)
    , m_sums(sums)
    , m_outside(static_cast<std::uint32_t>(sums.size() - 1))
    , m_poll(poll)
{
}

void ProfileWalk::add(Stretch in)
{
    const PathNode before = m_calls.nodeBefore(in.first);
    if (in.first == in.last && (before == kOutside || in.ticks.begin == in.ticks.end)) {
        return;
    }
    openStack(before, static_cast<std::uint64_t>(in.ticks.begin));
    while (in.first < in.last) {
        constexpr std::size_t kAtOnce = std::size_t{1} << 14U;
        const std::size_t middle = std::min(in.last, in.first + kAtOnce);
        takeChanges(in.first, middle);
        if (m_poll.stopNow(middle - in.first)) {
            return;
        }
        in.first = middle;
    }
    closeStack(static_cast<std::uint64_t>(in.ticks.end));
    endVisits(in.last);
}

void ProfileWalk::openStack(PathNode top, std::uint64_t tick)
{
    const store::CallPaths& paths = m_calls.paths;
    m_top = kBottom + paths.depth[top];
    m_tick = tick;
    m_levels.resize(std::max(m_levels.size(), m_top + 1));
    for (std::size_t level = m_top; level > kBottom; --level) {
        const std::uint32_t key = m_keyOfPlace[paths.place[top]];
        m_levels[level] = {.node = top, .key = key, .keyOfLength = m_outside};
        KeySums& sums = m_sums[key];
        sums.inclusive -= sums.open++ == 0 ? tick : 0;
        top = paths.parent[top];
    }
    m_levels[kBottom] = {.key = m_outside, .keyOfLength = m_outside};
    m_levels.front().node = std::numeric_limits<PathNode>::max();
}

void ProfileWalk::takeChanges(std::size_t first, std::size_t last)
{
    m_levels.resize(std::max(m_levels.size(), m_top + (last - first) + 1));
    read(m_calls, [&](const auto& tickAt, const auto& nodeAt, const auto& placeOf) {
        // Places of paths lie far apart; the changes say early which ones will be wanted.
        constexpr std::size_t kAhead = 64;
        for (std::size_t i = first; i < std::min(first + kAhead, last); ++i) {
            placeOf.prefetch(nodeAt(i));
        }
        KeySums* const sums = m_sums.data();
        const std::uint32_t* const keyOf = m_keyOfPlace.data();
        std::uint64_t before = m_tick;
        Level* top = m_levels.data() + m_top;
        for (std::size_t i = first; i < last; ++i) {
            placeOf.prefetch(nodeAt(std::min(i + kAhead, last - 1)));
            const std::uint64_t tick = tickAt(i);
            const PathNode node = nodeAt(i);
            sums[top->key].exclusive += tick - before;
            before = tick;
            if (top[-1].node == node) {
                KeySums& left = sums[top->key];
                left.inclusive += --left.open == 0 ? tick : 0;
                sums[top->keyOfLength].begins(tick - top->enter);
                --top;
            } else {
                const std::uint32_t key = keyOf[placeOf(node)];
                KeySums& entered = sums[key];
                entered.inclusive -= entered.open++ == 0 ? tick : 0;
                ++entered.visits;
                ++top;
                top->enter = tick;
                top->node = node;
                top->key = key;
                top->keyOfLength = key;
            }
        }
        m_tick = before;
        m_top = static_cast<std::size_t>(top - m_levels.data());
    });
}

void ProfileWalk::closeStack(std::uint64_t tick)
{
    m_sums[m_levels[m_top].key].exclusive += tick - m_tick;
    for (std::size_t level = kBottom + 1; level <= m_top; ++level) {
        KeySums& sums = m_sums[m_levels[level].key];
        sums.inclusive += --sums.open == 0 ? tick : 0;
    }
}

/// What is open and began in the stretch goes on behind it: its length is known at its end.
void ProfileWalk::endVisits(std::size_t change)
{
    if (!isTopHere()) {
        return;
    }
    // Most end soon: the next changes tell by their nodes alone, without a look at paths.
    constexpr std::size_t kNearBy = 128;
    const std::size_t nearBy = std::min(m_calls.size(), change + kNearBy);
    m_levels.resize(std::max(m_levels.size(), m_top + kNearBy + 1));
    for (std::size_t top = m_top; change < nearBy && isTopHere(); ++change) {
        const PathNode next = m_calls.nodeAt(change);
        if (m_levels[top - 1].node != next) {
            m_levels[++top].node = next;
        } else if (top-- == m_top) {
            end(static_cast<std::uint64_t>(m_calls.time[change]));
        }
    }
    while (isTopHere()) {
        change = m_calls.firstBelow(change, static_cast<std::uint32_t>(m_top - kBottom));
        end(static_cast<std::uint64_t>(m_calls.time[change]));
    }
}

void ProfileWalk::end(std::uint64_t tick)
{
    const Level& level = m_levels[m_top];
    m_sums[level.keyOfLength].begins(tick - level.enter);
    --m_top;
}

}  // namespace vellum::server::query
