#pragma once

#include "collector/measurement/spool_format.h"

#include <cstdint>
#include <cstdlib>
#include <ctime>

#if defined(__x86_64__)
#    include <x86intrin.h>
#endif

namespace vellum::collector::measurement {

/// The collector's time: the processor's time stamp counter where the kernel itself trusts it, else
/// CLOCK_MONOTONIC. Reading the counter costs less than half as much (docs/benchmarks.md).
///
/// Units    Ticks of \p kind; nanoseconds for Monotonic. Never 0.
/// Threads  Any; the same on all cores, so processes of one machine share a time line.
[[nodiscard]] inline std::uint64_t readMonotonic()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U
           + static_cast<std::uint64_t>(now.tv_nsec);
}

/// How ClockKind::Skewed differs from CLOCK_MONOTONIC: it stands for the clock of another machine where there is but
/// one. Set before the first reading.
struct ClockSkew {
    std::uint64_t offsetNs = 0;
    std::uint64_t partsPerMillion = 0;  ///< how much faster it runs
};
inline constinit ClockSkew clockSkew;

/// From the text "NS,PPM" of kEnvClockSkew.
[[nodiscard]] inline ClockSkew readClockSkew(const char* text)
{
    char* end = nullptr;
    ClockSkew skew{.offsetNs = std::strtoull(text, &end, 10)};
    skew.partsPerMillion = *end == ',' ? std::strtoull(end + 1, nullptr, 10) : 0;
    return skew;
}

[[nodiscard]] inline std::uint64_t readSkewed()
{
    const std::uint64_t now = readMonotonic();
    return now + clockSkew.offsetNs + now / 1'000'000 * clockSkew.partsPerMillion
           + now % 1'000'000 * clockSkew.partsPerMillion / 1'000'000;
}

[[nodiscard]] inline std::uint64_t readClock(ClockKind kind)
{
#if defined(__x86_64__)
    if (kind == ClockKind::Tsc) [[likely]] {
        return __rdtsc();
    }
#endif
    return kind == ClockKind::Skewed ? readSkewed() : readMonotonic();
}

}  // namespace vellum::collector::measurement
