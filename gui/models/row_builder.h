#pragma once

#include "gui/models/row_order.h"

#include <cstdint>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vellum::gui::models {

// Keys of rows: the kind in the upper bits, the definition's reference below. Locations are never folded.
inline constexpr std::uint64_t kNodeKey = std::uint64_t{1} << 40U;
inline constexpr std::uint64_t kGroupKey = std::uint64_t{2} << 40U;
inline constexpr std::uint64_t kMetricsKey = std::uint64_t{3} << 40U;
inline constexpr std::uint64_t kBandKey = std::uint64_t{4}
                                          << 40U;  ///< first and end of its rows below

/// Makes the rows of a chart, parents before what is below them; for row_order.cpp alone.
///
/// Layout   The user's own groups, then the groups of the grouping or, without any, the system tree. Keys of
///          rows in groups have the highest bit, then which groups, their number, the kind and the
///          reference or place of what is there.
/// Threads  One.
class RowBuilder {
public:
    /// \p filters and \p grouping may be null; all must outlive it.
    RowBuilder(
        const Definitions& definitions,
        const std::set<std::uint64_t>& folded,
        const FilterSet* filters = nullptr,
        const RowGrouping* grouping = nullptr);

    [[nodiscard]] std::vector<Row> build();

private:
    /// What stands below a process.
    using Locations = std::vector<const Location*>;

    [[nodiscard]] bool isShown(const Location& location) const;
    /// Whether rows may be empty: those are taken away.
    [[nodiscard]] bool isRestricted() const;
    [[nodiscard]] std::uint64_t keyOf(std::uint64_t kind, std::uint64_t ref) const;
    [[nodiscard]] std::uint64_t keyOf(const Location& location) const;
    [[nodiscard]] bool isFolded(std::uint64_t key, bool startsFolded) const
    {
        return startsFolded != m_folded.contains(key);
    }

    void addTree();
    void addBelow(SystemTreeNodeRef parent, int level);
    [[nodiscard]] bool holdsOneGroup(SystemTreeNodeRef node, int depth = 0);
    void addNode(const SystemTreeNode& node, int level);
    void addGroup(const LocationGroup& group, int level);
    void addProcess(const LocationGroup& group, const Locations& locations, int level);
    void addMetrics(const LocationGroup& group, const Locations& locations, int level);
    void addLocation(const Location& location, const QString& name, int level);
    void addSet(const RowGroup& group, std::uint64_t kind);
    void addRepresentative(const RowGroup& group);
    void addByProcess(const Locations& locations, int level);
    void closeParent(std::size_t place);

    // A ring of parents has no root and is never entered; this bounds deep chains.
    static constexpr int kDeepest = 100;

    const Definitions& m_definitions;
    const std::set<std::uint64_t>& m_folded;
    const FilterSet* m_filters;
    const RowGrouping* m_grouping;
    std::unordered_map<SystemTreeNodeRef, std::vector<const SystemTreeNode*>> m_childNodes;
    std::unordered_map<SystemTreeNodeRef, std::vector<const LocationGroup*>> m_groups;
    std::unordered_map<LocationGroupRef, Locations> m_locations;
    ProcessSizes m_sizes;  ///< in locations, shown or not
    std::unordered_set<LocationGroupRef> m_placed;
    std::unordered_set<LocationRef> m_own;  ///< in groups of the user's own
    std::vector<Row> m_rows;
    int m_depth = 0;
    std::uint64_t m_set =
        0;  ///< upper bits of the keys in the group that is being made; 0: in none
};

}  // namespace vellum::gui::models
