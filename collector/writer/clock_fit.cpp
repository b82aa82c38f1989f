#include "collector/writer/clock_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace vellum::collector::writer {

namespace {

/// The same moment on both clocks.
struct Moment {
    std::uint64_t own = 0;
    std::uint64_t master = 0;
};

/// \param steepness  own ticks per tick of the other clock
Moment momentOf(const ClockTries& tries, double steepness)
{
    const ClockTry& reference = tries.front();
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();
    const auto since = [](std::uint64_t tick, std::uint64_t begin) {
        return static_cast<double>(static_cast<std::int64_t>(tick - begin));
    };
    for (const ClockTry& one : tries) {
        const double passed = since(one.master, reference.master) * steepness;
        least = std::max(least, since(one.begin, reference.begin) - passed);
        most = std::min(most, since(one.end, reference.begin) - passed);
    }
    const auto middle = static_cast<std::int64_t>(std::llround((least + most) / 2));
    return {
        .own = reference.begin + static_cast<std::uint64_t>(middle), .master = reference.master};
}

}  // namespace

ClockMap fitClock(
    const ClockTries& first, const ClockTries& last, std::uint64_t rate, std::uint64_t masterRate)
{
    if (first.empty()) {
        return {};
    }
    ClockMap map{.fromLength = rate, .toLength = masterRate};
    // The first line has the rates as they were measured; the second one knows better.
    for (int round = 0; round < 2; ++round) {
        const double steepness =
            static_cast<double>(map.fromLength) / static_cast<double>(map.toLength);
        const Moment begin = momentOf(first, steepness);
        map.from = begin.own;
        map.to = begin.master;
        if (last.empty()) {
            break;
        }
        const Moment end = momentOf(last, steepness);
        if (end.own > begin.own && end.master > begin.master) {
            map.fromLength = end.own - begin.own;
            map.toLength = end.master - begin.master;
        }
    }
    return map;
}

}  // namespace vellum::collector::writer
