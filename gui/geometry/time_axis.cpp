#include "gui/geometry/time_axis.h"

#include "gui/data/wording.h"

#include <algorithm>
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

/// What the axis counts in: seconds, or ticks, as if these were seconds of a clock of one tick a second.
struct Counting {
    std::uint64_t perUnit = 1;  ///< ticks
    double begin = 0;           ///< of the range, less `whole`
    double span = 0;
    std::uint64_t whole = 0;  ///< whole units that are in the base already
    bool isAbsolute = false;

    [[nodiscard]] double power() const { return std::pow(10.0, std::floor(std::log10(span))); }
};

Counting countingOf(TickRange range, const ClockProperties& clock)
{
    const data::TimeStyle style = data::timeStyle();
    Counting counting{
        .perUnit = style.inTicks ? 1 : clock.ticksPerSecond, .isAbsolute = style.isAbsolute};
    const auto perUnit = static_cast<double>(counting.perUnit);
    counting.begin = static_cast<double>(range.begin) / perUnit;
    counting.span = static_cast<double>(range.length()) / perUnit;
    if (!style.isAbsolute || counting.span <= 0 || range.begin < 0) {
        counting.isAbsolute = false;
        return counting;
    }
    // Doubles know no nanoseconds of a clock that has gone for years: whole units are taken out before.
    const std::uint64_t shown = data::shownOffset(clock) + static_cast<std::uint64_t>(range.begin);
    const std::uint64_t step =
        counting.perUnit * static_cast<std::uint64_t>(std::max(1.0, counting.power()));
    const std::uint64_t out = shown / step * step;
    counting.whole = out / counting.perUnit;
    counting.begin = static_cast<double>(shown - out) / perUnit;
    return counting;
}

/// "13:05:04.24 +": what all labels of an absolute axis go on from.
QString absoluteBase(
    const Counting& counting, double base, double power, const ClockProperties& clock)
{
    const double carried = std::floor(base + std::min(1.0, power) / 1'000);
    const std::uint64_t whole = counting.whole + static_cast<std::uint64_t>(carried);
    if (data::timeStyle().inTicks) {
        return data::grouped(whole) + QStringLiteral(" +");
    }
    QString fraction = decimal(std::max(0.0, base - carried), std::min(1.0, power));
    fraction.remove(0, 1);  // "0.24" goes on from the whole seconds
    const auto day = data::shownDay(clock);
    return day ? data::clockText(whole) + fraction + QStringLiteral(" +")
               : QString::number(whole) + fraction + QStringLiteral(" s +");
}

}  // namespace

TimeAxis makeTimeAxis(TickRange range, const ClockProperties& clock, double widthPx, double labelPx)
{
    TimeAxis axis;
    const bool inTicks = data::timeStyle().inTicks;
    const Counting counting = countingOf(range, clock);
    const double begin = counting.begin;
    const double span = counting.span;
    if (span <= 0 || widthPx <= 0) {
        return axis;
    }
    Step step = stepFor(std::max(span * labelPx / widthPx, inTicks ? 1.0 : 0.0));
    if (inTicks && step.seconds < step.minors) {
        step.minors = 1;  // no part of a tick
    }

    // What all labels share goes to the left edge, in whole powers of ten no longer than the span.
    const double power = std::max(counting.power(), inTicks ? 1.0 : 0.0);
    // A begin that is a whisker below a round number, as 200 ms of an odd clock, counts as that.
    double base = std::floor((begin + span / 1'000) / power) * power;
    if (!counting.isAbsolute && std::abs(base) < span * 2) {
        base = 0;  // short enough without: "250 ms"
    }
    const Unit unit = inTicks ? Unit{1.0, "ticks"} : unitFor(step.seconds, begin + span - base);
    if (counting.isAbsolute) {
        axis.base = absoluteBase(counting, base, power, clock);
    } else if (base != 0) {
        axis.base = inTicks ? data::grouped(static_cast<std::uint64_t>(base)) + QStringLiteral(" +")
                            : decimal(base, power) + QStringLiteral(" s +");
    }

    const double minor = step.seconds / step.minors;
    const auto first = static_cast<long long>(std::ceil((begin - base) / minor - 1e-6));
    const auto last = static_cast<long long>(std::floor((begin + span - base) / minor + 1e-6));
    for (long long i = first; i <= last; ++i) {
        const double offset = static_cast<double>(i) * minor;
        AxisTick tick{
            .x = (base + offset - begin) / span * widthPx, .isMajor = i % step.minors == 0};
        if (tick.isMajor) {
            const QString number =
                inTicks ? data::grouped(static_cast<std::uint64_t>(std::abs(offset) + 0.5))
                        : decimal(offset / unit.seconds, step.seconds / unit.seconds);
            tick.label = (inTicks && offset < 0 ? QStringLiteral("-") : QString()) + number
                         + QLatin1Char(' ') + QString::fromUtf8(unit.name);
        }
        axis.ticks.push_back(std::move(tick));
    }
    return axis;
}

}  // namespace vellum::gui::geometry
