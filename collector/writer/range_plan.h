#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/spool.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::collector::writer {

/// A number that a range or mark carries, as NVTX has it.
struct RangePayload {
    std::uint32_t type = 0;  ///< 0 none
    std::uint64_t bits = 0;
};

/// A range that has a row beside its thread's.
struct RangeSpan {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t name = 0;  ///< in SpooledProcess::ranges
    RangePayload payload;
};

/// What the pushes and pops of one thread do to its row.
///
/// Exact    A range is in its thread's row where it nests: where all that was entered within it has ended when it is
///          popped, and what was open around it is still open. Others (popped within a deeper call that does more,
///          crossing the ranges of another domain) are spans of a row beside it, and cut no call.
///          What is never popped ends with the thread.
/// Odd case A call that returns right after the push, as NVTX's own function or a guard's constructor does when it is
///          instrumented, did nothing but set the range: the range begins when it has returned. Likewise it ends before the
///          calls that do nothing but pop it.
struct RangePlan {
    enum class Action : std::uint8_t { Enter, Leave };
    struct Step {
        std::size_t record = 0;  ///< happens before that record, or…
        bool isAfter = false;    ///< …after it
        Action action = Action::Enter;
        std::uint32_t name = 0;
        RangePayload payload;

        [[nodiscard]] bool isBefore(std::size_t index) const
        {
            return record < index || (record == index && !isAfter);
        }
        [[nodiscard]] bool isBehind(std::size_t index) const { return record <= index; }
    };

    std::vector<Step> steps;  ///< in their order
    std::vector<RangeSpan> beside;
    std::uint64_t unmatchedPops = 0;
};

/// \param end  when what is still open ends
[[nodiscard]] RangePlan planRanges(
    const SpooledProcess& process, const SpooledLocation& location, std::uint64_t end);

[[nodiscard]] constexpr bool isOfRange(measurement::EventKind kind)
{
    return (kind >= measurement::EventKind::RangePush
            && kind <= measurement::EventKind::RangePayload)
           || kind == measurement::EventKind::RangeCounter;
}

}  // namespace vellum::collector::writer
