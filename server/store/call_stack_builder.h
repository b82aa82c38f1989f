#pragma once

#include "server/store/call_stream.h"

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
class CallPathBuilder {
public:
    CallPathBuilder() : m_nodes(1) {}

    /// The path of a call of \p region in \p parent.
    [[gnu::always_inline]] PathNode child(PathNode parent, RegionRef region)
    {
        const PathNode last = m_nodes[parent].lastChild;
        return last != kOutside && m_nodes[last].region == region ? last
                                                                  : findChild(parent, region);
    }
    [[nodiscard]] PathNode parent(PathNode node) const { return m_nodes[node].parent; }
    [[nodiscard]] RegionRef region(PathNode node) const { return m_nodes[node].region; }
    [[nodiscard]] std::uint32_t depth(PathNode node) const { return m_nodes[node].depth; }
    void countVisit(PathNode node) { ++m_nodes[node].visits; }
    [[nodiscard]] std::size_t size() const { return m_nodes.size(); }

    /// Every region that has been visited, by reference.
    [[nodiscard]] std::vector<RegionVisits> visitsByRegion() const;
    [[nodiscard]] CallPaths finish() const;

private:
    struct Node {
        RegionRef region;
        PathNode parent = kOutside;
        PathNode lastChild = kOutside;  ///< the one asked for last: most often the next one too
        std::uint32_t depth = 0;
        std::uint64_t visits = 0;
    };

    PathNode findChild(PathNode parent, RegionRef region);
    struct Slot {
        std::uint64_t key = 0;
        PathNode node = kOutside;  ///< kOutside: free
    };

    void growTable();
    [[nodiscard]] static std::uint64_t keyOf(PathNode parent, RegionRef region)
    {
        return std::uint64_t{parent} << 32U | region.value();
    }
    [[nodiscard]] Slot& slotFor(std::uint64_t key);

    std::vector<Node> m_nodes;
    std::vector<Slot> m_table;  ///< open addressing; its size is a power of two
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
        const PathNode node = m_paths.child(m_top, region);
        m_paths.countVisit(node);
        if (m_isCounting) [[unlikely]] {
            ++m_open[region];
        }
        m_lastEntered = m_time.size();
        push(tick, node);
    }

    /// False where it was ignored.
    [[gnu::always_inline]] bool leave(Tick tick, RegionRef region)
    {
        if (m_top != kOutside && m_paths.region(m_top) == region) [[likely]] {
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
    [[nodiscard]] std::size_t size() const { return m_time.size(); }
    /// No room for another enter and what it takes to close all that is open: changes have 32 bits.
    [[nodiscard]] bool isFull() const
    {
        return m_time.size() + m_paths.depth(m_top)
               >= std::numeric_limits<std::uint32_t>::max() - 2;
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
        m_top = node;
    }
    [[gnu::always_inline]] void closeTop(Tick tick)
    {
        if (m_isCounting) [[unlikely]] {
            --m_open[m_paths.region(m_top)];
        }
        push(tick, m_paths.parent(m_top));
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
    PathNode m_top = kOutside;
    bool m_isWide = false;
    /// From the first leave that does not fit on: how many visits of each region are open. Without it a
    /// leave of a region that is not open would search the whole stack, each time.
    bool m_isCounting = false;
    std::unordered_map<RegionRef, std::uint32_t> m_open;
    std::size_t m_lastEntered = CallStream::kNone;
    Repairs m_repairs;
};

}  // namespace vellum::server::store
