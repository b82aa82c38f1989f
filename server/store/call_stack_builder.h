#pragma once

#include "server/store/call_stream.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::store {

struct RegionVisits {
    RegionRef region;
    std::uint64_t visits = 0;
};

/// All call paths of a location while they are being met.
///
/// Cost     A look-up needs the hash of the path, not the node of its parent: the processor starts it
///          while the one before still waits for memory.
class CallPathBuilder {
public:
    /// A path as the stack of open visits has it.
    struct Path {
        PathNode node = kOutside;
        RegionRef region;
        std::uint64_t hash = 0;  ///< of all regions in it
    };

    /// The path of a call of \p region in \p parent.
    [[gnu::always_inline]] Path child(const Path& parent, RegionRef region)
    {
        const std::uint64_t hash = hashOf(parent.hash, region);
        std::size_t slot = placeOf(hash);
        PathNode node = m_table[slot];
        while (node != kOutside
               && (m_nodes[node].region != region || m_nodes[node].parent != parent.node)) {
            slot = (slot + 1) & (m_table.size() - 1);
            node = m_table[slot];
        }
        if (node == kOutside) [[unlikely]] {
            node = insert(slot, {.region = region, .parent = parent.node, .hash = shortOf(hash)});
        }
        return {.node = node, .region = region, .hash = hash};
    }
    void countVisit(PathNode node) { ++m_nodes[node].visits; }
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

    /// Every region that has been visited, by reference.
    [[nodiscard]] std::vector<RegionVisits> visitsByRegion() const;
    [[nodiscard]] CallPaths finish() const;

private:
    /// Ascending.
    [[nodiscard]] std::vector<RegionRef> visitedRegions() const;
    /// Small, so that those of a location with many paths stay in a near cache.
    struct Node {
        RegionRef region;
        PathNode parent = kOutside;
        std::uint32_t hash = 0;    ///< what its place in the table follows from
        std::uint32_t visits = 0;  ///< a location has fewer than 2^32 changes
    };

    [[nodiscard]] static std::uint64_t hashOf(std::uint64_t parent, RegionRef region)
    {
        constexpr std::uint64_t kMix = 0x9e3779b97f4a7c15;
        constexpr std::uint64_t kCall =
            0x2545f4914f6cdd1d;  // so that region 0 in region 0 is another path
        constexpr int kTurn = 27;
        return (std::rotl(parent, kTurn) + kCall + region.value()) * kMix;
    }
    [[nodiscard]] static std::uint32_t shortOf(std::uint64_t hash)
    {
        return static_cast<std::uint32_t>(hash >> 32U);
    }
    [[nodiscard]] std::size_t placeOf(std::uint64_t hash) const
    {
        return shortOf(hash) & (m_table.size() - 1);
    }
    [[nodiscard]] PathNode insert(std::size_t slot, const Node& node);
    void growTable();

    static constexpr std::size_t kFirstTable = 16;

    std::vector<Node> m_nodes{Node{}};
    /// Open addressing; its size is a power of two. kOutside: free.
    std::vector<PathNode> m_table = std::vector<PathNode>(kFirstTable);
};

/// Makes the call stream of the enters and leaves of one location, whatever their nesting.
///
/// Exact    A leave of a region that is not open is ignored. A leave of one deeper in the stack
///          closes its innermost visit and all above it at that tick. What is open at the end is
///          closed there. Each repair is counted; docs/semantics.md has the rules.
/// Cost     Amortised constant per event.
/// Threads  One.
class CallStackBuilder {
public:
    /// How often each repair was needed, and where first.
    struct Repair {
        std::uint64_t count = 0;
        Tick tick = 0;
        RegionRef region;
    };
    struct Repairs {
        Repair unmatchedLeave;
        Repair missingLeave;
        Repair openVisit;
    };

    /// Room for so many enters and leaves.
    void reserve(std::size_t changes);

