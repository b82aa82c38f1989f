#pragma once

#include "common/time/clock_properties.h"
#include "common/time/tick_range.h"
#include "gui/data/time_text.h"

#include <QString>

#include <vector>

namespace vellum::gui::geometry {

struct AxisTick {
    double x = 0;   ///< pixels from the left edge of the chart
    QString label;  ///< empty for a minor tick
    bool isMajor = false;
};

/// The marks of a time axis: 1-2-5 steps with five (or four) minor steps each.
///
/// Labels are short: they count from `base`, which stands at the left ("1.24 s +"), in the one unit
/// that suits the step, from picoseconds to seconds, or in ticks. Ranges of ten minutes and more have
/// steps that are round in minutes, hours or days ("1 h 30 min").
struct TimeAxis {
    QString base;  ///< empty where labels count from 0
    std::vector<AxisTick> ticks;
};

/// As `data::timeStyle` says: of absolute times the base is that of the clock ("13:05:04.24 +"), and labels go on from it.
///
/// \param widthPx     of the whole range, > 0
/// \param labelPx     the least distance of two labels, > 0
[[nodiscard]] TimeAxis makeTimeAxis(
    TickRange range, const ClockProperties& clock, double widthPx, double labelPx);

}  // namespace vellum::gui::geometry
