#pragma once

#include "common/compare/name_choices.h"

#include <cstdint>
#include <limits>
#include <stop_token>
#include <string_view>
#include <vector>

namespace vellum::compare {

/// The shape and the names of a call tree, or of several side by side.
struct NamedTree {
    std::vector<std::uint32_t> parents;   ///< of each node, before it; a root is its own
    std::vector<std::string_view> names;  ///< as many
};

/// Who in B stands for whom in A.
struct TreeMatch {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    std::vector<std::uint32_t> partners;  ///< of each node of A; kNone: only A has it
    /// How sure a pair is: 1: the two have the same names from the root on. Less: it is a guess, or below one, and has the
    /// likeness of the least sure pair on the way to it. Without a partner 0.
    std::vector<double> likeness;
};

/// Pairs the nodes of two call trees although functions were renamed, moved among their siblings, or called through one
/// more function.
///
/// Exact    What has a partner keeps its place: the partners of two nodes, one of which is above the other, are so too. No
///          node has two partners. All that has the same names from the root on is paired with each other, and never with anything
///          else; among siblings of one name the first goes with the first. Equal trees are paired without a guess.
///          Equal on every machine: ties are broken by the order of the nodes.
///          Two names that \p choices calls the same are one name. What else B calls by the name of such a function of A is then
///          another one.
///
/// It goes from the roots down, and decides at each pair about the children of both, in three steps:
///   1. Children of the same name are a pair.
///   2. Wrappers. A child that is left may be a function that was put between, or, in A, was taken away: up to three levels below
///      it are names that are left on the other side. Where they are more than what its own children have in common with those
///      of any node left there (else it is rather that node, renamed) it stays alone, and the equal names are pairs.
///      No pair through a wrapper is surer than kThroughWrapper.
///   3. Guesses. A pair costs 1 less its likeness, which is 0.5 · names + 0.45 · children + 0.05 · order: NameShape::likeness of the
///      two names; how many plain names their children share, counted as Dice does; and 1 less how far apart the two are among those
///      left. Where neither calls anything, names and order count alone, in the same proportion. The pairs that cost
///      least are made first, while their likeness is at least kLeastLikeness.
///
/// Step 3 is greedy. Beside the best of all ways to pair the same children (the assignment problem) it has at least half of
/// the sum of likenesses, as greedy matching has (Avis, "A survey of heuristics for the weighted matching problem", Networks
/// 13, 1983), where at most kMostKept are left on both sides; and no bound holds for what lies deeper, which is not
/// looked at before the pair is made. Where more are left, each looks at the kMostLookedAt nearest to its own place and
/// at kMostOfPlain that have its plain name, and keeps kMostKept.
///
/// Cost     O(n log n) and kMostLookedAt likenesses for each node left; no recursion. Memory: some 500 bytes a node
///          at most, where all are called something else.
/// Threads  Any.
/// Source   Why no edit distance: the best ordered one takes O(n³) (Demaine, Mozes, Rossman, Weimann, "An optimal decomposition
///          algorithm for tree edit distance", 2009), and the unordered one cannot be found fast at all (Zhang, Statman, Shasha 1992).
///          From the root down, where what lies below a node without a partner has none: Selkow, "The tree-to-tree editing
///          problem", Inf. Process. Lett. 6, 1977; wrappers are the exception.
///
/// \param stop  requested: what was paired by then is returned
[[nodiscard]] TreeMatch matchTrees(
    const NamedTree& a,
    const NamedTree& b,
    const NameChoices& choices = {},
    const std::stop_token& stop = {});

inline constexpr double kLeastLikeness = 0.5;
inline constexpr double kThroughWrapper = 0.9;
inline constexpr std::uint32_t kMostLookedAt = 32;
inline constexpr std::uint32_t kMostOfPlain = 16;
inline constexpr std::uint32_t kMostKept = 8;

}  // namespace vellum::compare
