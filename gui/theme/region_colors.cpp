#include "gui/theme/region_colors.h"

#include "gui/theme/palettes.h"
#include "gui/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace vellum::gui::theme {

namespace {

std::size_t indexOf(FunctionGroup group)
{
    const auto index = static_cast<std::size_t>(group);
    return index < kFunctionGroupCount ? index : static_cast<std::size_t>(FunctionGroup::Unknown);
}

/// FNV-1a, 32 bits: the same on every machine, which std::hash is not.
std::uint32_t hashOf(std::string_view text)
{
    std::uint32_t hash = 2'166'136'261U;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
    }
    return hash;
}

/// WCAG 2's relative luminance.
double luminance(const QColor& color)
{
    const auto linear = [](double channel) {
        return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
           + 0.0722 * linear(color.blueF());
}

/// The lightness of the darkest step: 0.9 of the base's, or more where names could not be read on it.
float darkestLightness(const QColor& base)
{
    constexpr double kLeastContrast = 4.55;  // 4.5, and room for eight bits a channel
    const double least = kLeastContrast * (luminance(currentTheme().barInk) + 0.05) - 0.05;
    float hue = 0;
    float saturation = 0;
    float lightness = 0;
    base.getHslF(&hue, &saturation, &lightness);
    lightness *= 0.9F;
    while (lightness < 0.9F
           && luminance(QColor::fromHslF(std::max(hue, 0.0F), saturation, lightness)) < least) {
        lightness += 0.002F;
    }
    return lightness;
}

/// For each group, once.
float darkestLightness(FunctionGroup group)
{
    static const auto kDarkest = [] {
        std::array<float, kFunctionGroupCount> result = {};
        for (std::size_t i = 0; i < result.size(); ++i) {
            result[i] = darkestLightness(groupColor(static_cast<FunctionGroup>(i)));
        }
        return result;
    }();
    return kDarkest[indexOf(group)];
}

bool& ownColorsAreShown()
{
    static bool areShown = true;
    return areShown;
}

bool& cuesAreWanted()
{
    static bool areWanted = false;
    return areWanted;
}

bool hasOwnColor(const Region& region)
{
    return region.color != 0 && ownColorsAreShown();
}

}  // namespace

QColor groupColor(FunctionGroup group)
{
    return groupColors()[indexOf(group)];
}

QColor regionColor(const Region& region)
{
    if (hasOwnColor(region)) {
        return QColor::fromRgb(region.color);
    }
    constexpr std::uint32_t kSteps = 5;
    constexpr float kStep = 0.05F;  // of the group's lightness: 0.9 to 1.1 where ink allows it
    const QColor base = groupColor(region.group);
    float hue = 0;
    float saturation = 0;
    float lightness = 0;
    base.getHslF(&hue, &saturation, &lightness);
    const auto step = static_cast<float>(hashOf(region.name) % kSteps);
    const float own = darkestLightness(region.group) + step * kStep * lightness;
    return QColor::fromHslF(std::max(hue, 0.0F), saturation, std::min(own, 0.93F));
}

QColor regionInk(const Region& region)
{
    return hasOwnColor(region) ? inkOn(QColor::fromRgb(region.color)) : currentTheme().barInk;
}

QColor inkOn(const QColor& ground)
{
    // Where white is read as well as black, neither is worse than 4.5.
    constexpr double kMiddle = 0.179;
    const double light = luminance(ground);
    return light < kMiddle ? QColor(Qt::white)
           : light < 0.25  ? QColor(Qt::black)
                           : currentTheme().barInk;
}

bool showsOwnColors()
{
    return ownColorsAreShown();
}

void setShowsOwnColors(bool isOn)
{
    ownColorsAreShown() = isOn;
}

Cue cueOf(FunctionGroup group)
{
    switch (group) {
    case FunctionGroup::Mpi:
        return Cue::Rising;
    case FunctionGroup::Copy:
        return Cue::Falling;
    case FunctionGroup::Io:
        return Cue::Upright;
    case FunctionGroup::Synchronisation:
        return Cue::Level;
    case FunctionGroup::Measurement:
        return Cue::Dots;
    default:
        return Cue::None;
    }
}

QBrush cueBrush(FunctionGroup group, const QColor& color)
{
    return cueBrush(cueOf(group), color);
}

QBrush cueBrush(Cue cue, const QColor& color)
{
    QColor ink = edgeColor(color);
    ink.setAlpha(color.alpha());
    switch (cue) {
    case Cue::Rising:
        return {ink, Qt::BDiagPattern};
    case Cue::Falling:
        return {ink, Qt::FDiagPattern};
    case Cue::Upright:
        return {ink, Qt::VerPattern};
    case Cue::Level:
        return {ink, Qt::HorPattern};
    case Cue::Dots:
        return {ink, Qt::Dense6Pattern};
    case Cue::None:
        break;
    }
    return {};
}

bool showsCues()
{
    return cuesAreWanted() || currentTheme().isPrint;
}

void setShowsCues(bool areWanted)
{
    cuesAreWanted() = areWanted;
}

QColor shareColor(FunctionGroup group)
{
    constexpr float kPale = 0.35F;
    QColor color = groupColor(group);
    if (group == FunctionGroup::Measurement) {
        color.setAlphaF(kPale);
    }
    return color;
}

QColor edgeColor(const QColor& bar)
{
    constexpr double kShare = 0.72;
    return QColor::fromRgbF(
        static_cast<float>(bar.redF() * kShare),
        static_cast<float>(bar.greenF() * kShare),
        static_cast<float>(bar.blueF() * kShare));
}

}  // namespace vellum::gui::theme
