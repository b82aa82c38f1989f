#pragma once

#include "common/values/fine_patterns.h"

#include <optional>
#include <span>

namespace vellum::values {

/// An item's index and its value as numbers.
struct Point {
    long double x = 0;
    long double y = 0;
};

/// The least-squares line, if no residual is above \p residual · (greatest - least y) and it has a slope.
///
/// \param points      at least 3, finite
/// \param isIntegers  the values are integers, and the line may be exact
[[nodiscard]] std::optional<Line> fitLine(
    std::span<const Point> points, bool isIntegers, double residual);

/// The line through the medians, if the part \p onLine of the points lies on it and at least one does not.
///
/// \param points  sorted by x, which are distinct; at least 3, finite
[[nodiscard]] std::optional<Line> fitLineWithOutliers(
    std::span<const Point> points, bool isIntegers, double residual, double onLine);

}  // namespace vellum::values
