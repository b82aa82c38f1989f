#include "gui/data/time_text.h"

#include "gui/data/wording.h"

#include <QDateTime>
#include <QStringList>
#include <QTimeZone>

#include <cmath>
#include <utility>

namespace vellum::gui::data {

namespace {

__extension__ using Wide = __int128;

constexpr std::uint64_t kNsPerSecond = 1'000'000'000;
constexpr std::uint64_t kSecondsPerMinute = 60;
constexpr std::uint64_t kSecondsPerHour = 3'600;
constexpr std::uint64_t kSecondsPerDay = 86'400;

TimeStyle& current()
{
    static TimeStyle style;
    return style;
}

bool isOfDay(const ClockProperties& clock)
{
    return timeStyle().isAbsolute && !timeStyle().inTicks && clock.realtimeNs > 0;
}

QString twoDigits(std::uint64_t number)
{
    return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
}

/// Decimal digits of a tick.
int digitsOf(const ClockProperties& clock)
{
    constexpr int kMostDigits = 12;
    int digits = 0;
    for (std::uint64_t resolution = 1; resolution < clock.ticksPerSecond && digits < kMostDigits;
         resolution *= 10) {
        ++digits;
    }
    return digits;
}

/// ".245864330": of less than a second.
QString fractionText(std::uint64_t ticks, const ClockProperties& clock)
{
    const int digits = digitsOf(clock);
    Wide scaled = ticks;
    for (int i = 0; i < digits; ++i) {
        scaled *= 10;
    }
    const auto fraction = static_cast<qulonglong>(scaled / clock.ticksPerSecond);
    return digits == 0 ? QString()
                       : QStringLiteral(".%1").arg(fraction, digits, 10, QLatin1Char('0'));
}

QString ticksText(Wide ticks)
{
    const bool isLess = ticks < 0;
    return (isLess ? QStringLiteral("-") : QString())
           + grouped(static_cast<std::uint64_t>(isLess ? -ticks : ticks));
}

}  // namespace

TimeStyle timeStyle()
{
    return current();
}

void setTimeStyle(TimeStyle style)
{
    current() = style;
}

std::uint64_t shownOffset(const ClockProperties& clock)
{
    if (!timeStyle().isAbsolute) {
        return 0;
    }
    if (!isOfDay(clock)) {
        return clock.globalOffset;
    }
    const Wide ns = clock.realtimeNs % (kSecondsPerDay * kNsPerSecond);
    return static_cast<std::uint64_t>(ns * clock.ticksPerSecond / kNsPerSecond);
}

std::optional<QString> shownDay(const ClockProperties& clock)
{
    if (!isOfDay(clock)) {
        return std::nullopt;
    }
    const auto seconds = static_cast<qint64>(clock.realtimeNs / kNsPerSecond);
    return QDateTime::fromSecsSinceEpoch(seconds, QTimeZone::utc())
        .toString(QStringLiteral("yyyy-MM-dd"));
}

QString clockText(std::uint64_t secondsOfDay)
{
    return QStringLiteral("%1:%2:%3")
        .arg(
            twoDigits(secondsOfDay / kSecondsPerHour % 24),
            twoDigits(secondsOfDay / kSecondsPerMinute % kSecondsPerMinute),
            twoDigits(secondsOfDay % kSecondsPerMinute));
}

QString instantText(Tick tick, const ClockProperties& clock)
{
    const Wide shown = static_cast<Wide>(shownOffset(clock)) + tick;
    if (timeStyle().inTicks) {
        return QStringLiteral("%1 ticks").arg(ticksText(shown));
    }
    if (!timeStyle().isAbsolute || shown < 0) {
        return QString::fromStdString(formatInstant(tick, clock));
    }
    const auto seconds = static_cast<std::uint64_t>(shown / clock.ticksPerSecond);
    const QString fraction =
        fractionText(static_cast<std::uint64_t>(shown % clock.ticksPerSecond), clock);
    return isOfDay(clock) ? clockText(seconds) + fraction
                          : QStringLiteral("%1%2 s").arg(seconds).arg(fraction);
}

QString longText(double seconds)
{
    auto left = static_cast<std::uint64_t>(std::llround(std::abs(seconds)));
    QStringList parts;
    for (const auto& [length, name] :
         {std::pair{kSecondsPerDay, "d"},
          {kSecondsPerHour, "h"},
          {kSecondsPerMinute, "min"},
          {1ULL, "s"}}) {
        if (left >= length) {
            parts << QStringLiteral("%1 %2").arg(left / length).arg(QLatin1String(name));
            left %= length;
        }
    }
    return parts.isEmpty()
               ? QStringLiteral("0 s")
               : (seconds < 0 ? QStringLiteral("-") : QString()) + parts.join(QLatin1Char(' '));
}

QString durationText(Tick ticks, const ClockProperties& clock)
{
    constexpr double kLong = 600;
    if (timeStyle().inTicks) {
        return exactDurationText(ticks, clock);
    }
    const double seconds = clock.toSeconds(ticks);
    if (std::abs(seconds) < kLong) {
        return QString::fromStdString(formatDuration(ticks, clock));
    }
    const auto least =
        static_cast<double>(std::abs(seconds) < kSecondsPerDay ? 1 : kSecondsPerMinute);
    return longText(std::round(seconds / least) * least);
}

QString exactDurationText(Tick ticks, const ClockProperties& clock)
{
    return timeStyle().inTicks
               ? ticksText(ticks)
                     + (ticks == 1 ? QStringLiteral(" tick") : QStringLiteral(" ticks"))
               : QString::fromStdString(formatInstant(ticks, clock));
}

}  // namespace vellum::gui::data
