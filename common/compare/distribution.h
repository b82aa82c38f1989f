#pragma once

#include "common/compare/run.h"
#include "common/table/table.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

/// Visits of both runs whose durations lie between two bounds.
///
/// Units    Nanoseconds.
struct DurationBin {
    double low = 0;   ///< visits of just this duration are in it
    double high = 0;  ///< those of this one are in the next
    std::uint64_t visitsA = 0;
    std::uint64_t visitsB = 0;
    double shareA = 0;  ///< of all visits of the run; NaN where it has none
    double shareB = 0;
    double upToA = 0;  ///< share of the visits that are shorter than `high`
    double upToB = 0;

    static const table::Schema kSchema;

    friend bool operator==(const DurationBin&, const DurationBin&) = default;
};

/// How long visits of one function take in two runs: a histogram of both with the same bins, equally wide on a logarithmic axis, and
/// what adds up of it.
///
/// Units    Nanoseconds. Exclusive durations, of visits that begin and end in the window.
struct Distribution {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    std::string function;
    std::string functionInB;      ///< where it has another name there
    std::uint64_t perDecade = 0;  ///< bins from a duration to ten times as much
    std::uint64_t visitsA = 0;
    std::uint64_t visitsB = 0;
    double medianA = kNone;  ///< of an even number the lower one of the two in the middle
    double medianB = kNone;
    double leastA = kNone;
    double leastB = kNone;
    double mostA = kNone;
    double mostB = kNone;
    std::vector<DurationBin>
        rows;  ///< from the shortest visit of either to the longest, those without any, too

    static const table::Schema kSchema;
};

/// Bins from a duration to ten times as much: the most of these with which there are no more than kMostBins, else the fewest.
inline constexpr std::uint32_t kBinsPerDecade[] = {100, 50, 20, 10, 5, 2};
inline constexpr std::size_t kMostBins = 80;

/// \param a, b       by duration, ascending
/// \param perDecade  0: as many as fit
/// Exact    A class of durations counts where its `ns` is.
[[nodiscard]] Distribution distributionOf(
    std::span<const DurationClass> a,
    std::span<const DurationClass> b,
    std::uint32_t perDecade = 0);

/// Of a function what part of its visits takes no longer than \p ns: 0 … 1; NaN without visits.
[[nodiscard]] double shareUpTo(std::span<const DurationClass> durations, double ns);

/// What stands for a function, a group or a call path where distributions are compared.
inline constexpr std::string_view kByDuration = "duration";

/// As the command line asks for it.
struct DurationQuestion {
    static constexpr std::uint32_t kMostPerDecade = 100;

    std::string function;         ///< its whole name
    std::uint32_t perDecade = 0;  ///< 0: as many as fit

    static const table::Schema kSchema;
};

}  // namespace vellum::compare
