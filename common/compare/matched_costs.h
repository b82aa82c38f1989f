#pragma once

#include "common/compare/name_choices.h"
#include "common/compare/run.h"

#include <stop_token>
#include <vector>

namespace vellum::compare {

/// What of A stands beside what of B. Costs are those of the runs, and live as long.
struct MatchedCosts {
    const Cost* a = nullptr;  ///< null: only B has it
    const Cost* b = nullptr;
    double likeness = 1;  ///< of both: TreeMatch's
    /// Where the two have not the same name: the functions that were taken for each other, here or further up. They have one
    /// name where one is called through a function more. What only one run has: its own function, the other name being empty.
    NamePair functions{};
};

/// Costs of equal names; by name.
[[nodiscard]] std::vector<MatchedCosts> matchNames(const Costs& a, const Costs& b);

/// Call paths, as matchTrees aligns the two trees.
[[nodiscard]] std::vector<MatchedCosts> matchPaths(
    const Run& a, const Run& b, const NameChoices& choices, const std::stop_token& stop);

/// Functions. Beside those of equal names, and those that \p choices calls the same, one that only A has stands beside one
/// that only B has where matchTrees takes the one for the other in a call path.
///
/// Where it does so with several, the pair with the largest sum of likenesses over all its call paths is made first; of equal
/// ones the first by name. The likeness of a pair is the mean of those.
/// Cost     That of matchTrees, and O(n log n).
[[nodiscard]] std::vector<MatchedCosts> matchFunctions(
    const Run& a, const Run& b, const NameChoices& choices, const std::stop_token& stop);

}  // namespace vellum::compare
