#pragma once

#include "common/time/tick_range.h"
#include "common/trace/refs.h"
#include "server/store/column.h"
#include "server/store/narrow_column.h"
#include "server/store/time_column.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace vellum::server::store {

/// A call path of one location: a place in its `CallPaths`.
using PathNode = std::uint32_t;
inline constexpr PathNode kOutside = 0;  ///< the path of no calls

/// All call paths that a location has been in.
///
/// Layout   Parallel columns by node. A parent's node is smaller than its children's; node 0 is
///          outside of all regions: depth 0, its own parent.
/// Size     Four bytes a path as a rule: a location may have as many paths as it has visits.
struct CallPaths {
    NarrowColumn parent{kOutsideIsItsParent, kParentShift};
    /// All regions of the paths, ascending, and behind them the undefined one, that of outside.
    Column<RegionRef> regions{kOnlyUndefined, nullptr};
    NarrowColumn place{kOneZero, 0};  ///< among `regions`
    NarrowColumn depth{kOneZero, 0};  ///< of the outermost calls: 1

    /// Parents have two bytes, or four: as nodes in a call stream.
    static constexpr unsigned kParentShift = 1;

    [[nodiscard]] std::size_t size() const { return parent.size(); }
    [[nodiscard]] RegionRef regionOf(PathNode node) const { return regions[place[node]]; }
    /// The place of outside among `regions`: how many regions there are.
    [[nodiscard]] std::size_t placeOutside() const { return regions.size() - 1; }

private:
    static constexpr std::array<std::uint8_t, 2> kOutsideIsItsParent{};
    static constexpr std::array<std::uint8_t, 1> kOneZero{};
    static constexpr std::array<RegionRef, 1> kOnlyUndefined{RegionRef::undefined()};
};

/// The smallest depth within blocks of changes, and within blocks of blocks: what finds the other end
/// of a visit.
///
/// Layout   Level 0 has one entry for 64 changes, each further one for 16 entries of the level below,
///          up to a level of one; `least` has the levels one behind the other.
class LeastDepths {
public:
    static constexpr std::size_t kBlock = 64;
    static constexpr std::size_t kFan = 16;

    LeastDepths() = default;
    /// \p least as described, of \p changes changes.
    LeastDepths(NarrowColumn least, std::size_t changes);

    /// How many entries all levels have together.
    [[nodiscard]] static std::size_t entriesFor(std::size_t changes);
    [[nodiscard]] static std::vector<std::uint32_t> build(
        std::vector<std::uint32_t> blocks, std::size_t changes);

    /// The first block from \p block on with a depth below \p depth; the number of blocks if none.
    [[nodiscard]] std::size_t firstBlockBelow(std::size_t block, std::uint32_t depth) const;
    /// The last block up to and with \p block, likewise.
    [[nodiscard]] std::size_t lastBlockBelow(std::size_t block, std::uint32_t depth) const;
    [[nodiscard]] std::size_t blocks() const { return m_blocks; }

    [[nodiscard]] const NarrowColumn& entries() const { return m_least; }
    /// To put the same ones elsewhere.
    [[nodiscard]] NarrowColumn& entries() { return m_least; }

private:
    /// Where the levels of so many blocks lie. Made where it is needed: kept, it would take more than the
    /// entries of a small location.
    struct Levels {
        /// 2^63 changes have fewer.
        static constexpr std::size_t kMost = 16;

        explicit Levels(std::size_t blocks);

        std::size_t count = 0;
        std::array<std::size_t, kMost> begin{};
        std::array<std::size_t, kMost> size{};
    };

    /// The first and the last block with a depth below \p depth of those under an entry that has one.
    [[nodiscard]] std::size_t firstLeafBelow(
        const Levels& levels, std::size_t level, std::size_t place, std::uint32_t depth) const;
    [[nodiscard]] std::size_t lastLeafBelow(
        const Levels& levels, std::size_t level, std::size_t place, std::uint32_t depth) const;

    NarrowColumn m_least;
    std::size_t m_blocks = 0;
};

/// What a location was in, from one enter or leave to the next: all its visits in six bytes a change.
///
/// Layout   Change i, an enter or a leave, happens at time[i]; from then on the location is in the call
///          path nodeAt(i), before the first change outside. A child of the path before is an enter,
///          its parent a leave: nothing else follows. After the last change it is outside.
///          Visits are counted by their enters, from 0 on, so that visit v stands before those below it.
/// Exact    Well nested and complete: repairs have been made and counted.
/// Threads  Immutable once built.
struct CallStream {
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    TimeColumn time;
    Column<std::uint16_t> narrowNode;  ///< one of the two is empty
    Column<std::uint32_t> wideNode;
    CallPaths paths;
    LeastDepths leastDepth;

