#pragma once

#include "collector/measurement/spool_format.h"

#include <cstdint>
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

[[nodiscard]] inline std::uint64_t readClock(ClockKind kind)
{
#if defined(__x86_64__)
    if (kind == ClockKind::Tsc) [[likely]] {
        return __rdtsc();
    }
#endif
    (void)kind;
    return readMonotonic();
}

}  // namespace vellum::collector::measurement
