#pragma once

#include "common/time/tick.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vellum {

/// The trace's clock. The only place where ticks become seconds and back.
struct ClockProperties {
    std::uint64_t ticksPerSecond = 1'000'000'000;  ///< > 0
    std::uint64_t globalOffset = 0;                ///< the clock's value at tick 0
    std::uint64_t length = 0;                      ///< last tick, inclusive, as the trace claims
    std::uint64_t realtimeNs = 0;  ///< wall clock at tick 0, ns since 1970; 0 unknown

    [[nodiscard]] double toSeconds(Tick tick) const;
    /// To the nearest nanosecond, halves away from 0; at the ends of 64 bits where it does not fit.
    [[nodiscard]] std::int64_t toNanoseconds(Tick tick) const;

    friend bool operator==(const ClockProperties&, const ClockProperties&) = default;
};

/// Reads a time as command lines have it: `1.25s`, `300ms`, `40us`, `12ns`, `4711t`; a number
/// without a unit is refused. It may have a sign and an exponent (1e-3s). Decimal fractions are exact; what
/// lies between two ticks is floored.
/// \return nothing if \p text is no time or does not fit 64 bits
[[nodiscard]] std::optional<Tick> parseTick(std::string_view text, const ClockProperties& clock);

/// Whether \p text is written as `parseTick` has it, however large the number.
[[nodiscard]] bool isTime(std::string_view text);

/// A span for people, three to four significant digits: "2.699 s", "11.1 ms", "417 ns", "0 s".
[[nodiscard]] std::string formatDuration(Tick ticks, const ClockProperties& clock);

/// An instant with all its digits down to the tick: "1.245864330 s".
[[nodiscard]] std::string formatInstant(Tick tick, const ClockProperties& clock);

/// A time of the wall clock in UTC, to the nanosecond: "2023-05-04 13:37:00.123456789 UTC".
///
/// \param ns  since 1970
[[nodiscard]] std::string formatWallClock(std::uint64_t ns);

}  // namespace vellum
