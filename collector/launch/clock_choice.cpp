#include "collector/launch/clock_choice.h"

#include "collector/measurement/clock.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

#if defined(__x86_64__)
#    include <cpuid.h>
#endif

namespace vellum::collector::launch {

using measurement::ClockKind;
using measurement::readClock;
using measurement::readMonotonic;

namespace {

constexpr std::uint64_t kLeastSpanNs = 50'000'000;

bool counterRunsEvenly()
{
#if defined(__x86_64__)
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kPowerManagement = 0x80000007U;
    constexpr unsigned kInvariantCounter = 1U << 8U;
    return __get_cpuid(kPowerManagement, &a, &b, &c, &d) != 0 && (d & kInvariantCounter) != 0;
#else
    return false;
#endif
}

bool kernelTrustsCounter()
{
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string name;
    return file >> name && name == "tsc";
}

std::uint64_t costOf(ClockKind kind)
{
    constexpr int kReads = 2000;
    const std::uint64_t begin = readMonotonic();
    std::uint64_t last = 0;
    for (int i = 0; i < kReads; ++i) {
        last = std::max(last, readClock(kind));
    }
    return readMonotonic() - begin + (last == 0 ? 1 : 0);
}

}  // namespace

ClockKind chooseClock()
{
    const char* wish = std::getenv(measurement::kEnvClock);  // NOLINT(concurrency-mt-unsafe): alone
    if (wish != nullptr && (std::string_view(wish) == "monotonic" || counterRunsEvenly())) {
        return std::string_view(wish) == "tsc" ? ClockKind::Tsc : ClockKind::Monotonic;
    }
    const bool counter = counterRunsEvenly() && kernelTrustsCounter()
                         && costOf(ClockKind::Tsc) < costOf(ClockKind::Monotonic);
    return counter ? ClockKind::Tsc : ClockKind::Monotonic;
}

ClockComparison::ClockComparison(ClockKind kind) : m_kind(kind), m_begin(read())
{
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    m_beginRealtimeNs = static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U
                        + static_cast<std::uint64_t>(now.tv_nsec);
}

// Of some tries the one that took least was not interrupted.
ClockComparison::Instant ClockComparison::read() const
{
    Instant best;
    std::uint64_t least = UINT64_MAX;
    for (int i = 0; i < 16; ++i) {
        const std::uint64_t before = readClock(m_kind);
        const std::uint64_t monotonic = readMonotonic();
        const std::uint64_t after = readClock(m_kind);
        if (after - before < least) {
            least = after - before;
            best = {.tick = before + (after - before) / 2, .monotonicNs = monotonic};
        }
    }
    return best;
}

writer::ClockCalibration ClockComparison::finish() const
{
    writer::ClockCalibration result;
    result.anchorTick = m_begin.tick;
    result.anchorRealtimeNs = m_beginRealtimeNs;
    if (m_kind == ClockKind::Tsc) {
        const std::uint64_t passed = readMonotonic() - m_begin.monotonicNs;
        if (passed < kLeastSpanNs) {
            std::this_thread::sleep_for(std::chrono::nanoseconds(kLeastSpanNs - passed));
        }
        const Instant end = read();
        const auto ticks = static_cast<long double>(end.tick - m_begin.tick);
        const auto nanoseconds = static_cast<long double>(end.monotonicNs - m_begin.monotonicNs);
        result.ticksPerSecond =
            static_cast<std::uint64_t>(std::llround(ticks / nanoseconds * 1e9L));
    }
    return result;
}

}  // namespace vellum::collector::launch
