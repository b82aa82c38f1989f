#pragma once

#include "common/table/table.h"
#include "common/time/tick_range.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <vector>

namespace vellum::query {

enum class DurationSummaryBy : std::uint8_t {
    Region = 0,
    CallPath = 1,
};

/// How long single visits of each function or call path take, without what they call: how often each duration
/// occurs. What statistics about visits are made of. docs/semantics.md, "Durations of visits".
struct DurationSummaryQuestion {
    static constexpr std::uint32_t kMostPrecision = 63;

    DurationSummaryBy by = DurationSummaryBy::Region;
    std::uint32_t precision = 10;  ///< significant bits kept: 10 are a thousandth

    static const table::Schema kSchema;
};

/// Visits of one function or call path whose durations are alike. A row has visits.
struct DurationSummaryRow {
    std::uint64_t key = 0;  ///< region, or `callPathKey`
    Tick duration = 0;      ///< the shortest of its class, without what was called
    std::uint64_t visits = 0;

    static const table::Schema kSchema;
};

struct DurationSummary {
    DurationSummaryBy by = DurationSummaryBy::Region;
    std::vector<DurationSummaryRow> rows;  ///< ascending by key, then duration

    static const table::Schema kSchema;
};

/// The key of a call path, from that of the path around it and its own region: equal in every answer about a trace.
/// Two paths share a key by chance alone, once in 2^64.
[[nodiscard]] std::uint64_t callPathKey(std::uint64_t around, RegionRef region);
/// The key of no path, which is around the outermost regions.
inline constexpr std::uint64_t kOutermostPathKey = 0;

/// The shortest duration of the class that \p duration is in: what has so many significant bits at most is alone.
///
/// \param duration  >= 0
[[nodiscard]] Tick shortestOfClass(Tick duration, std::uint32_t precision);
/// How many durations are in the class whose shortest is \p shortest.
[[nodiscard]] Tick widthOfClass(Tick shortest, std::uint32_t precision);

}  // namespace vellum::query
