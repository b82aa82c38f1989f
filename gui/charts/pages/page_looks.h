#pragma once

#include <QBrush>
#include <QColor>
#include <QString>

#include <span>

namespace vellum::gui::charts {

/// How a state of pages is drawn, and what it is called.
///
/// Source   Colours that people with any kind of sight tell apart: Okabe and Ito, 2008. Each that asks for attention has a pattern
///          besides.
struct PageLook {
    char state = '.';  ///< as query::page_state has it
    QColor color;
    Qt::BrushStyle pattern = Qt::NoBrush;  ///< over the colour, in the theme's ink
    const char* name = "";                 ///< for tr() in the context "PageLook"

    [[nodiscard]] QString text() const;
};

/// In the order of the legend, what one should look at first; untouched has none.
[[nodiscard]] std::span<const PageLook> pageLooks();

/// Null for untouched, and for what is no state.
[[nodiscard]] const PageLook* findPageLook(char state);

}  // namespace vellum::gui::charts
