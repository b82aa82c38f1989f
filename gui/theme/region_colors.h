#pragma once

#include "common/trace/definitions.h"

#include <QColor>

namespace vellum::gui::theme {

/// The colour of a function group: one palette for both themes, so that a function keeps its
/// colour.
///
/// Source   Found by a search in OKLCH for the largest smallest distance under normal sight and
///          protan, deutan and tritan simulation (Machado 2009); see the look guide.
[[nodiscard]] QColor groupColor(FunctionGroup group);

/// The group's colour in one of five lightness steps, chosen by a hash of the region's name: the
/// same from run to run and from trace to trace. Contrast of ink on it is at least 4.5.
[[nodiscard]] QColor regionColor(const Region& region);

/// The left edge of a bar: its own colour, darker.
[[nodiscard]] QColor edgeColor(const QColor& bar);

}  // namespace vellum::gui::theme
