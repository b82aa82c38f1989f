#include "gui/theme/theme.h"

namespace vellum::gui::theme {

namespace {

QColor translucent(const char* name, double opacity)
{
    QColor color(QLatin1String{name});
    color.setAlphaF(static_cast<float>(opacity));
    return color;
}

Theme makeLight()
{
    return {
        .isDark = false,
        .window = QColor("#f6f7f8"),
        .panel = QColor("#ffffff"),
        .row = QColor("#fbfbfc"),
        .groupRow = QColor("#f1f3f5"),
        .field = QColor("#eef0f2"),
        .line = QColor("#dfe2e6"),
        .ink = QColor("#1c2127"),
        .mutedInk = QColor("#626b76"),
        .accent = QColor("#2563c9"),
        .selection = translucent("#2563c9", 0.13),
        .messageLine = translucent("#1c2127", 0.80),
        .transferLine = translucent("#8f3553", 0.90),
        .counter = QColor("#c9d3e0"),
        .counterBand = translucent("#a9b8cb", 0.55),
        .counterLine = QColor("#5c7391"),
        .good = QColor("#2f9e5b"),
        .refining = QColor("#d08a12"),
        .error = QColor("#c8372d"),
        .slower = QColor("#a04000"),
        .faster = QColor("#0b5cad"),
        .series =
            {QColor("#0072b2"),
             QColor("#d55e00"),
             QColor("#009e73"),
             QColor("#b8518f"),
             QColor("#2b95d6"),
             QColor("#b07c00"),
             QColor("#5b5fb5"),
             QColor("#626b76")},
        .barInk = QColor("#14181d")};
}

Theme makeDark()
{
    return {
        .isDark = true,
        .window = QColor("#1b1e22"),
        .panel = QColor("#15181b"),
        .row = QColor("#171a1e"),
        .groupRow = QColor("#1e2226"),
        .field = QColor("#24282d"),
        .line = QColor("#2e333a"),
        .ink = QColor("#e4e7eb"),
        .mutedInk = QColor("#97a1ad"),
        .accent = QColor("#6ea3f7"),
        .selection = translucent("#6ea3f7", 0.18),
        .messageLine = translucent("#f2f4f7", 0.80),
        .transferLine = translucent("#f0a6bb", 0.90),
        .counter = QColor("#35414f"),
        .counterBand = translucent("#55677c", 0.55),
        .counterLine = QColor("#93a9c4"),
        .good = QColor("#37b86a"),
        .refining = QColor("#ee9f17"),
        .error = QColor("#d95149"),
        .slower = QColor("#ffa25c"),
        .faster = QColor("#74baff"),
        .series =
            {QColor("#3d9be0"),
             QColor("#f07a2d"),
             QColor("#23c194"),
             QColor("#d98bbd"),
             QColor("#7cc6f2"),
             QColor("#e0b02e"),
             QColor("#9a9ef0"),
             QColor("#97a1ad")},
        .barInk = QColor("#14181d")};
}

/// The light one on white paper: no grounds, black ink, lines that a printer shows.
Theme makePrint()
{
    Theme print = makeLight();
    const QColor paper("#ffffff");
    print.isPrint = true;
    print.window = paper;
    print.row = paper;
    print.groupRow = paper;
    print.field = paper;
    print.line = QColor("#b4b9c0");
    print.ink = QColor("#000000");
    print.mutedInk = QColor("#454c55");
    print.accent = QColor("#1a4b9e");
    print.selection = translucent("#1a4b9e", 0.13);
    print.messageLine = translucent("#000000", 0.85);
    return print;
}

const Theme*& current()
{
    static const Theme* theme = &lightTheme();
    return theme;
}

}  // namespace

const Theme& lightTheme()
{
    static const Theme kTheme = makeLight();
    return kTheme;
}

const Theme& darkTheme()
{
    static const Theme kTheme = makeDark();
    return kTheme;
}

const Theme& printTheme()
{
    static const Theme kTheme = makePrint();
    return kTheme;
}

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
