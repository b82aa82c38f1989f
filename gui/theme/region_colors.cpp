#include "gui/theme/region_colors.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace vellum::gui::theme {

namespace {

constexpr std::array<const char*, kFunctionGroupCount> kPalette = {
    "#b2e6bf",  // application
    "#ea6e3d",  // MPI
    "#8caed7",  // OpenMP, threads
    "#cfb8ff",  // device API
    "#ef9e1b",  // kernel
    "#c6738b",  // copy
    "#34a1b1",  // I/O
    "#f9e26c",  // annotation
    "#a2a9b1",  // memory
    "#8a929c",  // measurement
    "#757d87",  // unknown
};

/// FNV-1a, 32 bits: the same on every machine, which std::hash is not.
std::uint32_t hashOf(std::string_view text)
{
    std::uint32_t hash = 2'166'136'261U;
    for (const char c : text) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16'777'619U;
    }
    return hash;
}

}  // namespace

QColor groupColor(FunctionGroup group)
{
    const auto index = std::min(static_cast<std::size_t>(group), kPalette.size() - 1);
    return QColor(QLatin1String(kPalette[index]));
}

QColor regionColor(const Region& region)
{
    constexpr std::array<float, 5> kSteps = {0.90F, 0.95F, 1.0F, 1.05F, 1.10F};
    const QColor base = groupColor(region.group);
    float hue = 0;
    float saturation = 0;
    float lightness = 0;
    base.getHslF(&hue, &saturation, &lightness);
    const float step = kSteps[hashOf(region.name) % kSteps.size()];
    return QColor::fromHslF(std::max(hue, 0.0F), saturation, std::min(lightness * step, 0.93F));
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
