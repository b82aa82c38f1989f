#pragma once

#include "common/base/wide_math.h"

#include <algorithm>
#include <cstdint>

namespace vellum::collector::writer {

/// What a tick of one clock is on another one: a straight line.
///
/// Exact    Monotonic; the clock itself at first. Floor of the line, and 0 where the other clock had not begun.
/// Threads  A value.
struct ClockMap {
    std::uint64_t from = 0;        ///< a tick of the clock…
    std::uint64_t to = 0;          ///< …and what the other one said then
    std::uint64_t fromLength = 1;  ///< > 0; in this time…
    std::uint64_t toLength = 1;    ///< …the other one goes on so far

    [[nodiscard]] std::uint64_t operator()(std::uint64_t tick) const
    {
        if (fromLength == toLength && to >= from) {
            return tick + (to - from);
        }
        const std::int64_t since = mulDiv(
            static_cast<std::int64_t>(tick - from),
            static_cast<std::int64_t>(toLength),
            static_cast<std::int64_t>(fromLength));
        return static_cast<std::uint64_t>(
            std::max(static_cast<std::int64_t>(to) + since, std::int64_t{0}));
    }
};

}  // namespace vellum::collector::writer
