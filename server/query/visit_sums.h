#pragma once

#include "server/query/tick_sum.h"

#include <algorithm>
#include <cstdint>

namespace vellum::server::query {

/// What profiles and call trees add up of visits.
struct VisitSums {
    std::uint64_t visits = 0;
    Tick inclusive = 0;
    Tick exclusive = 0;
    Tick shortest = 0;  ///< of the visits that begin in the window, whole; 0 if none
    Tick longest = 0;
    Tick total = 0;

    /// Counts a visit that begins in the window.
    void begins(Tick length)
    {
        shortest = visits == 0 ? length : std::min(shortest, length);
        longest = std::max(longest, length);
        total = addTicks(total, length);
        ++visits;
    }

    /// Adds the same of another location.
    void add(const VisitSums& other)
    {
        if (other.visits > 0) {
            shortest = visits == 0 ? other.shortest : std::min(shortest, other.shortest);
            longest = std::max(longest, other.longest);
        }
        visits += other.visits;
        inclusive = addTicks(inclusive, other.inclusive);
        exclusive = addTicks(exclusive, other.exclusive);
        total = addTicks(total, other.total);
    }

    [[nodiscard]] bool isZero() const { return visits == 0 && inclusive == 0 && exclusive == 0; }
};

}  // namespace vellum::server::query
