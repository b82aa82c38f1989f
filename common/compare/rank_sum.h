#pragma once

#include <cstddef>
#include <span>

namespace vellum::compare {

/// Whether two samples are of one distribution, whatever that is.
struct RankSum {
    double u = 0;  ///< pairs (a, b) with a < b, those with a = b counted half
    double p = 1;  ///< two-sided: how likely is a `u` so far from the middle, or farther, by chance
    bool isExact = true;  ///< false: by the normal approximation

    friend bool operator==(const RankSum&, const RankSum&) = default;
};

/// Up to so many values in both samples together `p` is exact.
inline constexpr std::size_t kMostExact = 30;

/// The test of Mann and Whitney, with ties.
///
/// \param a, b  ascending, neither empty
/// Exact    Up to kMostExact values the distribution of the rank sum over all ways to deal out the ranks that there are,
///          ties included. Else the normal approximation with the variance of ties and the correction for continuity.
/// Cost     O(|a| + |b|); where exact, some 400,000 additions.
/// Source   Mann, Whitney, "On a test of whether one of two random variables is stochastically larger than the other",
///          Ann. Math. Stat. 18, 1947. Ties: Lehmann, "Nonparametrics", 1975, 1.4. Exact with ties: Streitberg, Röhmel,
///          "Exact distributions for permutation and rank tests", Stat. Software Newsletter 12, 1986.
[[nodiscard]] RankSum rankSumTest(std::span<const double> a, std::span<const double> b);

}  // namespace vellum::compare
