#include "gui/geometry/counter_geometry.h"

#include <algorithm>
#include <iterator>

namespace vellum::gui::geometry {

CounterHold holdOf(MetricMode mode)
{
    switch (mode) {
    case MetricMode::AbsoluteLast:
    case MetricMode::RelativeLast:
        return CounterHold::Backward;
    case MetricMode::RelativePoint:
        return CounterHold::None;
    default:
        return CounterHold::Forward;  // what was counted up to a sample stays counted
    }
}

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

namespace {

/// Appends bars whose columns follow each other.
class BarList {
public:
    BarList(const Columns& answered, const TimeScale& scale) : m_answered(answered), m_scale(scale)
    {
    }

    /// \p bar says the values, the columns its place.
    void add(std::int64_t firstColumn, std::int64_t endColumn, CounterBar bar)
    {
        bar.begin = pixelOfBoundary(firstColumn, m_answered, m_scale);
        bar.end = pixelOfBoundary(endColumn, m_answered, m_scale);
        if (bar.begin >= bar.end) {
            return;
        }
        CounterBar* last = m_bars.empty() ? nullptr : &m_bars.back();
        if (last != nullptr && last->end == bar.begin && last->min == bar.min
            && last->max == bar.max && last->value == bar.value) {
            last->end = bar.end;
        } else {
            m_bars.push_back(bar);
        }
    }

    /// A value that holds without a sample of its own.
    void addHeld(std::int64_t firstColumn, std::int64_t endColumn, double value)
    {
        add(firstColumn, endColumn, {.min = value, .max = value, .value = value});
    }

    [[nodiscard]] std::vector<CounterBar> take() { return std::move(m_bars); }

private:
    Columns m_answered;
    TimeScale m_scale;
    std::vector<CounterBar> m_bars;
};

}  // namespace

std::vector<CounterBar> makeCounterBars(
    const query::CounterRow& row, CounterHold hold, const Columns& answered, const TimeScale& scale)
{
    BarList bars(answered, scale);
    std::int64_t next = 0;  // the first column without a bar
    bool isHeld = hold == CounterHold::Forward && row.before.has_value();
    double held = row.before.value_or(0.0);
    for (const query::CounterPoint& point : row.points) {
        if (hold == CounterHold::Backward) {
            isHeld = true;
            held = point.last;
        }
        if (isHeld) {
            bars.addHeld(next, point.column, held);
        }
        next = std::int64_t{point.column} + 1;
        bars.add(point.column, next, {.min = point.min, .max = point.max, .value = point.mean});
        isHeld = hold == CounterHold::Forward;
        held = point.last;
    }
    if (isHeld) {
        bars.addHeld(next, answered.count, held);
    }
    return bars.take();
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
