#pragma once

#include "common/time/tick_range.h"
#include "server/query/values/value_profile.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace vellum::server::query {

/// Times of a side-car that are those of no operation, in the time of the trace: as far behind the operation before, or before
/// the first, as in the side-car.
///
/// Exact    Times in between operations stretch as these do from the first to the last.
/// Threads  Immutable.
class SideCarClock {
public:
    explicit SideCarClock(const ValueProfile& profile);

    /// At least one tick; nothing where no operation was found in the trace.
    [[nodiscard]] std::optional<TickRange> rangeOf(std::uint64_t t0, std::uint64_t t1) const;

private:
    struct Pair {
        std::uint64_t time = 0;
        Tick tick = 0;
    };

    [[nodiscard]] Tick tickOf(std::uint64_t time) const;

    std::vector<Pair> m_pairs;  ///< begins of operations, ascending by time
    double m_ticksPerUnit = 1;
};

}  // namespace vellum::server::query
