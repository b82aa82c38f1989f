#pragma once

#include "common/trace/definitions.h"
#include "server/store/call_stream.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::server::store {

/// What some rows of a location add up to; room that one query fills again and again.
///
/// Layout   `regions` are those of ProfileRows, in its order, and parallel to them the spans. Where
///          visits are 0, shortest and longest mean nothing.
struct ProfileRowSums {
    std::span<const std::uint32_t> regions;    ///< a RegionRef's value each
    std::span<const std::uint64_t> exclusive;  ///< ticks
    std::span<const std::uint64_t> inclusive;  ///< ticks inside of a visit, recursion counted once
    std::span<const std::uint64_t> total;      ///< whole lengths of the visits that begin there
    std::span<const std::uint64_t> visits;     ///< that begin there
    std::span<const std::uint64_t> shortest;   ///< whole length of such a visit
    std::span<const std::uint64_t> longest;    ///< likewise
    std::span<const std::uint32_t> groups;     ///< a FunctionGroup's value each
    std::span<const std::uint64_t> ofGroups;   ///< inclusive ticks, parallel to `groups`
    std::span<const std::uint32_t> paradigms;  ///< a Paradigm's value each
    std::span<const std::uint64_t> ofParadigms;  ///< inclusive ticks, parallel to `paradigms`

    std::vector<std::uint64_t> room;     ///< what the spans lie in
    std::vector<std::uint64_t> packed;   ///< sums in the order of their widths
    std::vector<std::uint64_t> extreme;  ///< shortest and longest as the columns have them
};

/// Times, visits and lengths of visits by region, summed up to every step-th change of a call stream:
/// what answers the profile of a window of any length by two rows and the changes beside them.
///
/// Layout   Row r stands before change min(r · step, changes); row 0, all zeros, is not kept, and the last
///          is that of the whole stream. A row has for each region four sums (ProfileRowSums says
///          which), and for each group and paradigm the inclusive time; sums are relative to those of the
///          64th row before at most, which `base` has, in 8, 4 or 2 bytes each, as the largest needs.
///          `lengths` has for the changes between one row and the next the shortest and longest visit of
///          each region that begins there, then the same of 16 such stretches, and so on up to one.
///          `layout`: ten numbers (`Shape`), regions, groups, paradigms, then which sum each place of a row
///          has (0 … of `exclusive`, `inclusive`, `total`, `visits`, of groups, of paradigms), and which
///          region each place of `lengths`.
/// Exact    All sums are.
/// Size     About 20 bytes a region and row, and so many rows that it is about 1.2 bytes a change.
struct ProfileRows {
    static constexpr std::size_t kGroup = 64;
    static constexpr std::size_t kFan = 16;
    static constexpr std::size_t kWidths = 3;  ///< of 8, 4 and 2 bytes

    Column<std::uint32_t> layout;
    Column<std::uint64_t> base;
    Column<std::uint64_t> sums;     ///< packed, each row from a whole word on
    Column<std::uint64_t> lengths;  ///< likewise

    /// Empty where there are so few changes that scanning them is as good, and where sums do not fit
    /// into 63 bits.
    [[nodiscard]] static ProfileRows build(const CallStream& calls, const Definitions& definitions);

    [[nodiscard]] bool empty() const { return layout.empty(); }
    /// How many changes lie between two rows.
    [[nodiscard]] std::size_t step() const { return layout[0]; }
    /// The last row, of \p changes changes in all.
    [[nodiscard]] std::size_t lastRow(std::size_t changes) const
    {
        return (changes + step() - 1) / step();
    }

    /// What lies between two rows: the row \p last less the row \p first.
    ///
    /// \param first    below \p last
    /// \param changes  of the whole stream
    void between(
        std::size_t first, std::size_t last, std::size_t changes, ProfileRowSums& to) const;

    /// The same without the shortest and longest visits, whose spans are then empty.
    void sumsBetween(std::size_t first, std::size_t last, ProfileRowSums& to) const;

    /// Starts to fetch what `between` reads.
    void prefetchBetween(std::size_t first, std::size_t last) const;

    /// What `layout` begins with.
    struct Shape {
        std::uint32_t step = 0;
        std::uint32_t regions = 0;
        std::uint32_t groups = 0;
        std::uint32_t paradigms = 0;
        std::array<std::uint32_t, kWidths> sums{};     ///< how many of each width
        std::array<std::uint32_t, kWidths> lengths{};  ///< regions, likewise

        static constexpr std::size_t kNumbers = 10;
        static constexpr std::size_t kSumsOfRegion = 4;

        [[nodiscard]] std::size_t sumCount() const
        {
            return kSumsOfRegion * regions + groups + paradigms;
        }
        /// Of one row of sums, in words.
        [[nodiscard]] std::size_t sumWords() const { return wordsOf(sums, 1); }
        /// Of one stretch of `lengths`, in words.
        [[nodiscard]] std::size_t lengthWords() const { return wordsOf(lengths, 2); }

    private:
        static std::size_t wordsOf(
            const std::array<std::uint32_t, kWidths>& counts, std::size_t values)
        {
            constexpr std::size_t kWord = 8;
            const std::size_t bytes =
                values
                * (std::size_t{counts[0]} * 8 + std::size_t{counts[1]} * 4 + counts[2] * 2UL);
            return (bytes + kWord - 1) / kWord;
        }
    };
    [[nodiscard]] Shape shape() const;

private:
    void sumBetween(const Shape& in, std::size_t first, std::size_t last, ProfileRowSums& to) const;
    void lengthsBetween(
        const Shape& in,
        std::size_t first,
        std::size_t last,
        std::size_t blocks,
        ProfileRowSums& to) const;
};

}  // namespace vellum::server::store
