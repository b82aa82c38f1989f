#pragma once

#include "common/query/transfer_sums.h"
#include "server/query/tick_sum.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace vellum::server::query {

/// At the end of 64 bits instead of past it: what a damaged trace claims must not wrap around.
inline void addBytes(std::uint64_t& to, std::uint64_t bytes)
{
    if (__builtin_add_overflow(to, bytes, &to)) {
        to = std::numeric_limits<std::uint64_t>::max();
    }
}

/// Adds one that moved so many bytes and took so long.
inline void add(vellum::query::TransferSums& to, std::uint64_t bytes, Tick duration)
{
    ++to.count;
    addBytes(to.bytes, bytes);
    to.minBytes = std::min(to.minBytes, bytes);
    to.maxBytes = std::max(to.maxBytes, bytes);
    to.minDuration = std::min(to.minDuration, duration);
    to.maxDuration = std::max(to.maxDuration, duration);
    to.sumDuration = addTicks(to.sumDuration, duration);
    if (duration > 0) {
        const double rate = static_cast<double>(bytes) / static_cast<double>(duration);
        to.minRate = std::min(to.minRate, rate);
        to.maxRate = std::max(to.maxRate, rate);
        addBytes(to.ratedBytes, bytes);
        to.ratedDuration = addTicks(to.ratedDuration, duration);
        ++to.rated;
    }
}

}  // namespace vellum::server::query
