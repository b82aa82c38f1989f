#include "server/reader/joint/placement.h"

#include "common/base/narrow.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <limits>
#include <optional>

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
    report.add(
        "unplaced-file",
        query::Severity::Warning,
        quoted(part.path)
            + " does not say when it was recorded: it is shown from the begin of the trace "
              "(--offset FILE=T moves it)");
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

/// Parts that nobody sees in one picture: recorded on different days, say.
void reportFarApart(
    const std::vector<SourcePart>& parts,
    const std::vector<std::int64_t>& beginNs,
    store::ImportReport& report)
{
    constexpr std::int64_t kHour = 3600 * kSecondNs;
    const auto [first, last] = std::ranges::minmax_element(beginNs);
    std::int64_t longest = 0;
    for (const SourcePart& part : parts) {
        constexpr auto kMost = static_cast<std::uint64_t>(kMostTick);
        const ClockProperties& clock = clockOf(part);
        longest = std::max(
            longest,
            scaled(narrow<Tick>(std::min(clock.length, kMost)), clock.ticksPerSecond, kNanosecond));
    }
    constexpr std::int64_t kTimes = 100;
    if (*last - *first > kHour && (*last - *first) / kTimes > longest) {
        const auto late = static_cast<std::size_t>(last - beginNs.begin());
        const auto early = static_cast<std::size_t>(first - beginNs.begin());
        report.add(
            "files-far-apart",
            query::Severity::Warning,
            quoted(parts[late].path) + " begins "
                + numberText(static_cast<std::uint64_t>((*last - *first) / kSecondNs)) + " s after "
                + quoted(parts[early].path)
                + ", many times what either lasts: --offset FILE=T moves one");
    }
}

Placement place(const std::vector<SourcePart>& parts, store::ImportReport& report)
{
    const auto first = firstWallClock(parts);
    std::vector<std::int64_t> beginNs;
    for (const SourcePart& part : parts) {
        const std::uint64_t begin = clockOf(part).realtimeNs;
        const std::int64_t onAxis = begin != 0 ? static_cast<std::int64_t>(begin - *first) : 0;
        beginNs.push_back(std::clamp(onAxis, -kMostTick, kMostTick) + part.offsetNs);
        if (begin == 0 && part.offsetNs == 0 && parts.size() > 1) {
            reportUnplaced(part, report);
        }
    }
    reportFarApart(parts, beginNs, report);
    const std::int64_t earliest = *std::ranges::min_element(beginNs);
    Placement placement;
    ClockProperties& clock = placement.clock;
    clock.ticksPerSecond = commonResolution(parts);
    clock.length = 0;
    clock.realtimeNs = first ? *first + static_cast<std::uint64_t>(earliest) : 0;
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
