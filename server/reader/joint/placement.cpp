#include "server/reader/joint/placement.h"

#include "common/base/narrow.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace vellum::server::reader::joint {

namespace {

constexpr std::uint64_t kNanosecond = 1'000'000'000;  // in a second
constexpr std::int64_t kSecondNs = 1'000'000'000;
constexpr Tick kMostTick = Tick(1) << 61;

/// \p ticks of \p from per second as ticks of \p to per second, floored.
Tick scaled(Tick ticks, std::uint64_t from, std::uint64_t to)
{
    __extension__ using Wide = __int128;
    const Wide product = Wide(ticks) * static_cast<Wide>(to);
    const auto divisor = static_cast<Wide>(from);
    const Wide floored = product / divisor - (product % divisor < 0 ? 1 : 0);
    return static_cast<Tick>(std::clamp<Wide>(floored, -kMostTick, kMostTick));
}

const ClockProperties& clockOf(const SourcePart& part)
{
    return part.source->head().definitions.clock;
}

std::int64_t lengthNs(const SourcePart& part)
{
    constexpr auto kMost = static_cast<std::uint64_t>(kMostTick);
    const ClockProperties& clock = clockOf(part);
    return scaled(narrow<Tick>(std::min(clock.length, kMost)), clock.ticksPerSecond, kNanosecond);
}

/// That of all parts, where they agree; else nanoseconds.
std::uint64_t commonResolution(const std::vector<SourcePart>& parts)
{
    const std::uint64_t first = clockOf(parts.front()).ticksPerSecond;
    const bool isCommon = std::ranges::all_of(
        parts, [&](const SourcePart& part) { return clockOf(part).ticksPerSecond == first; });
    return isCommon ? first : kNanosecond;
}

/// The earliest wall clock of all, if any has one.
std::optional<std::uint64_t> firstWallClock(const std::vector<SourcePart>& parts)
{
    std::optional<std::uint64_t> first;
    for (const SourcePart& part : parts) {
        const std::uint64_t begin = clockOf(part).realtimeNs;
        if (begin != 0) {
            first = std::min(first.value_or(begin), begin);
        }
    }
    return first;
}

void reportUnplaced(const SourcePart& part, store::ImportReport& report)
{
    report.setPlace(part.path.string(), {});
    report.add(
        "unplaced-file",
        query::Severity::Warning,
        quoted(part.path)
            + " does not say when it was recorded: it is shown from the begin of the trace "
              "(--offset FILE=T moves it)");
    report.setPlace({}, {});
}

}  // namespace

TickMap::TickMap(std::uint64_t own, std::uint64_t common, std::int64_t beginNs)
    : m_own(own)
    , m_common(common)
    , m_shift(scaled(beginNs, kNanosecond, common))
{
}

Tick TickMap::lengthOf(Tick ticks) const
{
    return m_own == m_common ? ticks : scaled(ticks, m_own, m_common);
}

Tick TickMap::at(Tick tick) const
{
    return std::clamp(
        std::clamp(lengthOf(tick), -kMostTick, kMostTick) + m_shift, -kMostTick, kMostTick);
}

namespace {

/// How long the longest part lasts.
std::int64_t longestNs(const std::vector<SourcePart>& parts)
{
    std::int64_t longest = 0;
    for (const SourcePart& part : parts) {
        longest = std::max(longest, lengthNs(part));
    }
    return longest;
}

/// Of each part, which begins at \p beginNs, where the first begins of those that it can be seen together
/// with: between two of them is never more than an hour and a hundred times what any of all parts lasts.
std::vector<std::int64_t> begunTogether(
    const std::vector<SourcePart>& parts, const std::vector<std::int64_t>& beginNs)
{
    constexpr std::int64_t kHour = 3600 * kSecondNs;
    constexpr std::int64_t kTimes = 100;
    const std::int64_t longest = longestNs(parts);
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return beginNs[i]; });
    std::vector<std::int64_t> together(parts.size());
    std::int64_t first = beginNs[order.front()];
    std::int64_t end = first;
    for (const std::size_t i : order) {
        const std::int64_t gap = beginNs[i] - end;
        if (gap > kHour && gap / kTimes > longest) {
            first = beginNs[i];
        }
        together[i] = first;
        end = std::max(end, beginNs[i] + lengthNs(parts[i]));
    }
    return together;
}

