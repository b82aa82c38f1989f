#include "gui/theme/palette_file.h"

#include "gui/data/user_file.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonObject>
#include <QRegularExpression>

#include <algorithm>
#include <optional>

namespace vellum::gui::theme {

namespace {

struct Role {
    const char* name = "";
    QColor Theme::*color = nullptr;
};

constexpr std::array kRoles = {
    Role{"window", &Theme::window},
    Role{"panel", &Theme::panel},
    Role{"row", &Theme::row},
    Role{"groupRow", &Theme::groupRow},
    Role{"field", &Theme::field},
    Role{"line", &Theme::line},
    Role{"ink", &Theme::ink},
    Role{"mutedInk", &Theme::mutedInk},
    Role{"accent", &Theme::accent},
    Role{"selection", &Theme::selection},
    Role{"messageLine", &Theme::messageLine},
    Role{"transferLine", &Theme::transferLine},
    Role{"counter", &Theme::counter},
    Role{"counterBand", &Theme::counterBand},
    Role{"counterLine", &Theme::counterLine},
    Role{"good", &Theme::good},
    Role{"refining", &Theme::refining},
    Role{"error", &Theme::error},
    Role{"slower", &Theme::slower},
    Role{"faster", &Theme::faster},
    Role{"barInk", &Theme::barInk},
};

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::theme", text);
}

/// "#2563c9" or "#2563c9 13%".
std::optional<QColor> colorOf(const QJsonValue& value)
{
    static const QRegularExpression kForm(
        QStringLiteral("^(#[0-9a-fA-F]{6})(?: +([0-9]{1,2}|100)%)?$"));
    const QRegularExpressionMatch match = kForm.match(value.toString());
    if (!match.hasMatch()) {
        return std::nullopt;
    }
    QColor color(match.captured(1));
    if (match.hasCaptured(2)) {
        color.setAlphaF(static_cast<float>(match.captured(2).toDouble() / 100));
    }
    return color;
}

QString notAColor(const QString& where, const QString& name)
{
    return tr(R"(%1: "%2" is no colour; expected is "#rrggbb" or "#rrggbb 50%")").arg(where, name);
}

QString unknownName(const QString& where, const QString& name)
{
    return tr("%1: there is nothing that is called \"%2\"").arg(where, name);
}

bool readSeries(const QJsonValue& value, std::array<QColor, 8>& series)
{
    const QJsonArray list = value.toArray();
    std::array<QColor, 8> read;
    if (list.size() != static_cast<qsizetype>(read.size())) {
        return false;
    }
    for (std::size_t i = 0; i < read.size(); ++i) {
        const auto color = colorOf(list[static_cast<qsizetype>(i)]);
        if (!color) {
            return false;
        }
        read[i] = *color;
    }
    series = read;
    return true;
}

}  // namespace

QStringList readPalette(const QByteArray& json, const QString& where, Theme& theme)
{
    QStringList mistakes;
    const QJsonObject object = data::jsonObject(json, where, mistakes);
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        if (entry.key() == QLatin1String("series")) {
            if (!readSeries(entry.value(), theme.series)) {
                mistakes << tr("%1: \"series\" must be a list of eight colours").arg(where);
            }
            continue;
        }
        const auto* role = std::ranges::find_if(
            kRoles, [&](const Role& one) { return entry.key() == QLatin1String(one.name); });
        const auto color = colorOf(entry.value());
        if (role == kRoles.end()) {
            mistakes << unknownName(where, entry.key());
        } else if (!color) {
            mistakes << notAColor(where, entry.key());
        } else {
            theme.*(role->color) = *color;
        }
    }
    return mistakes;
}

QStringList readGroupColors(const QByteArray& json, const QString& where, GroupColors& colors)
{
    QStringList mistakes;
    const QJsonObject object = data::jsonObject(json, where, mistakes);
    for (auto entry = object.begin(); entry != object.end(); ++entry) {
        std::size_t group = 0;
        while (group < colors.size()
               && entry.key().toStdString() != name(static_cast<FunctionGroup>(group))) {
            ++group;
        }
        const auto color = colorOf(entry.value());
        if (group == colors.size()) {
            mistakes << unknownName(where, entry.key());
        } else if (!color || color->alpha() != 255) {
            mistakes << notAColor(where, entry.key());
        } else {
            colors[group] = *color;
        }
    }
    return mistakes;
}

}  // namespace vellum::gui::theme
