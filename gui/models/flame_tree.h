#pragma once

#include "common/compare/comparison.h"
#include "common/query/answers.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace vellum::gui::models {

/// A call path, as a flame graph draws it.
struct FlameNode {
    const Region* region = nullptr;  ///< null: code that the trace does not name
    std::uint32_t parent = 0;        ///< place in the list; its own of an outermost one
    std::uint32_t depth = 0;         ///< outermost = 0
    double size = 0;  ///< inclusive: ticks, or samples; of the second run, where there are two
    double self = 0;  ///< exclusive
    std::uint64_t visits = 0;  ///< of two runs those of the second
    /// Inclusive, of the first of two runs in the clock of the second; of one run NaN.
    double before = std::numeric_limits<double>::quiet_NaN();
    /// What it is in the first of two runs, where that has another name there.
    const Region* regionBefore = nullptr;
    double likeness = 1;  ///< of the two; below 1: it is a guess
};

/// Call paths in preorder, with what their regions are defined in.
struct FlameTree {
    std::vector<FlameNode> nodes;
    std::vector<std::shared_ptr<const Definitions>> definitions;
    double total = 0;         ///< of all outermost paths
    double totalBefore = 0;   ///< the same of the first of two runs
    std::uint32_t depth = 0;  ///< of the deepest path, with itself
    bool isDifference = false;
};

enum class FlameSize : std::uint8_t { Time, Samples };

/// What a flame graph shows where nobody chose: samples, where there are some and none of their paths was visited, as in a
/// recording of a program that is not instrumented; time otherwise.
[[nodiscard]] FlameSize naturalFlameSize(const query::CallTree& tree);

/// Leaves out paths that have no time, or no samples, whichever \p size asks for.
///
/// \return nothing where a child comes before its parent, which only a broken server sends
[[nodiscard]] std::optional<FlameTree> flameTree(
    const query::CallTree& tree, std::shared_ptr<const Definitions> definitions, FlameSize size);

/// Two runs in one tree: paths of the same names are one node; siblings of one name are one.
///
/// \param matching  by structure: also what compare::matchTrees pairs is one node, where it is called from the same node.
///                  What it pairs through a function that only one run has stays in two places, as a tree has no other
/// \param stop      requested: what is returned means nothing
[[nodiscard]] FlameTree flameDifference(
    const FlameTree& before,
    const FlameTree& after,
    const compare::Matching& matching = {},
    const std::stop_token& stop = {});

/// The two names that were taken for one function in a node or above it; nothing where all names on the way are the same.
[[nodiscard]] std::optional<compare::NamePair> matchedNames(
    const FlameTree& tree, std::uint32_t node);

/// Where a node's box is, of a width of 1; both 0: not shown.
struct FlameBox {
    double begin = 0;
    double end = 0;

    friend bool operator==(const FlameBox&, const FlameBox&) = default;
};

enum class FlameOrder : std::uint8_t { Largest, Name };
/// Which run's sizes the boxes have, where there are two.
enum class FlameWidth : std::uint8_t { After, Before };
[[nodiscard]] inline double sizeOf(const FlameNode& node, FlameWidth width)
{
    return width == FlameWidth::Before ? node.before : node.size;
}

/// Siblings stand beside each other from their parent's left edge on.
///
/// \param focus  a node that is to be as wide as all; those around it are, too, and all others are not shown
/// Cost     O(n log n)
[[nodiscard]] std::vector<FlameBox> flameBoxes(
    const FlameTree& tree, std::optional<std::uint32_t> focus, FlameOrder order, FlameWidth width);

/// Names from the outermost path to \p node.
[[nodiscard]] std::vector<std::string> flamePath(const FlameTree& tree, std::uint32_t node);
/// The node of these names; of several the first.
[[nodiscard]] std::optional<std::uint32_t> findFlamePath(
    const FlameTree& tree, const std::vector<std::string>& path);

/// Which part of all is in visits of functions of this name, each time counted once, however deep they call themselves.
[[nodiscard]] double flameShareOf(const FlameTree& tree, const std::string& name);

}  // namespace vellum::gui::models
