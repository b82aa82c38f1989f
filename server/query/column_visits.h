#pragma once

#include "common/query/limits.h"
#include "common/time/tick_range.h"
#include "server/query/chosen.h"
#include "server/store/call_stream.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace vellum::server::query {

/// The time of each visit on top of the stack in a column of few changes. Without a branch on what the changes
/// are, which no processor guesses: half of them are enters, and few stretches are of the function asked for.
///
/// Layout   Visits have places: that of the k-th around the innermost one around the column is kAround - k, that of
///          one that the k-th change of the column enters kAround + k. So they ascend as the visits do.
///
/// \tparam DepthOf  reads the depth of a node
template <typename DepthOf>
class ColumnVisits {
public:
    /// The place of the innermost visit around a column: below it are the others around, above it those of its changes.
    static constexpr std::size_t kAround = vellum::query::kMostChangesOfVisit;

    /// \param around  the depth before the column, at most \p maxDepth
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): places are cleared as they come into use
    ColumnVisits(const DepthOf& depthOf, std::uint32_t maxDepth, std::uint32_t around)
        : m_depthOf(depthOf)
        , m_maxDepth(maxDepth)
        , m_depth(around)
        , m_levelOfOutside(kAround - around)
    {
        m_placeAt[kAround] = kAround;
    }

    /// What lies between two changes, in order; at most one more than there may be changes.
    [[gnu::always_inline]] void add(store::PathNode node, Tick ticks)
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

}  // namespace vellum::server::query