    [[nodiscard]] std::size_t size() const { return time.size(); }
    [[nodiscard]] PathNode nodeAt(std::size_t change) const
    {
        return wideNode.empty() ? narrowNode[change] : wideNode[change];
    }
    [[nodiscard]] PathNode nodeBefore(std::size_t change) const
    {
        return change == 0 ? kOutside : nodeAt(change - 1);
    }
    [[nodiscard]] std::uint32_t depthAt(std::size_t change) const
    {
        return paths.depth[nodeAt(change)];
    }
    [[nodiscard]] std::uint32_t depthBefore(std::size_t change) const
    {
        return paths.depth[nodeBefore(change)];
    }
    [[nodiscard]] bool isEnter(std::size_t change) const
    {
        return depthAt(change) > depthBefore(change);
    }
    /// The region that is entered or left.
    [[nodiscard]] RegionRef regionOf(std::size_t change) const
    {
        return paths.regionOf(isEnter(change) ? nodeAt(change) : nodeBefore(change));
    }

    /// How many of the first \p changes changes are enters: the number of the visit that one of them
    /// after these begins.
    [[nodiscard]] std::uint64_t visitsBefore(std::size_t changes) const
    {
        return (changes + depthBefore(changes)) / 2;
    }
    [[nodiscard]] std::uint64_t visits() const { return size() / 2; }

    /// Calls \p use (node, ticks) for every stretch between \p begin, the changes [\p first, \p last) and
    /// \p end, in order; the first of them is in the path before \p first.
    template <typename Use>
    void forEachStretch(
        std::size_t first, std::size_t last, Tick begin, Tick end, const Use& use) const
    {
        if (time.wide.empty() && wideNode.empty()) {
            // As plain pointers: the compiler cannot know that what is written does not move them.
            const Tick* const base = time.base.data();
            const std::uint32_t* const offset = time.narrow.data();
            const std::uint16_t* const node = narrowNode.data();
            forEachStretch(
                {first, last, begin, end, nodeBefore(first)},
                [=](std::size_t i) { return base[i / TimeColumn::kBlock] + Tick{offset[i]}; },
                [=](std::size_t i) -> PathNode { return node[i]; },
                use);
        } else {
            forEachStretch(
                {first, last, begin, end, nodeBefore(first)},
                [this](std::size_t i) { return time[i]; },
                [this](std::size_t i) { return nodeAt(i); },
                use);
        }
    }

    /// The first change from \p change on, after which the stack is less deep than \p depth; `size()`
    /// if there is none.
    [[nodiscard]] std::size_t firstBelow(std::size_t change, std::uint32_t depth) const;
    /// The last change up to and with \p change, likewise; kNone if there is none.
    [[nodiscard]] std::size_t lastBelow(std::size_t change, std::uint32_t depth) const;

    /// The change that left the visit which change \p enter entered.
    [[nodiscard]] std::size_t leaveOf(std::size_t enter) const
    {
        return firstBelow(enter + 1, depthAt(enter));
    }
    /// The change that entered the visit at \p depth (1 or more) of the stack after \p change.
    [[nodiscard]] std::size_t enterOf(std::size_t change, std::uint32_t depth) const
    {
        return lastBelow(change, depth) + 1;  // none + 1 is the first
    }
    [[nodiscard]] TickRange visitFrom(std::size_t enter) const
    {
        return {.begin = time[enter], .end = time[leaveOf(enter)]};
    }

private:
    struct Stretches {
        std::size_t first = 0;
        std::size_t last = 0;
        Tick begin = 0;
        Tick end = 0;
        PathNode node = kOutside;
    };
    template <typename TickAt, typename NodeAt, typename Use>
    static void forEachStretch(
        Stretches in, const TickAt& tickAt, const NodeAt& nodeAt, const Use& use)
    {
        for (std::size_t i = in.first; i < in.last; ++i) {
            const Tick tick = tickAt(i);
            use(in.node, tick - in.begin);
            in.begin = tick;
            in.node = nodeAt(i);
        }
        use(in.node, in.end - in.begin);
    }
};

}  // namespace vellum::server::store
