#pragma once

#include "common/query/answers.h"
#include "common/query/counter_stretches.h"
#include "common/time/columns.h"
#include "gui/geometry/timeline_geometry.h"

#include <optional>
#include <span>
#include <vector>

namespace vellum::gui::geometry {

using query::CounterHold;
using query::holdOf;

/// From the least to the largest value of a row, 0 included.
struct CounterExtent {
    double least = 0;
    double most = 0;

    /// Where \p value lies: 0 at the least, 1 at the largest.
    [[nodiscard]] double shareOf(double value) const;
    friend bool operator==(const CounterExtent&, const CounterExtent&) = default;
};

[[nodiscard]] CounterExtent extentOf(const query::CounterRow& row);

/// A stretch of a counter's row.
///
/// Units    `begin`, `end` in device pixels, half-open, inside the chart; values in the metric's unit.
struct CounterBar {
    int begin = 0;
    int end = 0;
    double min = 0;
    double max = 0;
    double value = 0;  ///< the mean of the column's samples, or the one that holds here

    friend bool operator==(const CounterBar&, const CounterBar&) = default;
};

/// A counter's columns as bars from left to right; between samples their values hold as \p hold says.
/// Neighbours that look alike are one bar. Exact as `makeBars` is.
[[nodiscard]] std::vector<CounterBar> makeCounterBars(
    const query::CounterRow& row,
    CounterHold hold,
    const Columns& answered,
    const TimeScale& scale);

/// Bars of \p stretches, which stand from left to right.
[[nodiscard]] std::vector<CounterBar> makeCounterBars(
    std::span<const query::CounterStretch> stretches,
    const Columns& answered,
    const TimeScale& scale);

/// The bar at pixel \p x, or nothing.
[[nodiscard]] std::optional<CounterBar> barAt(const std::vector<CounterBar>& bars, int x);

}  // namespace vellum::gui::geometry
