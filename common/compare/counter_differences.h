#pragma once

#include "common/compare/comparison.h"
#include "common/compare/process_map.h"
#include "common/query/answers.h"
#include "common/query/counter_stretches.h"
#include "common/table/table.h"
#include "common/time/clock_properties.h"
#include "common/time/tick_range.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::compare {

// Two runs by their counters: what a counter shows in each column of B, less what it shows there in A. Both are asked for windows
// that are as long as each other, in as many columns; docs/semantics.md has what a difference of two columns is.

/// What one run answered.
struct CounterRun {
    const query::Counters& counters;
    const Definitions& definitions;
};

/// One counter in both: places among the rows of either; at least one is there.
struct CounterPair {
    std::optional<std::size_t> a;
    std::optional<std::size_t> b;

    friend bool operator==(const CounterPair&, const CounterPair&) = default;
};

/// Counters of the same name and unit belong together where they are of locations that do, as `mapLocations` has it among those that
/// record the counter; of several on one location the first to the first and so on.
///
/// \return in the order of A's rows; what only B has behind them, in the order of its rows
/// \param map  which location of A belongs to which of B; where one is folded its counters stand in several pairs
[[nodiscard]] std::vector<CounterPair> pairCounters(
    const CounterRun& a, const CounterRun& b, const ProcessMap& map = {});

/// The two windows, the longer one cut at its end to the length of the shorter, to the nearest tick and at least one.
///
/// Precondition: neither is empty.
[[nodiscard]] std::pair<TickRange, TickRange> asLongAsEachOther(
    TickRange a, const ClockProperties& clockA, TickRange b, const ClockProperties& clockB);

/// What a row of an answer shows in its columns, by the mode of its metric.
[[nodiscard]] std::vector<query::CounterStretch> shownBy(const CounterRun& run, std::size_t row);

/// B less A, where both show something: `min` and `max` are the least and the greatest of all differences between a value that B
/// shows in the column and one that A does, `value` is the difference of the two values.
///
/// \param a, b  from left to right, without overlap
/// Exact    Differences are rounded once, to the nearest double; what would be none is the least or the greatest there is.
/// Cost     O(stretches of both).
[[nodiscard]] std::vector<query::CounterStretch> differenceOf(
    std::span<const query::CounterStretch> a, std::span<const query::CounterStretch> b);

/// One counter of both in one column.
///
/// Units    Values in the metric's unit; NaN where the run shows nothing there.
struct CounterDifference {
    static constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

    std::string location;   ///< in A; of what only B has, in B
    std::string locationB;  ///< empty: it has the same name
    std::string metric;
    std::string unit;
    std::uint64_t column = 0;
    std::int64_t begin = 0;  ///< of the column, in nanoseconds since the windows begin
    Presence in = Presence::Both;
    double minA = kNothing;
    double meanA = kNothing;
    double maxA = kNothing;
    std::uint64_t samplesA = 0;  ///< 0: a value holds
    double minB = kNothing;
    double meanB = kNothing;
    double maxB = kNothing;
    std::uint64_t samplesB = 0;
    double difference = kNothing;
    double least = kNothing;  ///< of all differences in the column
    double most = kNothing;

    static const table::Schema kSchema;
};

/// All counters of two runs side by side.
struct CounterComparison {
    std::uint64_t columns = 0;
    std::int64_t length = 0;   ///< of the windows, in nanoseconds
    std::uint64_t count = 0;   ///< of all rows, whatever the limit
    std::uint64_t inBoth = 0;  ///< counters, not rows
    std::uint64_t onlyA = 0;   ///< counters that only A has
    std::uint64_t onlyB = 0;   ///< counters that only B has
    /// By counter as `pairCounters` has them, then by column; none where neither shows anything.
    std::vector<CounterDifference> rows;

    static const table::Schema kSchema;
};

/// What stands for a function, a group or a call path where counters are compared.
inline constexpr std::string_view kByCounter = "counter";

/// As the command line asks for it.
struct CounterQuestion {
    std::string metric;
    std::uint32_t columns = 1;

    static const table::Schema kSchema;
};

/// \param limit  rows; the others are counted
/// Precondition: as many columns in both.
[[nodiscard]] CounterComparison compareCounters(
    const CounterRun& a, const CounterRun& b, std::uint64_t limit, const ProcessMap& map = {});

}  // namespace vellum::compare
