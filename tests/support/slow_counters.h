#pragma once

#include "common/time/columns.h"
#include "common/time/tick_range.h"
#include "common/trace/metrics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

// What a counter shows in a column, and what the difference of two is, sample by sample: beside what is computed from answers.

namespace vellum::tests {

struct Sample {
    Tick tick = 0;
    double value = 0;
};

/// A counter as it was recorded, and the window that is asked for.
struct Recorded {
    std::vector<Sample> samples;
    MetricMode mode = MetricMode::AbsoluteNext;
    TickRange window;
};

inline std::vector<double> samplesIn(const Recorded& counter, TickRange column)
{
    std::vector<double> values;
    for (const Sample& sample : counter.samples) {
        if (column.contains(sample.tick)) {
            values.push_back(sample.value);
        }
    }
    return values;
}

/// The values that it has in a column, or the one that holds there.
inline std::vector<double> valuesIn(
    const Recorded& counter, const Columns& columns, std::int64_t place)
{
    std::vector<double> values = samplesIn(counter, columns.column(place));
    if (!values.empty()) {
        return values;
    }
    if (counter.mode == MetricMode::AbsoluteNext) {
        values = samplesIn(
            counter, {.begin = std::numeric_limits<Tick>::min(), .end = columns.boundary(place)});
    }
    for (auto next = place + 1;
         counter.mode == MetricMode::AbsoluteLast && next < columns.count && values.empty();
         ++next) {
        values = samplesIn(counter, columns.column(next));
    }
    return values.empty() ? values : std::vector<double>{values.back()};
}

inline double meanOf(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values) {
        sum += value;
    }
    return sum / static_cast<double>(values.size());
}

/// Of all pairs of values of one column.
struct AllPairs {
    double least = 0;
    double most = 0;
    double mean = 0;

    friend bool operator==(const AllPairs&, const AllPairs&) = default;
};

/// Nothing where one of them shows nothing.
inline std::optional<AllPairs> allPairsOf(
    const std::vector<double>& ofA, const std::vector<double>& ofB)
{
    if (ofA.empty() || ofB.empty()) {
        return std::nullopt;
    }
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    AllPairs all{.least = kInfinity, .most = -kInfinity, .mean = meanOf(ofB) - meanOf(ofA)};
    for (const double a : ofA) {
        for (const double b : ofB) {
            all.least = std::min(all.least, b - a);
            all.most = std::max(all.most, b - a);
        }
    }
    return all;
}

}  // namespace vellum::tests
