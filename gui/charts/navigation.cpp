#include "gui/charts/navigation.h"

#include "gui/charts/key_scheme.h"

namespace vellum::gui::charts {

using enum NavigationScheme;

namespace {

constexpr Qt::KeyboardModifiers kBoth = Qt::ShiftModifier | Qt::ControlModifier;

}  // namespace

QString nameOf(NavigationScheme scheme)
{
    switch (scheme) {
    case Vellum:
        return QStringLiteral("Vellum");
    case Vampir:
        return QStringLiteral("Vampir");
    case Perfetto:
        return QStringLiteral("Perfetto");
    case TraceCompass:
        return QStringLiteral("Trace Compass");
    }
    return {};
}

NavigationScheme schemeOf(const QString& name)
{
    for (int i = 0; i < kNavigationSchemes; ++i) {
        const auto scheme = static_cast<NavigationScheme>(i);
        if (nameOf(scheme) == name) {
            return scheme;
        }
    }
    return Vellum;
}

DragAction dragAction(
    NavigationScheme scheme, Qt::MouseButton button, Qt::KeyboardModifiers modifiers)
{
    if (button == Qt::MiddleButton) {
        return DragAction::Pan;  // everywhere
    }
    return keyScheme(scheme).drags.value(
        {static_cast<int>(button), static_cast<int>((modifiers & kBoth).toInt())},
        DragAction::None);
}

WheelAction wheelAction(NavigationScheme scheme, Qt::KeyboardModifiers modifiers, bool overLabels)
{
    const Qt::KeyboardModifiers held = modifiers & kBoth;
    if (overLabels) {
        return held & Qt::ControlModifier ? WheelAction::RowHeight : WheelAction::ScrollRows;
    }
    return keyScheme(scheme).wheel.value(static_cast<int>(held.toInt()), WheelAction::Zoom);
}

}  // namespace vellum::gui::charts
