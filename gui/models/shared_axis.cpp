#include "gui/models/shared_axis.h"

#include <algorithm>
#include <limits>

namespace vellum::gui::models {

namespace {

// Differences of ticks and their products with units.
__extension__ using Wide = __int128;

constexpr Tick kLeast = std::numeric_limits<Tick>::min();
constexpr Tick kMost = std::numeric_limits<Tick>::max();

/// A trace that has less than this part of what is shown would be a stripe that nobody can read.
constexpr Tick kLeastShare = 20;

}  // namespace

Tick mapTick(Tick tick, const AxisClock& from, const AxisClock& to)
{
    std::uint64_t fromUnit = std::max<std::uint64_t>(from.unit, 1);
    std::uint64_t toUnit = std::max<std::uint64_t>(to.unit, 1);
    const Wide distance = static_cast<Wide>(tick) - from.zero;
    Wide moved = distance;
    if (fromUnit != toUnit) {
        // 65 bits of a distance leave 62 for the unit; no clock is faster, no trace longer.
        while (std::max(fromUnit, toUnit) >> 62U != 0) {
            fromUnit >>= 1U;
            toUnit >>= 1U;
        }
        const Wide divisor = std::max<std::uint64_t>(fromUnit, 1);
        const Wide product = distance * static_cast<Wide>(toUnit);
        Wide quotient = product / divisor;
        Wide rest = product % divisor;
        if (rest < 0) {
            rest += divisor;
            --quotient;
        }
        moved = quotient + (2 * rest >= divisor ? 1 : 0);
    }
    return static_cast<Tick>(std::clamp<Wide>(to.zero + moved, kLeast, kMost));
}

TickRange mapRange(TickRange range, const AxisClock& from, const AxisClock& to)
{
    const Tick begin = std::min(mapTick(range.begin, from, to), kMost - 1);
    return {.begin = begin, .end = std::max(mapTick(range.end, from, to), begin + 1)};
}

TickRange axisRange(std::span<const TraceOnAxis> traces, std::size_t leader, TickRange range)
{
    const TraceOnAxis& first = traces[leader];
    if (range != first.whole) {
        return range;
    }
    TickRange all = range;
    for (const TraceOnAxis& trace : traces) {
        const TickRange one = mapRange(trace.whole, trace.clock, first.clock);
        all.begin = std::min(all.begin, one.begin);
        all.end = std::max(all.end, one.end);
    }
    return all;
}

ShownPart shownPart(TickRange wanted, TickRange whole, Tick least)
{
    const Tick shortest = std::min(least, whole.length());
    const TickRange part = wanted.intersected(whole);
    if (!part.isEmpty() && part.length() >= shortest
        && part.length() >= wanted.length() / kLeastShare) {
        return {.range = part, .isAligned = true};
    }
    // As long as it can be, and about the same middle where that is inside.
    const Tick length = std::clamp(wanted.length(), shortest, whole.length());
    const Wide middle = (static_cast<Wide>(wanted.begin) + wanted.end) / 2;
    const auto begin =
        static_cast<Tick>(std::clamp<Wide>(middle - length / 2, whole.begin, whole.end - length));
    const bool holdsAll = begin <= wanted.begin && begin + length >= wanted.end;
    return {.range = {.begin = begin, .end = begin + length}, .isAligned = holdsAll};
}

TickRange rangeAround(TickRange visit, TickRange whole)
{
    constexpr Tick kPartOfScreen = 3;
    if (visit.length() > whole.length() / kPartOfScreen) {
        return whole;
    }
    const Tick part = std::max(visit.length(), Tick{1});
    return {
        .begin = visit.begin - std::min(part, visit.begin - whole.begin),
        .end = visit.begin + std::min((kPartOfScreen - 1) * part, whole.end - visit.begin)};
}

std::vector<TickRange> shownOfAll(
    std::span<const TraceOnAxis> traces, std::size_t leader, TickRange range, Tick least)
{
    const TickRange wanted = axisRange(traces, leader, range);
    std::vector<TickRange> shown;
    shown.reserve(traces.size());
    const bool isAll = range == traces[leader].whole;
    for (const TraceOnAxis& trace : traces) {
        // Of all not a tick is lost to rounding.
        const TickRange own = mapRange(wanted, traces[leader].clock, trace.clock);
        shown.push_back(isAll ? trace.whole : shownPart(own, trace.whole, least).range);
    }
    shown[leader] = range;
    return shown;
}

}  // namespace vellum::gui::models
