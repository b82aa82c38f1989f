#pragma once

#include "common/time/tick_range.h"
#include "server/query/workers.h"
#include "server/store/call_stream.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vellum::server::query {

/// What some of a location's changes add up to, by key. All of it wraps around: what is taken away may come
/// before what it is taken away from.
struct alignas(64) KeySums {
    std::uint64_t exclusive = 0;
    std::uint64_t inclusive = 0;
    std::uint64_t visits = 0;
    std::uint64_t total = 0;       ///< whole lengths of the visits that begin there …
    std::uint64_t totalCarry = 0;  ///< … in units of 2^64
    std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t longest = 0;
    std::uint64_t open = 0;  ///< visits of the stack

    void begins(std::uint64_t length)
    {
        total += length;
        totalCarry += total < length ? 1U : 0U;
        shortest = length < shortest ? length : shortest;
        longest = length > longest ? length : longest;
    }
};

/// Goes through stretches of one location's changes.
///
/// Exact    As ProfileSums.
/// Cost     Constant per change, whatever the depth; for each stretch the depth before it, and the way to the ends
///          of visits that go on behind it.
/// Threads  One.
class ProfileWalk {
public:
    /// Changes between two ticks: those before the first and from the last on are others'.
    struct Stretch {
        std::size_t first = 0;
        std::size_t last = 0;
        TickRange ticks;  ///< may end before it begins: then it is taken away
    };

    /// \param keyOfPlace  by place of a region, the last one that of outside
    /// \param sums        by key, and one for outside, whose values mean nothing
    ProfileWalk(
        const store::CallStream& calls,
        std::span<const std::uint32_t> keyOfPlace,
        std::span<KeySums> sums,
        StopPoll& poll);

    /// Adds what a stretch says.
    ///
    /// Odd case Where the poll says stop, what comes out means nothing.
    void add(Stretch in);

private:
    /// One visit of the stack.
    struct Level {
        std::uint64_t enter = 0;
        store::PathNode node = store::kOutside;
        std::uint32_t key = 0;
        std::uint32_t keyOfLength = 0;  ///< that of outside where it does not begin in the stretch
    };

    void openStack(store::PathNode top, std::uint64_t tick);
    void closeStack(std::uint64_t tick);
    void takeChanges(std::size_t first, std::size_t last);
    void endVisits(std::size_t change);
    void end(std::uint64_t tick);
    /// Whether the top of the stack began in the stretch.
    [[nodiscard]] bool isTopHere() const { return m_levels[m_top].keyOfLength != m_outside; }

    const store::CallStream& m_calls;
    std::span<const std::uint32_t> m_keyOfPlace;
    std::span<KeySums> m_sums;
    std::uint32_t m_outside;  ///< its key
    StopPoll& m_poll;
    /// A level that is no node, the outside, then visits: so every top has one below it.
    std::vector<Level> m_levels;
    std::size_t m_top = kBottom;
    std::uint64_t m_tick = 0;  ///< of the last change

    static constexpr std::size_t kBottom = 1;  ///< that of outside
};

}  // namespace vellum::server::query