    /// Ticks must not decrease from call to call, of enter and leave alike.
    [[gnu::always_inline]] void enter(Tick tick, RegionRef region)
    {
        const CallPathBuilder::Path path = m_paths.child(m_stack.back(), region);
        m_paths.countVisit(path.node);
        if (m_isCounting) [[unlikely]] {
            ++m_open[region];
        }
        m_lastEntered = m_time.size();
        m_stack.push_back(path);
        push(tick, path.node);
    }

    /// False where it was ignored.
    [[gnu::always_inline]] bool leave(Tick tick, RegionRef region)
    {
        if (m_stack.back().region == region && m_stack.size() > 1) [[likely]] {
            closeTop(tick);
            return true;
        }
        return leaveBelowTop(tick, region);
    }

    /// Marks the change made last, or made by \p leave, as one that no record stands for.
    void setUnrecorded() { m_unrecorded.push_back(static_cast<std::uint32_t>(m_time.size() - 1)); }

    /// Closes what is open and hands the stream over.
    [[nodiscard]] CallStream finish(Tick lastTick);
    /// The changes that no record stands for, as repairs make them; after `finish`.
    [[nodiscard]] std::vector<std::uint32_t> takeUnrecorded() { return std::move(m_unrecorded); }

    /// The change that is the last enter; CallStream::kNone before the first.
    [[nodiscard]] std::size_t lastEntered() const { return m_lastEntered; }
    [[nodiscard]] bool isJustEntered() const { return m_lastEntered + 1 == m_time.size(); }
    /// Undefined if none is open.
    [[nodiscard]] RegionRef innermost() const { return m_stack.back().region; }
    [[nodiscard]] std::size_t size() const { return m_time.size(); }
    /// No room for another enter and what it takes to close all that is open: changes have 32 bits.
    [[nodiscard]] bool isFull() const
    {
        return m_time.size() + m_stack.size() - 1 >= std::numeric_limits<std::uint32_t>::max() - 2;
    }

    /// Every region that has been entered, by reference.
    [[nodiscard]] std::vector<RegionVisits> visitsByRegion() const
    {
        return m_paths.visitsByRegion();
    }

    [[nodiscard]] const Repairs& repairs() const { return m_repairs; }

private:
    [[gnu::always_inline]] void push(Tick tick, PathNode node)
    {
        m_time.push(tick);
        if (m_isWide || node > kMostNarrow) [[unlikely]] {
            pushWide(node);
        } else {
            m_narrow.push_back(static_cast<std::uint16_t>(node));
        }
    }
    [[gnu::always_inline]] void closeTop(Tick tick)
    {
        if (m_isCounting) [[unlikely]] {
            --m_open[m_stack.back().region];
        }
        m_stack.pop_back();
        push(tick, m_stack.back().node);
    }
    static constexpr PathNode kMostNarrow = 0xffff;

    void pushWide(PathNode node);
    bool leaveBelowTop(Tick tick, RegionRef region);
    void startCounting();
    void takeNodes(CallStream& stream);
    [[nodiscard]] static std::vector<std::uint32_t> leastByBlock(const CallStream& stream);

    CallPathBuilder m_paths;
    TimeColumnBuilder m_time;
    std::vector<std::uint16_t> m_narrow;
    std::vector<std::uint32_t> m_wide;
    std::vector<std::uint32_t> m_unrecorded;
    std::vector<CallPathBuilder::Path> m_stack{
        CallPathBuilder::Path{}};  ///< open visits, above the outside
    bool m_isWide = false;
    /// From the first leave that does not fit on: how many visits of each region are open. Without it a
    /// leave of a region that is not open would search the whole stack, each time.
    bool m_isCounting = false;
    std::unordered_map<RegionRef, std::uint32_t> m_open;
    std::size_t m_lastEntered = CallStream::kNone;
    Repairs m_repairs;
};

}  // namespace vellum::server::store
