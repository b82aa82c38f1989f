#pragma once

#include "common/base/wide_math.h"
#include "common/time/tick_range.h"

#include <cstddef>

namespace vellum {

/// A range cut into equal columns, as charts and timeline answers cut it.
///
/// Exact    Column i is [begin + floor(i·length/count), begin + floor((i+1)·length/count)): columns
///          cover the range without gap or overlap; widths differ by at most one tick. A range
///          shorter than `count` ticks has empty columns.
/// Pre      `count` > 0, the range is not empty.
struct Columns {
    TickRange range;
    std::int64_t count = 1;

    /// Where column \p index begins; `boundary(count)` is the range's end.
    [[nodiscard]] constexpr Tick boundary(std::int64_t index) const
    {
        return range.begin + mulDiv(index, range.length(), count);
    }
    [[nodiscard]] constexpr TickRange column(std::int64_t index) const
    {
        return {.begin = boundary(index), .end = boundary(index + 1)};
    }

    /// The column that holds \p tick; \p tick must lie inside the range.
    [[nodiscard]] constexpr std::int64_t columnOf(Tick tick) const
    {
        // The largest i with floor(i·length/count) <= offset, i.e. i·length < (offset+1)·count.
        return mulDiv(tick - range.begin + 1, count, range.length())
               - ((mulDivIsExact(tick - range.begin + 1)) ? 1 : 0);
    }

private:
    [[nodiscard]] constexpr bool mulDivIsExact(Tick offsetPlusOne) const
    {
        __extension__ using Wide = __int128;
        return static_cast<Wide>(offsetPlusOne) * count % range.length() == 0;
    }
};

}  // namespace vellum
