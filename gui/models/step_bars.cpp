#include "gui/models/step_bars.h"

#include <algorithm>
#include <span>

namespace vellum::gui::models {

namespace {

using compare::Presence;
using compare::StepDifference;

/// Nanoseconds of what both have, and of what only A has.
void addTo(StepBar& bar, const StepDifference& step)
{
    ++bar.count;
    if (step.in == Presence::Both) {
        ++bar.inBoth;
        bar.durationA = compare::addNs(bar.durationA, step.durationA);
        bar.durationB = compare::addNs(bar.durationB, step.durationB);
    } else {
        bar.onlyA = compare::addNs(bar.onlyA, step.durationA);
    }
}

}  // namespace

std::vector<StepRow> stepRows(const compare::StepComparison& comparison)
{
    std::vector<StepRow> rows;
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
        const StepDifference& step = comparison.rows[i];
        if (i == 0 || comparison.rows[i - 1].row != step.row) {
            rows.push_back({.location = step.location, .locationB = step.locationB, .first = i});
        }
        ++(step.in == Presence::OnlyB ? rows.back().onlyB : rows.back().count);
    }
    return rows;
}

std::vector<StepBar> stepBars(
    const compare::StepComparison& comparison, const StepRow& row, TickRange range, int widthPx)
{
    const auto steps = std::span(comparison.rows).subspan(row.first, row.count);
    const auto columnOf = [&](Tick tick) {
        const double share =
            static_cast<double>(std::clamp(tick, range.begin, range.end) - range.begin)
            / static_cast<double>(range.length());
        return std::min(static_cast<int>(share * widthPx), widthPx);
    };
    auto step = std::ranges::partition_point(steps, [&](const StepDifference& one) {
        return one.visitA.end <= range.begin && one.visitA.begin < range.begin;
    });
    std::vector<StepBar> bars;
    for (; step != steps.end() && step->visitA.begin < range.end; ++step) {
        const int begin = std::min(columnOf(step->visitA.begin), widthPx - 1);
        // A bar of one pixel that stands in the column where this begins leaves it those behind.
        const bool isTaken = !bars.empty() && bars.back().right > begin;
        const int left = isTaken ? begin + 1 : begin;
        const int right = columnOf(step->visitA.end);
        if (!isTaken || right > left) {
            bars.push_back(
                {.left = left,
                 .right = std::max(right, left + 1),
                 .first = row.first + static_cast<std::size_t>(step - steps.begin())});
        }
        addTo(bars.back(), *step);
    }
    return bars;
}

}  // namespace vellum::gui::models
