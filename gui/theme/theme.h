#pragma once

#include <QColor>
#include <QPalette>

#include <array>

namespace vellum::gui::theme {

/// Colours by role. Code names roles; only resources/palettes and the scales in this folder name colours.
///
/// Source   The look guide; contrast of ink on panel and field is at least 4.5 in both themes.
struct Theme {
    bool isDark = false;
    bool isPrint = false;  ///< black on white; patterns tell groups apart
    QColor window;
    QColor panel;  ///< the ground of charts
    QColor row;
    QColor groupRow;
    QColor field;
    QColor line;
    QColor ink;
    QColor mutedInk;
    QColor accent;
    QColor selection;  ///< accent, translucent
    QColor messageLine;
    QColor transferLine;  ///< one-sided operations, copies between host and device
    QColor counter;       ///< below a metric's value
    QColor counterBand;   ///< between the least and the largest value of a pixel, translucent
    QColor counterLine;   ///< on top
    QColor good;
    QColor refining;
    QColor error;
    QColor slower;  ///< of words about times; orange and blue, which colour-blind people tell apart
    QColor faster;
    std::array<QColor, 8> series;  ///< curves in one chart, in this order
    QColor barInk;                 ///< text on bars, whose colours are the same in both themes

    /// For Qt's own widgets.
    [[nodiscard]] QPalette palette() const;
};

[[nodiscard]] const Theme& lightTheme();
[[nodiscard]] const Theme& darkTheme();
[[nodiscard]] const Theme& printTheme();

/// What the widgets paint with. Set by the application before widgets are made and when the user
/// changes it; every widget reads it anew when it paints.
[[nodiscard]] const Theme& currentTheme();
void setCurrentTheme(const Theme& theme);

}  // namespace vellum::gui::theme
