#include "common/values/lines.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace vellum::values {

namespace {

/// Of an even number of values the lower of the two in the middle, so that it is one of them.
long double lowerMedian(std::vector<long double> values)
{
    const auto middle =
        values.begin()
        + static_cast<std::vector<long double>::difference_type>((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

bool roundsToZero(long double residual)
{
    return std::abs(residual) < 0.5L;
}

}  // namespace

std::optional<Line> fitLine(std::span<const Point> points, bool isIntegers, double residual)
{
    const auto count = static_cast<long double>(points.size());
    Point mean;
    for (const Point& point : points) {
        mean.x += point.x;
        mean.y += point.y;
    }
    mean.x /= count;
    mean.y /= count;
    // Moments about the mean: with plain sums the differences of large ones lose all digits.
    long double xx = 0;
    long double xy = 0;
    for (const Point& point : points) {
        xx += (point.x - mean.x) * (point.x - mean.x);
        xy += (point.x - mean.x) * (point.y - mean.y);
    }
    const long double slope = xx > 0 ? xy / xx : 0;
    const auto [least, greatest] = std::ranges::minmax(points, {}, &Point::y);
    const long double allowed = residual * (greatest.y - least.y);
    bool isExact = isIntegers;
    for (const Point& point : points) {
        const long double off = point.y - mean.y - slope * (point.x - mean.x);
        if (!(std::abs(off) <= allowed)) {
            return std::nullopt;
        }
        isExact = isExact && roundsToZero(off);
    }
    if (slope == 0) {
        return std::nullopt;
    }
    return Line{
        .slope = static_cast<double>(slope),
        .intercept = static_cast<double>(mean.y - slope * mean.x),
        .isExact = isExact};
}

std::optional<Line> fitLineWithOutliers(
    std::span<const Point> points, bool isIntegers, double residual, double onLine)
{
    std::vector<long double> numbers;
    numbers.reserve(points.size());
    for (std::size_t i = 1; i < points.size(); ++i) {
        numbers.push_back((points[i].y - points[i - 1].y) / (points[i].x - points[i - 1].x));
    }
    const long double slope = lowerMedian(numbers);
    if (slope == 0) {
        return std::nullopt;
    }
    numbers.clear();
    for (const Point& point : points) {
        numbers.push_back(point.y - slope * point.x);
    }
    const long double intercept = lowerMedian(numbers);
    const long double allowed = residual * std::abs(slope) * (points.back().x - points.front().x);
    std::uint64_t outliers = 0;
    for (const Point& point : points) {
        const long double off = point.y - slope * point.x - intercept;
        const bool isOn = isIntegers ? roundsToZero(off) : std::abs(off) <= allowed;
        outliers += isOn ? 0U : 1U;
    }
    const auto count = static_cast<double>(points.size());
    if (outliers == 0 || count - static_cast<double>(outliers) < onLine * count) {
        return std::nullopt;
    }
    return Line{
        .slope = static_cast<double>(slope),
        .intercept = static_cast<double>(intercept),
        .outliers = outliers,
        .isExact = isIntegers};
}

}  // namespace vellum::values
