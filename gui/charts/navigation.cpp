#include "gui/charts/navigation.h"

#include <array>

namespace vellum::gui::charts {

namespace {

struct DragRule {
    NavigationScheme scheme = NavigationScheme::Vellum;
    Qt::MouseButton button = Qt::NoButton;
    Qt::KeyboardModifiers modifiers;
    DragAction action = DragAction::None;
};

struct WheelRule {
    NavigationScheme scheme = NavigationScheme::Vellum;
    Qt::KeyboardModifiers modifiers;
    WheelAction action = WheelAction::Zoom;
};

using enum NavigationScheme;

// Source   The conventions as the guide's feature map lists them for each tool (section E).
constexpr std::array kDrags = {
    DragRule{Vellum, Qt::LeftButton, Qt::NoModifier, DragAction::Select},
    DragRule{Vellum, Qt::LeftButton, Qt::ShiftModifier, DragAction::Measure},
    DragRule{Vellum, Qt::LeftButton, Qt::ControlModifier, DragAction::Zoom},
    DragRule{Vellum, Qt::RightButton, Qt::NoModifier, DragAction::Zoom},
    DragRule{Vampir, Qt::LeftButton, Qt::NoModifier, DragAction::Zoom},
    DragRule{Vampir, Qt::LeftButton, Qt::ShiftModifier, DragAction::Measure},
    DragRule{Vampir, Qt::LeftButton, Qt::ControlModifier, DragAction::Select},
    DragRule{Perfetto, Qt::LeftButton, Qt::NoModifier, DragAction::Select},
    DragRule{Perfetto, Qt::LeftButton, Qt::ShiftModifier, DragAction::Pan},
    DragRule{Perfetto, Qt::LeftButton, Qt::ControlModifier, DragAction::Zoom},
    DragRule{TraceCompass, Qt::LeftButton, Qt::NoModifier, DragAction::Select},
    DragRule{TraceCompass, Qt::LeftButton, Qt::ShiftModifier, DragAction::Extend},
    DragRule{TraceCompass, Qt::LeftButton, Qt::ControlModifier, DragAction::Pan},
    DragRule{TraceCompass, Qt::RightButton, Qt::NoModifier, DragAction::Zoom},
};

constexpr std::array kWheels = {
    WheelRule{Vellum, Qt::NoModifier, WheelAction::Zoom},
    WheelRule{Vellum, Qt::ControlModifier, WheelAction::RowHeight},
    WheelRule{Vampir, Qt::NoModifier, WheelAction::ScrollRows},
    WheelRule{Vampir, Qt::ControlModifier, WheelAction::Zoom},
    WheelRule{Perfetto, Qt::NoModifier, WheelAction::ScrollRows},
    WheelRule{Perfetto, Qt::ControlModifier, WheelAction::Zoom},
    WheelRule{TraceCompass, Qt::NoModifier, WheelAction::ScrollRows},
    WheelRule{TraceCompass, Qt::ControlModifier, WheelAction::Zoom},
};

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
    for (const DragRule& rule : kDrags) {
        if (rule.scheme == scheme && rule.button == button
            && rule.modifiers == (modifiers & kBoth)) {
            return rule.action;
        }
    }
    return DragAction::None;
}

WheelAction wheelAction(NavigationScheme scheme, Qt::KeyboardModifiers modifiers, bool overLabels)
{
    const Qt::KeyboardModifiers held = modifiers & kBoth;
    if (overLabels) {
        return held & Qt::ControlModifier ? WheelAction::RowHeight : WheelAction::ScrollRows;
    }
    if (held == Qt::ShiftModifier) {
        return WheelAction::Pan;  // everywhere
    }
    if (held == kBoth) {
        return WheelAction::RowHeight;
    }
    for (const WheelRule& rule : kWheels) {
        if (rule.scheme == scheme && rule.modifiers == held) {
            return rule.action;
        }
    }
    return WheelAction::Zoom;
}

}  // namespace vellum::gui::charts
