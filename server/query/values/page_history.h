#pragma once

#include "common/query/values_pages.h"
#include "common/time/columns.h"
#include "common/time/tick_range.h"
#include "common/values/sidecar/records.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vellum::server::query {

/// Something that was known of a piece of an object for some time.
struct PagePiece {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 0;
    TickRange time;
    vellum::values::sidecar::PageState state{};
    vellum::values::sidecar::PageClass sharing{};
    std::uint64_t pages = 0;  ///< 0: of a part of a page, which is no write of its own
    std::uint64_t changed = 0;
};

/// What became of one object, in ranges of equal size and columns of equal time.
///
/// Exact    A cell has the state in which the most of its bytes were, a piece of an object in a slice of time counted once; of
///          those that are alike the more telling one. Sharing comes before all others: false, then true.
/// Size     ranges × columns cells of 56 bytes.
/// Threads  One owner.
class PageHistory {
public:
    static constexpr std::uint64_t kLargest = std::uint64_t{1} << 60U;

    /// \param size  of the object, at most kLargest
    PageHistory(std::uint64_t size, std::uint32_t ranges, Columns columns);

    void add(const PagePiece& piece);

    /// Ranges of which something is known; neighbouring ones that are alike are one row. Names are not set.
    [[nodiscard]] std::vector<vellum::query::ValuesPagesRow> rows() const;

private:
    static constexpr std::size_t kWeights = vellum::query::page_state::kAll.size() - 1;
    using Cell = std::array<std::uint64_t, kWeights>;

    [[nodiscard]] std::size_t cellOf(std::uint64_t range, std::int64_t column) const
    {
        return range * static_cast<std::size_t>(m_columns.count) + static_cast<std::size_t>(column);
    }
    void addCells(const PagePiece& piece, std::uint64_t range, std::uint64_t bytes);
    [[nodiscard]] static char letterOf(const Cell& cell);

    std::uint64_t m_size;
    std::uint64_t m_width;  ///< of a range, in bytes
    Columns m_columns;
    std::vector<vellum::query::ValuesPagesRow> m_ranges;
    std::vector<Cell> m_cells;  ///< range by range
};

}  // namespace vellum::server::query
