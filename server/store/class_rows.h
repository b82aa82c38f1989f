#pragma once

#include "common/trace/definitions.h"
#include "common/trace/function_group.h"
#include "server/store/call_stream.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

namespace vellum::server::store {

/// Exclusive time up to every 128th change of a call stream, by class of region: what answers a window
/// of any length by two rows and the few changes beside them.
///
/// Layout   A class is a region, or all others of a function group that have no class of their own:
///          where a location visits at most kMostClasses regions each has one, else those with the
///          largest exclusive time. Row r has for each class the ticks before change 128·r; of a group of
///          64 rows the first stands in `coarse` with 64 bits, all in `fine` less what `coarse` has,
///          with 32 bits; where a group is longer than 2^32 ticks `wide` has all rows with 64 bits.
/// Exact    All sums are.
/// Size     4 bytes for 128 changes and class.
struct ClassRows {
    static constexpr std::size_t kRow = 128;
    static constexpr std::size_t kGroup = 64;
    static constexpr std::size_t kMostClasses = 64;
    static constexpr std::uint8_t kNoClass = 0xff;  ///< of outside

    Column<std::uint8_t> classOfPlace;  ///< by place of a region among those of the call paths
    Column<RegionRef> region;           ///< by class; undefined: others of the group
    Column<std::uint8_t> group;         ///< by class, a FunctionGroup
    Column<Tick> coarse;
    Column<std::uint32_t> fine;
    Column<Tick> wide;

    /// Empty where there are so few changes that scanning them is as good.
    [[nodiscard]] static ClassRows build(const CallStream& calls, const Definitions& definitions);

    [[nodiscard]] bool empty() const { return region.empty(); }
    [[nodiscard]] std::size_t classes() const { return region.size(); }

    /// The exclusive ticks of every class up to \p tick.
    ///
    /// \param change  the first one at \p tick or later
    /// \param sums    one for each class and one more, whose value means nothing
    void sumsUntil(
        const CallStream& calls, std::size_t change, Tick tick, std::span<Tick> sums) const;

    /// Starts to fetch what `sumsUntil` reads for change \p change.
    void prefetchUntil(const CallStream& calls, std::size_t change) const
    {
        if (change == 0) {
            return;
        }
        constexpr std::size_t kLine = 64;  // bytes
        const std::size_t row = nearerRow(calls, change);
        const std::size_t first = std::min(row * kRow, change);
        const std::size_t last = std::max(row * kRow, change);
        const auto fetch = [](const auto& column, std::size_t begin, std::size_t end) {
            using Value = std::remove_cvref_t<decltype(column[0])>;
            for (std::size_t i = begin; i < std::min(end, column.size());
                 i += kLine / sizeof(Value)) {
                prefetch(column.data() + i);
            }
        };
        fetch(fine, row * classes(), (row + 1) * classes());
        fetch(calls.time.narrow, first, last);
        fetch(calls.narrowNode, first, last);
    }

    /// Lets memory come nearer. The compiler may not think that whoever calls only this does nothing: GCC
    /// leaves such functions out.
    static void prefetch(const void* at)
    {
        __builtin_prefetch(at);
        asm volatile("");
    }

private:
    /// The row from which it is not far to \p change, which is not the first.
    [[nodiscard]] static std::size_t nearerRow(const CallStream& calls, std::size_t change)
    {
        const std::size_t row = (change - 1) / kRow;
        const std::size_t next = (row + 1) * kRow;
        return change - row * kRow <= kRow / 2 || next >= calls.size() ? row : row + 1;
    }
    void copyRow(std::size_t row, std::span<Tick> sums) const;
};

}  // namespace vellum::server::store
