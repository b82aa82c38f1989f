#include "common/query/counter_stretches.h"

namespace vellum::query {

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

std::vector<CounterStretch> stretchesOf(
    const CounterRow& row, CounterHold hold, std::uint32_t columns)
{
    std::vector<CounterStretch> stretches;
    stretches.reserve(2 * row.points.size() + 1);
    std::int64_t next = 0;  // the first column without a stretch
    bool isHeld = hold == CounterHold::Forward && row.before.has_value();
    double held = row.before.value_or(0.0);
    const auto fillTo = [&](std::int64_t column) {
        if (isHeld && next < column) {
            stretches.push_back(
                {.firstColumn = next,
                 .endColumn = column,
                 .min = held,
                 .max = held,
                 .value = held});
        }
    };
    for (const CounterPoint& point : row.points) {
        if (hold == CounterHold::Backward) {
            isHeld = true;
            held = point.last;
        }
        fillTo(point.column);
        next = std::int64_t{point.column} + 1;
        stretches.push_back(
            {.firstColumn = point.column,
             .endColumn = next,
             .min = point.min,
             .max = point.max,
             .value = point.mean});
        isHeld = hold == CounterHold::Forward;
        held = point.last;
    }
    fillTo(columns);
    return stretches;
}

}  // namespace vellum::query
