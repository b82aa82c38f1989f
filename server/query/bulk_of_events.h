#pragma once

#include "common/time/tick_range.h"
#include "server/store/location_store.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::server::query {

/// Where the events of one location are.
struct PlacedSpread {
    store::EventSpread spread;
    std::uint64_t events = 0;
};

struct BulkOfEvents {
    TickRange range;               ///< inside of the trace's; empty only if that is
    std::uint64_t strays = 0;      ///< events outside
    std::size_t firstStrayAt = 0;  ///< of the earliest stray: its location's place
    Tick firstStray = 0;  ///< its tick, or that of the first stray of its location beside it
};

/// The stretch of time in which the bulk of a trace's events is: docs/semantics.md, info.
///
/// \param locations  of all locations, in their order
/// \param hour       how many ticks it has: nothing nearer than that is a stray
/// Cost   O(n log n) of the locations.
[[nodiscard]] BulkOfEvents bulkOf(
    TickRange whole, std::span<const PlacedSpread> locations, Tick hour);

}  // namespace vellum::server::query
