#pragma once

#include "common/trace/definitions.h"

#include <QBrush>
#include <QColor>

#include <cstdint>

namespace vellum::gui::theme {

/// The colour of a function group: one palette for both themes, so that a function keeps its
/// colour.
///
/// Source   Found by a search in OKLCH for the largest smallest distance under normal sight and
///          protan, deutan and tritan simulation (Machado 2009); see the look guide.
[[nodiscard]] QColor groupColor(FunctionGroup group);

/// The colour that whoever recorded the region chose, where there is one and such colours are shown; else the
/// group's in one of five lightness steps, chosen by a hash of the region's name: the same from run to run
/// and from trace to trace.
[[nodiscard]] QColor regionColor(const Region& region);

/// For text on the region's colour: contrast is at least 4.5.
[[nodiscard]] QColor regionInk(const Region& region);

/// Black, white or the ink of bars: what is read on \p ground.
[[nodiscard]] QColor inkOn(const QColor& ground);

/// Whether regions are shown in colours of their own, as NVTX ranges have them; at first they are. Set like the
/// theme.
[[nodiscard]] bool showsOwnColors();
void setShowsOwnColors(bool isOn);

/// What tells a group from the others beside its colour; groups without one are told apart by lightness alone.
enum class Cue : std::uint8_t { None, Rising, Falling, Upright, Level, Dots };
[[nodiscard]] Cue cueOf(FunctionGroup group);
/// Lines or dots, darker than \p color, to be painted over it; no brush where there is no cue.
[[nodiscard]] QBrush cueBrush(Cue cue, const QColor& color);
[[nodiscard]] QBrush cueBrush(FunctionGroup group, const QColor& color);
/// Whether cues are painted: where somebody wants them, and always in print.
[[nodiscard]] bool showsCues();
void setShowsCues(bool areWanted);
/// A bar that is lower, in device pixels at 100 %, has no cue: it would be noise.
inline constexpr int kLeastCueHeight = 12;

/// The group's colour where its shares are stacked. What the profiler did itself is pale there: it is no work.
[[nodiscard]] QColor shareColor(FunctionGroup group);

/// The left edge of a bar: its own colour, darker.
[[nodiscard]] QColor edgeColor(const QColor& bar);

}  // namespace vellum::gui::theme
