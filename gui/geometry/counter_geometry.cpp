#include "gui/geometry/counter_geometry.h"

#include <algorithm>
#include <iterator>

namespace vellum::gui::geometry {

double CounterExtent::shareOf(double value) const
{
    return most > least ? std::clamp((value - least) / (most - least), 0.0, 1.0) : 0.0;
}

CounterExtent extentOf(const query::CounterRow& row)
{
    CounterExtent extent;
    const auto include = [&extent](double value) {
        extent.least = std::min(extent.least, value);
        extent.most = std::max(extent.most, value);
    };
    include(row.before.value_or(0.0));
    for (const query::CounterPoint& point : row.points) {
        include(point.min);
        include(point.max);
    }
    return extent;
}

std::vector<CounterBar> makeCounterBars(
    const query::CounterRow& row, CounterHold hold, const Columns& answered, const TimeScale& scale)
{
    return makeCounterBars(
        query::stretchesOf(row, hold, static_cast<std::uint32_t>(answered.count)), answered, scale);
}

std::vector<CounterBar> makeCounterBars(
    std::span<const query::CounterStretch> stretches,
    const Columns& answered,
    const TimeScale& scale)
{
    std::vector<CounterBar> bars;
    for (const query::CounterStretch& stretch : stretches) {
        const CounterBar bar{
            .begin = pixelOfBoundary(stretch.firstColumn, answered, scale),
            .end = pixelOfBoundary(stretch.endColumn, answered, scale),
            .min = stretch.min,
            .max = stretch.max,
            .value = stretch.value};
        if (bar.begin >= bar.end) {
            continue;
        }
        CounterBar* last = bars.empty() ? nullptr : &bars.back();
        if (last != nullptr && last->end == bar.begin && last->min == bar.min
            && last->max == bar.max && last->value == bar.value) {
            last->end = bar.end;
        } else {
            bars.push_back(bar);
        }
    }
    return bars;
}

std::optional<CounterBar> barAt(const std::vector<CounterBar>& bars, int x)
{
    const auto after = std::ranges::upper_bound(bars, x, {}, &CounterBar::begin);
    if (after == bars.begin() || std::prev(after)->end <= x) {
        return std::nullopt;
    }
    return *std::prev(after);
}

}  // namespace vellum::gui::geometry
