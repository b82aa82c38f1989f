#include "collector/measurement/clock_rate.h"

#include "collector/measurement/clock.h"
#include "collector/measurement/lifecycle.h"

namespace vellum::collector::measurement {

namespace {

struct Instant {
    std::uint64_t tick = 0;
    std::uint64_t nanoseconds = 0;
};
constinit Instant firstReading;

}  // namespace

void beginComparingClocks()
{
    firstReading = {.tick = readClock(process.config.clock), .nanoseconds = readMonotonic()};
}

std::uint64_t ticksIn(std::uint64_t nanoseconds)
{
    const std::uint64_t ticks = readClock(process.config.clock) - firstReading.tick;
    const std::uint64_t passed = readMonotonic() - firstReading.nanoseconds;
    if (passed == 0) {
        return 0;
    }
    const double perNanosecond = static_cast<double>(ticks) / static_cast<double>(passed);
    return static_cast<std::uint64_t>(perNanosecond * static_cast<double>(nanoseconds));
}

}  // namespace vellum::collector::measurement
