#pragma once

#include "common/trace/definitions.h"
#include "server/store/call_stream.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::server::store {

/// What visits of each call path count for in rows of profiles.
///
/// Layout   A row of sums has for each region, by reference, the exclusive time, then for each the inclusive
///          time, the total and the visits, then the inclusive time of each group and paradigm.
class ProfileRowKeys {
public:
    /// Of a call path: places in a row, or places behind it where a sum is not wanted.
    struct OfNode {
        std::uint32_t exclusive = 0;
        std::uint32_t inclusive =
            0;  ///< likewise those below: of visits with none of their kind around
        std::uint32_t group = 0;
        std::uint32_t paradigm = 0;
        std::uint32_t visits = 0;
        std::uint32_t depth = 0;
        /// The nearest of the path's calls, itself included, whose inclusive time counts for anything;
        /// kOutside: none.
        PathNode counted = kOutside;
    };

    ProfileRowKeys(const CallPaths& paths, const Definitions& definitions);

    /// References and values, ascending.
    [[nodiscard]] const std::vector<std::uint32_t>& regions() const { return m_regions; }
    [[nodiscard]] const std::vector<std::uint32_t>& groups() const { return m_groups; }
    [[nodiscard]] const std::vector<std::uint32_t>& paradigms() const { return m_paradigms; }
    [[nodiscard]] std::size_t sumCount() const;
    /// Sums and the places behind them.
    [[nodiscard]] std::size_t places() const;
    [[nodiscard]] const std::vector<OfNode>& ofNode() const { return m_ofNode; }
    [[nodiscard]] std::uint32_t mostDepth() const { return m_mostDepth; }

private:
    void numberKeys(const CallPaths& paths, const Definitions& definitions);
    void giveKeys(const CallPaths& paths, const Definitions& definitions);
    void keepOutermost(const CallPaths& paths);

    std::vector<std::uint32_t> m_regions;
    std::vector<std::uint32_t> m_groups;
    std::vector<std::uint32_t> m_paradigms;
    std::vector<OfNode> m_ofNode;
    std::uint32_t m_mostDepth = 0;
};

/// The rows of a call stream as whole numbers, and the lengths of visits between them, in one pass.
///
/// Cost     Constant per change, whatever the depth, and for each row that of its sums.
class ProfileRowPass {
public:
    /// \param step  changes from row to row; \p calls has more than none
    ProfileRowPass(const CallStream& calls, const ProfileRowKeys& keys, std::size_t step);

    /// False where a sum does not fit into 63 bits.
    [[nodiscard]] bool run();

    [[nodiscard]] std::size_t rows() const { return m_rows; }
    /// `sumCount` of each row, the first that is kept first.
    [[nodiscard]] const std::vector<std::uint64_t>& values() const { return m_values; }
    /// By row and region: of the visits that begin between the row before and this one. The greatest
    /// number where there are none.
    [[nodiscard]] const std::vector<std::uint64_t>& shortest() const { return m_shortest; }
    [[nodiscard]] const std::vector<std::uint64_t>& longest() const { return m_longest; }

private:
    /// A visit that has begun, at its depth.
    struct Open {
        std::uint64_t enter = 0;
        std::size_t lengths = 0;  ///< the places of its row and region
        std::size_t total = 0;
    };

    void takeChanges(std::size_t row, std::size_t end);
    template <typename TickAt, typename NodeAt>
    void takeChanges(
        std::size_t row,
        std::size_t first,
        std::size_t end,
        const TickAt& tickAt,
        const NodeAt& nodeAt);
    void finishRow(std::size_t row, std::size_t end);
    [[nodiscard]] bool addUpTotals();

    const CallStream& m_calls;
    const ProfileRowKeys& m_keys;
    std::size_t m_regions;
    std::size_t m_sumCount;
    std::size_t m_step;
    std::size_t m_rows;
    /// Of inclusive times: those of the visits that have ended.
    std::vector<std::uint64_t> m_sums;
    std::vector<std::uint64_t> m_values;
    std::vector<std::uint64_t> m_shortest;
    std::vector<std::uint64_t> m_longest;
    std::vector<Open> m_open;  ///< by depth
    PathNode m_node = kOutside;
    std::uint64_t m_tick = 0;
    bool m_fits = true;
};

}  // namespace vellum::server::store
