#include "gui/geometry/time_axis.h"

#include <array>
#include <cmath>

namespace vellum::gui::geometry {

namespace {

struct Step {
    double seconds = 1;
    int minors = 5;
};

/// The smallest of 1, 2, 5 × 10^n seconds that is no shorter than \p least.
Step stepFor(double least)
{
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (power * factor >= least * 0.999'999) {
            return {.seconds = power * factor, .minors = factor == 2.0 ? 4 : 5};
        }
    }
    return {.seconds = power * 10, .minors = 5};
}

struct Unit {
    double seconds;
    const char* name;
};

/// The unit in which multiples of \p step are whole numbers, or the next one where those would have
/// four digits: "1.5 s", not "1500 ms".
Unit unitFor(double step, double largest)
{
    constexpr std::array kUnits = {
        Unit{1.0, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "µs"}, Unit{1e-9, "ns"}};
    for (const Unit& unit : kUnits) {
        if (step >= unit.seconds * 0.999 || largest >= unit.seconds * 0.999) {
            return unit;
        }
    }
    return {1e-12, "ps"};
}

/// A decimal number without trailing zeros.
QString decimal(double value, double resolution)
{
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(resolution) - 1e-6)));
    QString text = QString::number(value, 'f', digits);
    if (text.contains(QLatin1Char('.'))) {
        while (text.endsWith(QLatin1Char('0'))) {
            text.chop(1);
        }
        if (text.endsWith(QLatin1Char('.'))) {
            text.chop(1);
        }
    }
    return text;
}

}  // namespace

TimeAxis makeTimeAxis(TickRange range, const ClockProperties& clock, double widthPx, double labelPx)
{
    TimeAxis axis;
    const double begin = clock.toSeconds(range.begin);
    const double span = clock.toSeconds(range.length());
    if (span <= 0 || widthPx <= 0) {
        return axis;
    }
    const Step step = stepFor(span * labelPx / widthPx);

    // What all labels share goes to the left edge, in whole powers of ten no longer than the span.
    const double power = std::pow(10.0, std::floor(std::log10(span)));
    // A begin that is a whisker below a round number, as 200 ms of an odd clock, counts as that.
    double base = std::floor((begin + span / 1'000) / power) * power;
    if (std::abs(base) < span * 2) {
        base = 0;  // short enough without: "250 ms"
    }
    const Unit unit = unitFor(step.seconds, begin + span - base);
    if (base != 0) {
        axis.base = decimal(base, power) + QStringLiteral(" s +");
    }

    const double minor = step.seconds / step.minors;
    const auto first = static_cast<long long>(std::ceil((begin - base) / minor - 1e-6));
    const auto last = static_cast<long long>(std::floor((begin + span - base) / minor + 1e-6));
    for (long long i = first; i <= last; ++i) {
        const double offset = static_cast<double>(i) * minor;
        AxisTick tick{
            .x = (base + offset - begin) / span * widthPx, .isMajor = i % step.minors == 0};
        if (tick.isMajor) {
            tick.label = decimal(offset / unit.seconds, step.seconds / unit.seconds)
                         + QLatin1Char(' ') + QString::fromUtf8(unit.name);
        }
        axis.ticks.push_back(std::move(tick));
    }
    return axis;
}

}  // namespace vellum::gui::geometry
