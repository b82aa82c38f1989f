#pragma once

#include "common/query/answers.h"
#include "common/time/columns.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace vellum::server::query {

/// Gathers what was done with one I/O handle, column by column.
///
/// Exact    All counts and times.
/// Size     By the columns in which something begins or ends, however long operations are.
/// Threads  One.
class IoColumns {
public:
    explicit IoColumns(const Columns& columns) : m_columns(columns) {}

    /// The point of the column that \p tick lies in; \p tick must be in the window.
    [[nodiscard]] vellum::query::IoPoint& at(Tick tick);

    /// Adds an operation's time. \p range is inside the window.
    ///
    /// \param mode  0 read, 1 write, 2 flush, 3 another
    void addTime(TickRange range, std::size_t mode);

    /// All that was gathered; columns in which nothing is are left out.
    [[nodiscard]] std::vector<vellum::query::IoPoint> take();

private:
    static constexpr std::size_t kModes = 4;
    using Counts = std::array<std::int64_t, kModes>;

    [[nodiscard]] vellum::query::IoPoint& point(std::int64_t column);

    Columns m_columns;
    std::map<std::uint32_t, vellum::query::IoPoint> m_points;
    /// How many more operations of each mode fill this column than the one before it.
    std::map<std::uint32_t, Counts> m_filling;
};

}  // namespace vellum::server::query