/// "7,776,000 s (90 days)"
std::string distanceText(std::int64_t ns)
{
    constexpr std::int64_t kDay = 86'400;
    const std::int64_t seconds = ns / kSecondNs;
    const std::string text = numberText(static_cast<std::uint64_t>(seconds)) + " s";
    return seconds < 2 * kDay
               ? text
               : text + " (" + numberText(static_cast<std::uint64_t>(seconds / kDay)) + " days)";
}

/// Moves what nobody could see in one picture, recorded on different days, say, to a begin in common.
///
/// \param clockNs  where the parts begin by their clocks
/// \return whether some were moved
bool bringTogether(
    const std::vector<SourcePart>& parts,
    const std::vector<std::int64_t>& clockNs,
    std::vector<std::int64_t>& beginNs,
    store::ImportReport& report)
{
    const auto isOne = [](const std::vector<std::int64_t>& together) {
        return std::ranges::all_of(
            together, [&](std::int64_t first) { return first == together.front(); });
    };
    const std::vector<std::int64_t> together = begunTogether(parts, clockNs);
    if (isOne(together) || isOne(begunTogether(parts, beginNs))) {
        return false;
    }
    const auto early = std::ranges::min_element(clockNs);
    const SourcePart& first = parts[static_cast<std::size_t>(early - clockNs.begin())];
    for (std::size_t i = 0; i < parts.size(); ++i) {
        beginNs[i] += *early - together[i];
        if (together[i] != *early) {
            report.setPlace(parts[i].path.string(), {});
            report.add(
                "files-far-apart",
                query::Severity::Warning,
                quoted(parts[i].path) + " was recorded " + distanceText(clockNs[i] - *early)
                    + " after " + quoted(first.path)
                    + ", many times what either lasts: both are shown from the begin of the trace, as "
                      "if they had begun together (--offset FILE=T moves one)");
        }
    }
    report.setPlace({}, {});
    return true;
}

}  // namespace

Placement place(const std::vector<SourcePart>& parts, store::ImportReport& report)
{
    const auto first = firstWallClock(parts);
    std::vector<std::int64_t> clockNs;
    std::vector<std::int64_t> beginNs;
    for (const SourcePart& part : parts) {
        const std::uint64_t begin = clockOf(part).realtimeNs;
        const std::int64_t onAxis = begin != 0 ? static_cast<std::int64_t>(begin - *first) : 0;
        clockNs.push_back(std::clamp(onAxis, -kMostTick, kMostTick));
        beginNs.push_back(clockNs.back() + part.offsetNs);
        if (begin == 0 && part.offsetNs == 0 && parts.size() > 1) {
            reportUnplaced(part, report);
        }
    }
    const bool isMoved = bringTogether(parts, clockNs, beginNs, report);
    const std::int64_t earliest = *std::ranges::min_element(beginNs);
    Placement placement;
    ClockProperties& clock = placement.clock;
    clock.ticksPerSecond = commonResolution(parts);
    clock.length = 0;
    // No date is that of all where some were moved.
    clock.realtimeNs = first && !isMoved ? *first + static_cast<std::uint64_t>(earliest) : 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const ClockProperties& own = clockOf(parts[i]);
        placement.parts.emplace_back(
            own.ticksPerSecond, clock.ticksPerSecond, beginNs[i] - earliest);
        constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<Tick>::max());
        const Tick last = placement.parts.back().at(narrow<Tick>(std::min(own.length, kMost)));
        clock.length = std::max(clock.length, static_cast<std::uint64_t>(std::max<Tick>(0, last)));
    }
    return placement;
}

}  // namespace vellum::server::reader::joint
