#include "gui/theme/scales.h"

#include "gui/theme/theme.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace vellum::gui::theme {

QColor sequentialColor(double share)
{
    struct Stop {
        double red = 0;
        double green = 0;
        double blue = 0;
    };
    static constexpr std::array<Stop, 18> kStops = {{
        {0, 32, 76},
        {0, 42, 102},
        {0, 52, 110},
        {39, 63, 108},
        {60, 74, 107},
        {76, 85, 107},
        {91, 95, 109},
        {104, 106, 112},
        {117, 117, 117},
        {131, 129, 120},
        {146, 140, 120},
        {161, 152, 118},
        {176, 165, 114},
        {192, 177, 109},
        {209, 191, 102},
        {225, 204, 92},
        {243, 219, 79},
        {255, 233, 69},
    }};
    const double place =
        (std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0) * (kStops.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), kStops.size() - 2);
    const double part = place - static_cast<double>(low);
    const auto mix = [part](double a, double b) {
        return static_cast<int>(std::lround(a + part * (b - a)));
    };
    const Stop& a = kStops[low];
    const Stop& b = kStops[low + 1];
    return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

QColor heatColor(double share)
{
    // At these a pixel has a contrast of 2 to the panel, whether it is of the least or of the most.
    constexpr double kLeastOnDark = 0.26;
    constexpr double kMostOnBright = 0.77;
    const double inside = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
    const bool isDark = currentTheme().panel.lightnessF() < 0.5F;
    return sequentialColor(
        isDark ? kLeastOnDark + (1 - kLeastOnDark) * inside : kMostOnBright * inside);
}

QColor colorBelowNames(double share)
{
    constexpr double kLeast = 0.45;  // there the ink of bars has a contrast of 4.5
    const double inside = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0.0;
    return sequentialColor(kLeast + (1 - kLeast) * inside);
}

QColor differenceColor(double strength)
{
    const QColor less(0x2b, 0x6c, 0xb0);
    const QColor more(0xc0, 0x5a, 0x12);
    constexpr double kMost =
        0.55;  // beyond it the ink of one of the themes has a contrast below 4.5
    const double inside = std::isfinite(strength) ? std::clamp(strength, -1.0, 1.0) : 0.0;
    const QColor ground = currentTheme().field;
    if (inside == 0) {
        return ground;
    }
    constexpr double kLeast = 0.15;  // the smallest change is told from none
    const double part = kLeast + (kMost - kLeast) * std::abs(inside);
    const QColor& end = inside < 0 ? less : more;
    const auto mix = [part](int a, int b) {
        return static_cast<int>(std::lround(a + part * (b - a)));
    };
    return {
        mix(ground.red(), end.red()),
        mix(ground.green(), end.green()),
        mix(ground.blue(), end.blue())};
}

}  // namespace vellum::gui::theme
