#pragma once

#include "common/time/columns.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::server::query {

/// Adds up stretches of time by column, each at the same price however many columns it covers: the columns
/// that it fills are only noted at its ends, until `finish`.
///
/// Exact    What is added up on the way may leave the type and comes back into it: what counts is that the
///          sums fit.
/// Threads  Immutable.
class StretchColumns {
public:
    /// Whether these columns can be added up so: none is empty, and sums of a great many locations fit.
    [[nodiscard]] static bool serves(const Columns& columns);

    /// Precondition: it serves.
    explicit StretchColumns(const Columns& columns);

    /// \p tick must lie inside the range.
    [[nodiscard]] std::size_t columnOf(Tick tick) const
    {
        // The guess may be one off next to a boundary.
        const double guess = static_cast<double>(tick - m_boundaries.front()) * m_columnsPerTick;
        auto column = static_cast<std::size_t>(guess);
        column -= m_boundaries[column] > tick ? 1U : 0U;
        column += m_boundaries[column + 1] <= tick ? 1U : 0U;
        return column;
    }
    /// The column of \p tick, which lies in \p before or is the begin of the column after it.
    [[nodiscard]] std::size_t columnOf(Tick tick, std::size_t before) const
    {
        return before + (m_boundaries[before + 1] <= tick ? 1U : 0U);
    }

    /// Room for what `add` and `finish` fill: `ticks` by column, and how many stretches more fill column i
    /// than column i − 1.
    struct Sums {
        std::vector<Tick> ticks;
        std::vector<std::int32_t> filling;
    };
    [[nodiscard]] Sums empty() const
    {
        const std::size_t columns = m_boundaries.size() - 2;
        return {
            .ticks = std::vector<Tick>(columns), .filling = std::vector<std::int32_t>(columns + 1)};
    }

    /// \param stretch  not empty
    /// \param first    the column of its begin
    /// \param last     the column of its last tick
    void add(Sums& sums, TickRange stretch, std::size_t first, std::size_t last) const
    {
        // One that lies in a single column fills one column less than none.
        plus(sums.ticks[first], m_boundaries[first + 1] - stretch.begin);
        plus(sums.ticks[last], stretch.end - m_boundaries[last]);
        ++sums.filling[first + 1];
        --sums.filling[last];
    }

    /// Adds the columns that stretches fill; then \p sums has no more of these.
    void finish(Sums& sums) const;

    static void plus(Tick& to, Tick ticks)
    {
        to = static_cast<Tick>(static_cast<std::uint64_t>(to) + static_cast<std::uint64_t>(ticks));
    }

private:
    std::vector<Tick> m_boundaries;  ///< and one more, for a guess that is one too far
    double m_columnsPerTick = 0;
};

}  // namespace vellum::server::query
