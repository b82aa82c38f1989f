#pragma once

#include "common/time/tick_range.h"

#include <algorithm>

namespace vellum::gui::charts {

/// What hand movements mean, alike in every chart over time.
constexpr double kWheelStep = 0.8;  ///< one notch shows four fifths of the range
constexpr double kPanShare = 0.1;   ///< of the visible range, for one press of a key
constexpr int kLabelEdgePx = 6;     ///< of the labels, at their edge: it can be dragged there
constexpr int kGestureGapMs = 400;  ///< steps of one hand movement are one step of undo

/// Only on the side of the labels: what is drawn beside them begins at once.
[[nodiscard]] constexpr bool isOnLabelEdge(int x, int labelWidth)
{
    return x < labelWidth && x >= labelWidth - kLabelEdgePx;
}

/// What is shown when one zooms to \p what while \p shown is shown: as much again to either side, so that one sees
/// where it stands; and where that would be no less than is shown already, hardly more than itself.
[[nodiscard]] inline TickRange zoomedTo(TickRange what, TickRange shown)
{
    constexpr Tick kLeastMargin = 5;
    constexpr Tick kNarrow = 20;
    Tick margin = std::max(kLeastMargin, what.length());
    if (what.length() + 2 * margin >= shown.length()) {
        margin = std::max(kLeastMargin, what.length() / kNarrow);
    }
    return {.begin = what.begin - margin, .end = what.end + margin};
}

}  // namespace vellum::gui::charts
