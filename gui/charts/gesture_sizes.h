#pragma once

namespace vellum::gui::charts {

/// What hand movements mean, alike in every chart over time.
constexpr double kWheelStep = 0.8;  ///< one notch shows four fifths of the range
constexpr double kPanShare = 0.1;   ///< of the visible range, for one press of a key
constexpr int kLabelEdgePx = 4;     ///< beside the edge of the labels, which can be dragged there
constexpr int kGestureGapMs = 400;  ///< steps of one hand movement are one step of undo

}  // namespace vellum::gui::charts
