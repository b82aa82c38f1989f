#pragma once

#include <span>

namespace vellum::compare {

/// By what factor B's values are larger than A's.
struct RatioInterval {
    double ratio = 1;
    double low = 1;  ///< of the interval that has the true factor in it 95 times out of 100
    double high = 1;
};

/// The estimator of Hodges and Lehmann for the logarithms of the values: the median of all ratios b / a, and the two
/// ratios between which the test of Mann and Whitney, by its normal approximation, finds nothing at 5 %.
///
/// \param a, b  ascending, neither empty, all > 0
/// Exact    To nine digits. Of an even number of ratios the lower one of the two in the middle.
/// Cost     Some 120 walks along both samples; memory none.
/// Source   Hodges, Lehmann, "Estimates of location based on rank tests", Ann. Math. Stat. 34, 1963; interval: Hollander,
///          Wolfe, "Nonparametric statistical methods", 1999, 4.3.
[[nodiscard]] RatioInterval ratioInterval(std::span<const double> a, std::span<const double> b);

}  // namespace vellum::compare
