#pragma once

#include "common/time/clock_properties.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace vellum::gui::data {

/// How times are shown, in the whole program.
///
/// Exact    Ticks are shown as they are; seconds with all digits down to the tick, where an instant is meant.
struct TimeStyle {
    bool inTicks = false;  ///< instead of seconds
    bool isAbsolute =
        false;  ///< as the clock of the recording went, instead of since the trace begins

    friend bool operator==(const TimeStyle&, const TimeStyle&) = default;
};

/// At first seconds since the trace begins. Set like the theme; every widget reads it anew when it paints.
[[nodiscard]] TimeStyle timeStyle();
void setTimeStyle(TimeStyle style);

/// What the style adds to a tick. Of absolute times: where the time of day at tick 0 is known this is since the
/// midnight (UTC) before it, so that seconds are those of the day; else the recorder's own clock.
[[nodiscard]] std::uint64_t shownOffset(const ClockProperties& clock);
/// The day (UTC) of that midnight, "2025-03-01"; nothing where times are not of the day.
[[nodiscard]] std::optional<QString> shownDay(const ClockProperties& clock);

/// "13:05:04", of seconds since midnight.
[[nodiscard]] QString clockText(std::uint64_t secondsOfDay);

/// "1.245864330 s", "1,245,864,330 ticks", "13:05:04.245864330".
[[nodiscard]] QString instantText(Tick tick, const ClockProperties& clock);
/// "1 d 3 h 46 min 40 s", "-5 min", "0 s", of whole seconds: what is nought is left out.
[[nodiscard]] QString longText(double seconds);
/// "11.5 µs", "11,503 ticks"; of ten minutes and more "1 d 3 h 46 min", to a thousandth or better.
[[nodiscard]] QString durationText(Tick ticks, const ClockProperties& clock);
/// With all digits: "0.000011503 s"; in ticks as above.
[[nodiscard]] QString exactDurationText(Tick ticks, const ClockProperties& clock);

}  // namespace vellum::gui::data
