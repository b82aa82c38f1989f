#include "gui/theme/theme.h"

namespace vellum::gui::theme {

namespace {

const Theme*& current()
{
    static const Theme* theme = &lightTheme();
    return theme;
}

}  // namespace

const Theme& currentTheme()
{
    return *current();
}

void setCurrentTheme(const Theme& theme)
{
    current() = theme.isDark ? &darkTheme() : theme.isPrint ? &printTheme() : &lightTheme();
}

QPalette Theme::palette() const
{
    QPalette result;
    result.setColor(QPalette::Window, window);
    result.setColor(QPalette::WindowText, ink);
    result.setColor(QPalette::Base, panel);
    result.setColor(QPalette::AlternateBase, row);
    result.setColor(QPalette::Text, ink);
    result.setColor(QPalette::PlaceholderText, mutedInk);
    result.setColor(QPalette::Button, field);
    result.setColor(QPalette::ButtonText, ink);
    result.setColor(QPalette::BrightText, error);
    result.setColor(QPalette::ToolTipBase, groupRow);
    result.setColor(QPalette::ToolTipText, ink);
    // Menus of the style draw white on it whatever the palette says: 6 : 1.
    result.setColor(QPalette::Highlight, isDark ? QColor("#2d5cae") : accent);
    result.setColor(QPalette::HighlightedText, Qt::white);
    result.setColor(QPalette::Link, accent);
    result.setColor(QPalette::LinkVisited, accent);
    result.setColor(QPalette::Light, isDark ? field.lighter(130) : QColor(Qt::white));
    result.setColor(QPalette::Midlight, isDark ? field.lighter(115) : field);
    result.setColor(QPalette::Mid, line);
    result.setColor(QPalette::Dark, isDark ? QColor("#0e1012") : QColor("#b9bfc6"));
    result.setColor(QPalette::Shadow, QColor("#0a0b0d"));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        QColor faint = mutedInk;
        faint.setAlphaF(0.6F);
        result.setColor(QPalette::Disabled, role, faint);
    }
    return result;
}

}  // namespace vellum::gui::theme
