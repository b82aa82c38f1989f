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

constexpr double kMinute = 60;
constexpr double kHour = 60 * kMinute;
constexpr double kDay = 24 * kHour;
/// From here on an axis has minutes, hours and days.
constexpr double kLong = 10 * kMinute;

/// The smallest of 1, 2, 5 × 10^n that is no shorter than \p least.
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

/// Likewise of those that parts of minutes, hours and days are round in.
Step longStepFor(double least)
{
    constexpr std::array kSteps = {
        Step{1, 4},
        Step{2, 4},
        Step{5, 5},
        Step{10, 5},
        Step{15, 3},
        Step{30, 3},
        Step{kMinute, 4},
        Step{2 * kMinute, 4},
        Step{5 * kMinute, 5},
        Step{10 * kMinute, 5},
        Step{15 * kMinute, 3},
        Step{30 * kMinute, 3},
        Step{kHour, 4},
        Step{2 * kHour, 4},
        Step{3 * kHour, 3},
        Step{6 * kHour, 3},
        Step{12 * kHour, 4}};
    const auto* const found = std::ranges::find_if(
        kSteps, [least](const Step& step) { return step.seconds >= least * 0.999'999; });
    if (found != kSteps.end()) {
        return *found;
    }
    const Step days = stepFor(std::max(1.0, least / kDay));
    return {.seconds = days.seconds * kDay, .minors = days.seconds == 1.0 ? 4 : days.minors};
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
    bool inTicks = false;

    [[nodiscard]] bool isLong() const { return !inTicks && span >= kLong; }
    /// What a base is made of: no longer than the range.
    [[nodiscard]] double power() const
    {
        if (isLong()) {
            return span >= kDay ? kDay : span >= kHour ? kHour : kMinute;
        }
        return std::max(std::pow(10.0, std::floor(std::log10(span))), inTicks ? 1.0 : 0.0);
    }
};

Counting countingOf(TickRange range, const ClockProperties& clock)
{
    const data::TimeStyle style = data::timeStyle();
    Counting counting{
        .perUnit = style.inTicks ? 1 : clock.ticksPerSecond,
        .isAbsolute = style.isAbsolute,
        .inTicks = style.inTicks};
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

/// What a label says, \p offset from the base on.
QString labelOf(double offset, const Step& step, const Unit& unit, const Counting& counting)
{
    if (counting.isLong()) {
        return data::longText(offset);
    }
    if (!counting.inTicks) {
        return decimal(offset / unit.seconds, step.seconds / unit.seconds) + QLatin1Char(' ')
               + QString::fromUtf8(unit.name);
    }
    return (offset < 0 ? QStringLiteral("-") : QString())
           + data::grouped(static_cast<std::uint64_t>(std::llround(std::abs(offset))))
           + QStringLiteral(" ticks");
}

/// Whether labels that count from 0 have three parts, as "1 h 14 min 30 s".
bool wouldBeWordy(const Step& step, const Counting& counting, double end)
{
    return counting.isLong()
           && ((step.seconds < kMinute && end >= kHour) || (step.seconds < kHour && end >= kDay));
}

/// What stands at the left, empty for 0.
QString baseText(const Counting& counting, double base, const ClockProperties& clock)
{
    if (counting.isAbsolute) {
        return absoluteBase(counting, base, counting.power(), clock);
    }
    if (base == 0) {
        return {};
    }
    if (counting.inTicks) {
        return data::grouped(static_cast<std::uint64_t>(base)) + QStringLiteral(" +");
    }
    if (counting.isLong() || base < kHour) {
        return counting.isLong() ? data::longText(base) + QStringLiteral(" +")
                                 : decimal(base, counting.power()) + QStringLiteral(" s +");
    }
    // "1 d 3 h 46 min 40.25 s +": nobody divides 100,000 s in the head.
    const double seconds = std::fmod(base, kMinute);
    const double before = std::round(base - seconds);
    const QString rest = decimal(seconds, counting.power());
    return data::longText(before)
           + (rest == QLatin1String("0") ? QString() : QStringLiteral(" %1 s").arg(rest))
           + QStringLiteral(" +");
}

}  // namespace

TimeAxis makeTimeAxis(TickRange range, const ClockProperties& clock, double widthPx, double labelPx)
{
    TimeAxis axis;
    const Counting counting = countingOf(range, clock);
    const double begin = counting.begin;
    const double span = counting.span;
    if (span <= 0 || widthPx <= 0) {
        return axis;
    }
    const double least = std::max(span * labelPx / widthPx, counting.inTicks ? 1.0 : 0.0);
    Step step = counting.isLong() ? longStepFor(least) : stepFor(least);
    if (counting.inTicks && step.seconds < step.minors) {
        step.minors = 1;  // no part of a tick
    }

    // What all labels share goes to the left edge, in whole powers of ten (or minutes, hours, days) no longer than the span.
    const double power = counting.power();
    // A begin that is a whisker below a round number, as 200 ms of an odd clock, counts as that.
    double base = std::floor((begin + span / 1'000) / power) * power;
    if (!counting.isAbsolute && std::abs(base) < span * 2
        && !wouldBeWordy(step, counting, begin + span)) {
        base = 0;  // short enough without: "250 ms"
    }
    const Unit unit = unitFor(step.seconds, begin + span - base);
    axis.base = baseText(counting, base, clock);

    const double minor = step.seconds / step.minors;
    const auto first = static_cast<long long>(std::ceil((begin - base) / minor - 1e-6));
    const auto last = static_cast<long long>(std::floor((begin + span - base) / minor + 1e-6));
    for (long long i = first; i <= last; ++i) {
        const double offset = static_cast<double>(i) * minor;
        AxisTick tick{
            .x = (base + offset - begin) / span * widthPx, .isMajor = i % step.minors == 0};
        if (tick.isMajor) {
            tick.label = labelOf(offset, step, unit, counting);
        }
        axis.ticks.push_back(std::move(tick));
    }
    return axis;
}

}  // namespace vellum::gui::geometry
