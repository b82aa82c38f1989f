#pragma once

#include "common/table/table.h"
#include "common/time/tick_range.h"

#include <cstdint>
#include <limits>

namespace vellum::query {

/// What moves bytes and takes time, added up: messages, input and output. The columns of a row around it.
///
/// Size     Sums end at the ends of 64 bits. Of nothing at all the least of each is the greatest there is, and the other
///          way round, so that parts are joined by their least and greatest.
struct TransferSums {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    std::uint64_t minBytes = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t maxBytes = 0;
    Tick minDuration = std::numeric_limits<Tick>::max();
    Tick maxDuration = std::numeric_limits<Tick>::min();
    Tick sumDuration = 0;
    std::uint64_t rated = 0;  ///< those that take time: only these have a rate
    std::uint64_t ratedBytes = 0;
    Tick ratedDuration = 0;
    double minRate = std::numeric_limits<double>::infinity();  ///< bytes per tick
    double maxRate = -std::numeric_limits<double>::infinity();

    static const table::Schema kSchema;
};

// Means; no number where there is nothing to take it of.

[[nodiscard]] double meanBytes(const TransferSums& sums);
[[nodiscard]] double meanDuration(const TransferSums& sums);
/// Bytes per tick, of all rated together: large ones weigh more.
[[nodiscard]] double meanRate(const TransferSums& sums);

}  // namespace vellum::query
