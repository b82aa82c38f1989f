#pragma once

#include <QColor>

namespace vellum::gui::theme {

/// The colour of \p share, 0 ..= 1, on the scale for amounts: from dark blue to yellow, of a lightness
/// that only grows, for all kinds of sight.
///
/// Source   Cividis (Nuñez, Anderton, Renslow 2018), in eighteen steps with straight lines between.
[[nodiscard]] QColor sequentialColor(double share);

/// That part of the scale that stands out from the current theme's panels at both of its ends: without the darkest
/// on a dark ground, without the brightest on a bright one.
[[nodiscard]] QColor heatColor(double share);

/// That part of the scale on which the names of bars can be read: from grey to yellow.
[[nodiscard]] QColor colorBelowNames(double share);

/// Less (blue, -1) over as much (the ground of fields, 0) to more (orange, 1); the theme's ink can be read on all of it.
///
/// Source   The look guide's diverging scale.
[[nodiscard]] QColor differenceColor(double strength);

}  // namespace vellum::gui::theme
