#pragma once

#include "common/query/transfer_sums.h"
#include "server/query/tick_sum.h"

#include <algorithm>

namespace vellum::server::query {

/// Adds one that moved so many bytes and took so long.
inline void add(vellum::query::TransferSums& to, std::uint64_t bytes, Tick duration)
{
    ++to.count;
    to.bytes += bytes;
    to.minBytes = std::min(to.minBytes, bytes);
    to.maxBytes = std::max(to.maxBytes, bytes);
    to.minDuration = std::min(to.minDuration, duration);
    to.maxDuration = std::max(to.maxDuration, duration);
    to.sumDuration = addTicks(to.sumDuration, duration);
    if (duration > 0) {
        const double rate = static_cast<double>(bytes) / static_cast<double>(duration);
        to.minRate = std::min(to.minRate, rate);
        to.maxRate = std::max(to.maxRate, rate);
        to.ratedBytes += bytes;
        to.ratedDuration = addTicks(to.ratedDuration, duration);
        ++to.rated;
    }
}

}  // namespace vellum::server::query
