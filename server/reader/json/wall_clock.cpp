#include "server/reader/json/wall_clock.h"

#include "server/reader/json/json_text.h"

#include <cstdlib>
#include <limits>
#include <string>

namespace vellum::server::reader::json {

namespace {

/// What a file says, where it is a time to which stamps may be added; else 0.
std::int64_t baseOf(std::string_view said, tracks::Findings& findings)
{
    const auto base = integerOf(said);
    if (!said.empty() && base.value_or(-1) < 0) {
        findings.add("unusable-header", query::Severity::Warning, [&] {
            constexpr std::size_t kMost = 80;
            return "baseTimeNanoseconds is " + std::string(said.substr(0, kMost))
                   + ", which is no time: when the trace began is not known";
        });
    }
    // Two numbers of a file may be too large for their sum.
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 2;
    return base && *base > 0 && *base <= kMost ? *base : 0;
}

}  // namespace

std::uint64_t wallClockOf(std::string_view baseTime, Tick first, tracks::Findings& findings)
{
    constexpr Tick kYear2001 = 1'000'000'000'000'000'000;
    constexpr Tick kTenYears = Tick(315'576'000) * 1'000'000'000;
    const std::int64_t base = baseOf(baseTime, findings);
    // Before 2024 the stamps themselves were those of the wall clock.
    const bool isOfWallClock = first > kYear2001;
    const bool isSaidTwice = isOfWallClock && base > 0 && std::abs(first - base) <= kTenYears;
    if (isSaidTwice) {
        findings.add("base-time-not-added", query::Severity::Warning, [&] {
            return "the first event is at " + std::to_string(first)
                   + " ns, a time of the wall clock itself: baseTimeNanoseconds, "
                   + std::to_string(base) + ", is not added to it";
        });
    }
    if (base > 0 && !isSaidTwice) {
        return static_cast<std::uint64_t>(base + first);
    }
    return isOfWallClock ? static_cast<std::uint64_t>(first) : 0;
}

}  // namespace vellum::server::reader::json
