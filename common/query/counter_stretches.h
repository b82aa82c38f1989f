#pragma once

#include "common/query/answers.h"
#include "common/trace/metrics.h"

#include <cstdint>
#include <vector>

namespace vellum::query {

// What a counter shows where it has no sample of its own: the one rule by which counters are drawn, and by which two of them are
// compared (docs/semantics.md, Counters).

/// Which time around a sample its value is of.
enum class CounterHold : std::uint8_t {
    Forward,   ///< up to the next sample
    Backward,  ///< since the sample before
    None,      ///< the sample's instant
};

[[nodiscard]] CounterHold holdOf(MetricMode mode);

/// What a counter shows in neighbouring columns that have no sample, or in one column that has some.
///
/// Units    Values in the metric's unit.
struct CounterStretch {
    std::int64_t firstColumn = 0;
    std::int64_t endColumn = 0;  ///< behind the last, > `firstColumn`
    double min = 0;
    double max = 0;
    double value = 0;  ///< the mean of the column's samples, or the one that holds here

    friend bool operator==(const CounterStretch&, const CounterStretch&) = default;
};

/// From left to right, without overlap; where nothing is known there is none.
///
/// \param columns  of the answer that \p row is of
/// Cost     O(points).
[[nodiscard]] std::vector<CounterStretch> stretchesOf(
    const CounterRow& row, CounterHold hold, std::uint32_t columns);

}  // namespace vellum::query
