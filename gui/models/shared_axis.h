#pragma once

#include "common/time/tick_range.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::gui::models {

// Several traces on one time axis, as arithmetic: which tick of one is which of another, and what each of them shows of what
// the axis shows. TimeLink is who keeps traces there.

/// How the ticks of a trace lie on the axis.
struct AxisClock {
    Tick zero = 0;  ///< the tick at the axis' zero
    std::uint64_t unit =
        1;  ///< so many of its ticks are as long there as `unit` ticks of another trace; > 0

    friend bool operator==(const AxisClock&, const AxisClock&) = default;
};

/// Where \p tick of one trace is in another.
///
/// Exact    `to.zero + (tick - from.zero) * to.unit / from.unit` to the nearest tick, halves up. What is beyond 64 bits is
///          the least or the greatest tick. With units that are not smaller, mapping back gives the tick again.
[[nodiscard]] Tick mapTick(Tick tick, const AxisClock& from, const AxisClock& to);

struct TraceOnAxis {
    TickRange whole;  ///< never empty
    AxisClock clock;
};

/// The range that the axis shows if \p leader shows \p range, in the leader's ticks: that range, or, if it is all of the
/// leader, what holds all of all traces.
[[nodiscard]] TickRange axisRange(
    std::span<const TraceOnAxis> traces, std::size_t leader, TickRange range);

/// \p range of one trace in another's ticks; at least a tick long.
[[nodiscard]] TickRange mapRange(TickRange range, const AxisClock& from, const AxisClock& to);

/// What a trace shows of the range that the axis shows: the part of it that it has.
struct ShownPart {
    TickRange range;  ///< inside the whole
    bool isAligned =
        true;  ///< false: it has (almost) nothing of it, and shows what it has next to it
};

/// \param least  ticks that are shown in any case, if the trace is as long
[[nodiscard]] ShownPart shownPart(TickRange wanted, TickRange whole, Tick least);

/// What to show of \p whole so that a visit is a third of it, with as much before it; all of it where the visit is longer.
///
/// \param visit  inside the whole
[[nodiscard]] TickRange rangeAround(TickRange visit, TickRange whole);

/// What each of the traces shows if \p leader shows \p range, which is its own part.
[[nodiscard]] std::vector<TickRange> shownOfAll(
    std::span<const TraceOnAxis> traces, std::size_t leader, TickRange range, Tick least);

}  // namespace vellum::gui::models
