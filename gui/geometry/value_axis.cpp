#include "gui/geometry/value_axis.h"

#include "common/base/number_text.h"

#include <algorithm>
#include <cmath>

namespace vellum::gui::geometry {

namespace {

/// Whether values of that unit are said in steps of 1024.
bool isBinary(std::string_view unit)
{
    constexpr double kMany = 1 << 20;
    return quantityText(kMany, unit).find("iB") != std::string::npos;
}

double niceStep(double least, bool binary)
{
    if (binary && least > 1) {
        return std::exp2(std::ceil(std::log2(least)));
    }
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= least * (1 - 1e-9)) {
            return factor * power;
        }
    }
    return 10 * power;
}

}  // namespace

std::vector<ValueTick> makeValueTicks(double least, double most, int count, std::string_view unit)
{
    if (!(most > least) || !std::isfinite(least) || !std::isfinite(most)) {
        return {{.value = least, .label = quantityText(least, unit)}};
    }
    const double step = niceStep((most - least) / std::max(1, count), isBinary(unit));
    std::vector<ValueTick> ticks;
    constexpr int kMostTicks = 100;  // whatever the rounding does
    const double first = std::ceil(least / step - 1e-9);
    for (int i = 0; i < kMostTicks; ++i) {
        const double value = (first + i) * step;
        if (value > most + 1e-9 * step) {
            break;
        }
        ticks.push_back({.value = value, .label = value == 0 ? "0" : quantityText(value, unit)});
    }
    return ticks;
}

}  // namespace vellum::gui::geometry
