#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

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

/// The same test for many pairs of samples: the distribution of the rank sum is worked out once for all that are as large and have their
/// ties at the same places, which most small ones have.
///
/// Exact    As `rankSumTest`, to the last bit.
/// Size     At most kMostKept distributions, of 8 KB at most.
/// Threads  One.
class RankSumTests {
public:
    static constexpr std::size_t kMostKept = 1'000;

    [[nodiscard]] RankSum test(std::span<const double> a, std::span<const double> b);

private:
    /// How many values there are of each size, from the least on, and how many are in the smaller sample.
    using Key = std::vector<std::size_t>;
    std::map<Key, std::vector<double>>
        m_ways;  ///< in how many ways the smaller one has each doubled rank sum
};

}  // namespace vellum::compare
