#pragma once

#include "common/trace/definitions.h"

#include <QString>

#include <cstdint>
#include <set>
#include <vector>

namespace vellum::gui::models {

enum class RowKind : std::uint8_t {
    Node,     ///< of the system tree
    Group,    ///< a location group: process or accelerator context
    Metrics,  ///< stands for a group's locations that record only metrics
    Location,
};

/// One row of a chart of rows.
struct Row {
    RowKind kind = RowKind::Location;
    std::uint64_t key = 0;  ///< stable: what folding is remembered by
    QString name;
    int level = 0;          ///< of the tree, 0 outermost
    bool foldable = false;  ///< has rows below it
    bool folded = false;
    bool startsFolded = false;           ///< it is folded unless its key is among the folded ones
    std::vector<LocationRef> locations;  ///< itself for a location; else all those it stands for
    /// Those that can be in a region, so without metric locations: what the shares of a parent are of.
    std::vector<LocationRef> summed;

    friend bool operator==(const Row&, const Row&) = default;
};

/// The visible rows of a trace, from its system tree.
///
/// Nodes with a single child are skipped, be it a node or a group: a tree is drawn where it tells rows
/// apart. Locations stand below their group in definition order; those that can have no visits
/// (metric locations) below a row of their own, which is folded at first if they are many.
///
/// \param folded  keys of folded rows; of those that start folded the keys of *unfolded* ones
[[nodiscard]] std::vector<Row> visibleRows(
    const Definitions& definitions, const std::set<std::uint64_t>& folded);

}  // namespace vellum::gui::models
