#pragma once

#include "common/trace/definitions.h"
#include "gui/models/row_groups.h"
#include "gui/models/view_history.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

namespace vellum::gui::models {

/// No row has this key.
inline constexpr std::uint64_t kNoRow = ~std::uint64_t{0};

enum class RowKind : std::uint8_t {
    Node,     ///< of the system tree
    Group,    ///< a location group: process or accelerator context
    Set,      ///< a group of rows that is none of the system tree's
    Metrics,  ///< stands for a group's locations that record only metrics
    Location,
    Band,  ///< stands for several neighbours where there is no room for each
};

/// One row of a chart of rows.
struct Row {
    RowKind kind = RowKind::Location;
    std::uint64_t key = 0;          ///< stable: what folding is remembered by
    std::uint64_t parent = kNoRow;  ///< the key of the row above it in the tree
    bool pinned = false;            ///< stays at the top; so does what is below it
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

/// Likewise as \p view has them: grouped, without filtered locations and rows that are empty then, siblings in
/// the order the user gave them, pinned rows with what is below them first.
[[nodiscard]] std::vector<Row> arrangedRows(const Definitions& definitions, const ViewState& view);

/// Of which of the groups that rows are put together in \p by it is, by the key of a row; nothing where of none.
[[nodiscard]] std::optional<std::uint32_t> numberOfGroup(std::uint64_t rowKey, RowsBy by);

/// Places of rows that follow one another; half-open.
struct RowSpan {
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] std::size_t size() const { return end - begin; }
};

/// At most \p most rows that stand for those of \p part of \p rows, each for about as many neighbours. Open parents are
/// left out: what is below them stands for them.
[[nodiscard]] std::vector<Row> banded(const std::vector<Row>& rows, std::size_t most, RowSpan part);

/// The order of \p row 's siblings after it was moved by \p steps among them, or right before \p before
/// (`kNoRow`: to the end). Nothing if it would not change.
[[nodiscard]] std::shared_ptr<const RowOrder> movedBy(
    const std::vector<Row>& rows, const ViewState& view, std::uint64_t row, int steps);
[[nodiscard]] std::shared_ptr<const RowOrder> movedBefore(
    const std::vector<Row>& rows, const ViewState& view, std::uint64_t row, std::uint64_t before);

}  // namespace vellum::gui::models
