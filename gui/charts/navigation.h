#pragma once

#include <QStringList>
#include <Qt>

#include <cstdint>

namespace vellum::gui::charts {

/// Whose habits mouse and keys follow.
enum class NavigationScheme : std::uint8_t { Vellum, Vampir, Perfetto, TraceCompass };

inline constexpr int kNavigationSchemes = 4;

/// "Vellum", "Vampir", "Perfetto", "Trace Compass": for lists, and what settings store.
[[nodiscard]] QString nameOf(NavigationScheme scheme);
/// The scheme of that name; Vellum's own if there is none.
[[nodiscard]] NavigationScheme schemeOf(const QString& name);

/// What dragging over the bars of a timeline does.
enum class DragAction : std::uint8_t {
    None,
    Select,   ///< time × rows, which stay selected
    Extend,   ///< moves the nearer edge of what is selected
    Zoom,     ///< into the time, and the rows, that are dragged over
    Measure,  ///< says the length, changes nothing
    Pan,
};

/// What the wheel over the bars of a timeline does.
enum class WheelAction : std::uint8_t { Zoom, Pan, ScrollRows, RowHeight };

/// The other modifiers than Shift and Control mean nothing here.
[[nodiscard]] DragAction dragAction(
    NavigationScheme scheme, Qt::MouseButton button, Qt::KeyboardModifiers modifiers);
[[nodiscard]] WheelAction wheelAction(
    NavigationScheme scheme, Qt::KeyboardModifiers modifiers, bool overLabels);

}  // namespace vellum::gui::charts
