#pragma once

#include "common/time/tick_range.h"

#include <cstdint>
#include <limits>

namespace vellum::server::query {

/// a + b, at the end of the type where that does not fit: damaged time stamps must not become
/// nonsense. Exact for everything below 2^63 ticks.
[[nodiscard]] constexpr Tick addTicks(Tick a, Tick b)
{
    Tick sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) {
        return a > 0 ? std::numeric_limits<Tick>::max() : std::numeric_limits<Tick>::min();
    }
    return sum;
}

/// a − b, likewise.
[[nodiscard]] constexpr Tick subtractTicks(Tick a, Tick b)
{
    Tick difference = 0;
    if (__builtin_sub_overflow(a, b, &difference)) {
        return a > b ? std::numeric_limits<Tick>::max() : std::numeric_limits<Tick>::min();
    }
    return difference;
}

/// The ticks of \p range inside \p window.
[[nodiscard]] constexpr Tick clippedLength(TickRange range, TickRange window)
{
    return range.intersected(window).length();
}

/// The whole length of a visit.
[[nodiscard]] constexpr Tick wholeLength(TickRange range)
{
    return range.isEmpty() ? 0 : subtractTicks(range.end, range.begin);
}

}  // namespace vellum::server::query
