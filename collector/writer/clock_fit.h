#pragma once

#include "collector/writer/clock_map.h"

#include <cstdint>
#include <vector>

namespace vellum::collector::writer {

/// A question to another clock: between two ticks of the own one it said `master`.
struct ClockTry {
    std::uint64_t begin = 0;
    std::uint64_t master = 0;
    std::uint64_t end = 0;
};
using ClockTries = std::vector<ClockTry>;

/// The map from the own clock to the other one.
///
/// Exact    The own tick at which the other clock said something is not before the begin and not after the end of any
///          try. What is left is halved: the quickest way there and the quickest way back may be of different tries, so the error
///          is half of the difference between these two. A straight line goes through both comparisons.
/// Odd case With one comparison the line is as steep as the rates say; with none the clocks are taken for one.
/// \param rate, masterRate  ticks per second of both clocks, > 0
/// Source   Cristian, "Probabilistic clock synchronization", Distributed Computing 3, 1989, with the bounds of all tries.
[[nodiscard]] ClockMap fitClock(
    const ClockTries& first, const ClockTries& last, std::uint64_t rate, std::uint64_t masterRate);

}  // namespace vellum::collector::writer
