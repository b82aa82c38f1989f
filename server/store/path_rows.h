#pragma once

#include "server/store/call_stream.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

namespace vellum::server::store {

/// What visits of one call path add up to.
struct PathRowSums {
    std::uint64_t exclusive = 0;  ///< ticks
    std::uint64_t visits = 0;     ///< that begin there
    std::uint64_t total = 0;      ///< their whole lengths
    std::uint64_t shortest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t longest = 0;
};

/// Times, visits and their lengths by call path, summed up to every step-th change of a call stream: what answers the
/// call tree of a window of any length by two rows and the changes beside them.
///
/// Layout   Row r stands before change min(r · step, changes); row 0, all zeros, is not kept, and the last is that of the
///          whole stream. `values`: the step; rows, each the exclusive ticks of all paths, the number of visits
///          that begin before the row, and their whole lengths; then, for the changes between one row and the next,
///          the shortest visit of each path that begins there (none: all ones) and the longest (0), then the same of
///          16 such stretches each, and so on up to one.
/// Exact    All of it.
/// Size     At most a third of a byte a change, 0.42 where there are but four steps: a location of very many
///          paths has none.
struct PathRows {
    static constexpr std::size_t kFan = 16;

    Column<std::uint64_t> values;

    /// Empty where there are so few changes for each path that scanning them is as good, and where ticks lie too far apart
    /// (visits of one path do not overlap, so that their sums fit where differences of ticks do).
    [[nodiscard]] static PathRows build(const CallStream& calls);

    [[nodiscard]] bool empty() const { return values.empty(); }
    /// How many changes lie between two rows.
    [[nodiscard]] std::size_t step() const { return static_cast<std::size_t>(values[0]); }
    /// The last row, of \p changes changes in all.
    [[nodiscard]] std::size_t lastRow(std::size_t changes) const
    {
        return (changes + step() - 1) / step();
    }

    /// What lies between two rows, into \p to, by path, all of which are sums of nothing before.
    ///
    /// \param first    below \p last
    /// \param changes  of the whole stream
    void between(
        std::size_t first, std::size_t last, std::size_t changes, std::span<PathRowSums> to) const;
};

}  // namespace vellum::server::store
