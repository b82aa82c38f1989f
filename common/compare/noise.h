#pragma once

#include "common/compare/rank_sum.h"
#include "common/table/table.h"

#include <cstdint>
#include <limits>
#include <span>

namespace vellum::compare {

enum class Verdict : std::uint8_t {
    Same = 0,
    Faster = 1,  ///< B's visits are shorter
    Slower = 2,
    TooFew = 3,  ///< fewer than kFewestVisits in a run
};

/// Whether single visits take longer in B than in A, or only seem so.
///
/// Units    Nanoseconds. What there is no value of is no number (NaN).
struct NoiseTest {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    Verdict verdict = Verdict::TooFew;
    std::uint64_t samplesA = 0;  ///< visits whose durations were looked at
    std::uint64_t samplesB = 0;
    double medianA = kNone;
    double medianB = kNone;
    double spreadA = kNone;  ///< median of the distances from the median
    double spreadB = kNone;
    double effect =
        kNone;  ///< Cliff's delta: −1: all visits of B are shorter than all of A … 1: all are longer
    double ratio = kNone;  ///< ratio_interval.h
    double ratioLow = kNone;
    double ratioHigh = kNone;
    double meanRatio =
        kNone;         ///< of the means; a few long visits are in this, and hardly in `ratio`
    double p = kNone;  ///< rank_sum.h
    double pAdjusted = kNone;

    static const table::Schema kSchema;
};

inline constexpr std::size_t kFewestVisits =
    5;  ///< of fewer in each run no order is unlikely enough

// A visit counts as faster or slower where all three hold.

inline constexpr double kSignificance = 0.01;  ///< pAdjusted at most
/// |effect| at least: what is less is "negligible" to Romano, Kromrey, Coraggio, Skowronek, "Appropriate statistics for
/// ordinal level data", 2006.
inline constexpr double kLeastEffect = 0.147;
inline constexpr double kLeastChange = 0.01;  ///< |ratio − 1| or |meanRatio − 1| at least

/// All but `pAdjusted` and the verdict between Same, Faster and Slower.
///
/// \param a, b  durations, ascending, > 0
[[nodiscard]] NoiseTest testNoise(std::span<const double> a, std::span<const double> b);
/// Of many: \p tests is the same for all of them.
[[nodiscard]] NoiseTest testNoise(
    std::span<const double> a, std::span<const double> b, RankSumTests& tests);

/// Sets `pAdjusted` and the verdicts of tests that were made together. Of the rows then called faster or slower, on
/// average at most the part kSignificance is so by chance alone.
///
/// Source   Benjamini, Hochberg, "Controlling the false discovery rate", J. R. Stat. Soc. B 57, 1995.
void judgeTogether(std::span<NoiseTest* const> tests);

}  // namespace vellum::compare
