#pragma once

#include "common/query/message_pairs.h"
#include "gui/charts/matrix/matrix_metric.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace vellum::gui::charts {

/// A communication matrix, of which only the cells with messages are kept.
///
/// Layout   Rows (senders) and columns (receivers) have the same labels in the same order. The cells of a row lie
///          behind one another, by column.
/// Size     32 bytes a cell and 16 a label; an answer of n pairs is made into cells in O(n log n).
/// Threads  Immutable but for `setMetric`.
class MatrixCells {
public:
    struct Cell {
        std::uint32_t column = 0;
        std::uint32_t pair = 0;  ///< which row of the answer
        double value = 0;        ///< no number where there is none
    };

    MatrixCells() = default;
    /// \param labels  each once; pairs of others are left out
    MatrixCells(
        std::shared_ptr<const query::MessagePairs> pairs,
        std::vector<std::uint64_t> labels,
        MatrixMetric metric);

    void setMetric(MatrixMetric metric);

    [[nodiscard]] const std::vector<std::uint64_t>& labels() const { return m_labels; }
    [[nodiscard]] std::size_t side() const { return m_labels.size(); }
    [[nodiscard]] std::size_t size() const { return m_cells.size(); }
    /// Of a row; \p row < side().
    [[nodiscard]] std::span<const Cell> row(std::size_t row) const;
    /// Null: no messages, or no such cell.
    [[nodiscard]] const Cell* find(std::size_t row, std::size_t column) const;
    [[nodiscard]] const query::TransferSums& sumsOf(const Cell& cell) const;

    /// What the ends of the scale stand for: from nothing, or from less where clocks disagree, to the greatest value.
    [[nodiscard]] double least() const { return m_least; }
    [[nodiscard]] double most() const { return m_most; }

private:
    std::shared_ptr<const query::MessagePairs> m_pairs;
    std::vector<std::uint64_t> m_labels;
    std::vector<std::size_t> m_begins;  ///< of each row in the cells, and their end
    std::vector<Cell> m_cells;
    double m_least = 0;
    double m_most = 0;
};

}  // namespace vellum::gui::charts
