#pragma once

#include "common/time/tick.h"

#include <algorithm>

namespace vellum {

/// A stretch of time.
///
/// Units    Ticks; half-open: `begin` is inside, `end` is not.
/// Odd case `end <= begin` is empty; all empty ranges answer the same, but compare by their bits.
struct TickRange {
    Tick begin = 0;
    Tick end = 0;

    [[nodiscard]] constexpr Tick length() const { return end > begin ? end - begin : 0; }
    [[nodiscard]] constexpr bool isEmpty() const { return end <= begin; }
    [[nodiscard]] constexpr bool contains(Tick tick) const { return begin <= tick && tick < end; }

    /// The part inside both; empty where they do not meet.
    [[nodiscard]] constexpr TickRange intersected(TickRange other) const
    {
        return {.begin = std::max(begin, other.begin), .end = std::min(end, other.end)};
    }

    friend constexpr bool operator==(const TickRange&, const TickRange&) = default;
};

}  // namespace vellum
