#include "gui/theme/palettes.h"

#include "common/base/check.h"
#include "gui/data/user_file.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace vellum::gui::theme {

namespace {

enum class Which : std::uint8_t { Light, Dark, Print };
constexpr std::array kFiles = {"light.json", "dark.json", "print.json"};

struct Palettes {
    std::array<Theme, kFiles.size()> themes;
    GroupColors groups;
};

/// Lays what is in \p folder over \p palettes.
QStringList readInto(Palettes& palettes, const QString& folder)
{
    QStringList mistakes;
    for (std::size_t i = 0; i < kFiles.size(); ++i) {
        const QString path = folder + QLatin1Char('/') + QLatin1String(kFiles[i]);
        if (const auto bytes = data::readUserFile(path, mistakes)) {
            mistakes << readPalette(*bytes, path, palettes.themes[i]);
        }
    }
    const QString path = folder + QStringLiteral("/groups.json");
    if (const auto bytes = data::readUserFile(path, mistakes)) {
        mistakes << readGroupColors(*bytes, path, palettes.groups);
    }
    return mistakes;
}

Palettes builtIn()
{
    Palettes palettes;
    const QStringList mistakes = readInto(palettes, QStringLiteral(":/palettes"));
    VELLUM_ASSERT(mistakes.isEmpty() && std::ranges::all_of(palettes.groups, &QColor::isValid));
    for (const Theme& theme : palettes.themes) {
        VELLUM_ASSERT(theme.ink.isValid() && std::ranges::all_of(theme.series, &QColor::isValid));
    }
    palettes.themes[static_cast<std::size_t>(Which::Dark)].isDark = true;
    palettes.themes[static_cast<std::size_t>(Which::Print)].isPrint = true;
    return palettes;
}

Palettes& palettes()
{
    static Palettes kept = builtIn();
    return kept;
}

const Theme& themeOf(Which which)
{
    return palettes().themes[static_cast<std::size_t>(which)];
}

}  // namespace

const Theme& lightTheme()
{
    return themeOf(Which::Light);
}

const Theme& darkTheme()
{
    return themeOf(Which::Dark);
}

const Theme& printTheme()
{
    return themeOf(Which::Print);
}

const GroupColors& groupColors()
{
    return palettes().groups;
}

QStringList readUserPalettes(const QString& folder)
{
    return readInto(palettes(), folder);
}

}  // namespace vellum::gui::theme
