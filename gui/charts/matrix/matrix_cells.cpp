#include "gui/charts/matrix/matrix_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>

namespace vellum::gui::charts {

MatrixCells::MatrixCells(
    std::shared_ptr<const query::MessagePairs> pairs,
    std::vector<std::uint64_t> labels,
    MatrixMetric metric)
    : m_pairs(std::move(pairs))
    , m_labels(std::move(labels))
{
    std::unordered_map<std::uint64_t, std::uint32_t> places;
    places.reserve(m_labels.size());
    for (std::size_t i = 0; i < m_labels.size(); ++i) {
        places.emplace(m_labels[i], static_cast<std::uint32_t>(i));
    }
    std::vector<std::pair<std::uint32_t, Cell>> cells;
    cells.reserve(m_pairs->rows.size());
    for (std::uint32_t i = 0; i < m_pairs->rows.size(); ++i) {
        const auto from = places.find(m_pairs->rows[i].from);
        const auto to = places.find(m_pairs->rows[i].to);
        if (from != places.end() && to != places.end()) {
            cells.emplace_back(from->second, Cell{.column = to->second, .pair = i});
        }
    }
    const auto place = [](const auto& cell) { return std::pair(cell.first, cell.second.column); };
    if (!std::ranges::is_sorted(
            cells, {}, place)) {  // it is, unless the server is another than ours
        std::ranges::stable_sort(cells, {}, place);
    }
    m_begins.assign(m_labels.size() + 1, 0);
    m_cells.reserve(cells.size());
    for (const auto& [row, cell] : cells) {
        ++m_begins[row + 1];
        m_cells.push_back(cell);
    }
    for (std::size_t row = 0; row < m_labels.size(); ++row) {
        m_begins[row + 1] += m_begins[row];
    }
    setMetric(metric);
}

void MatrixCells::setMetric(MatrixMetric metric)
{
    m_least = 0;
    m_most = 0;
    for (Cell& cell : m_cells) {
        const auto value = valueOf(sumsOf(cell), metric);
        cell.value = value.value_or(std::numeric_limits<double>::quiet_NaN());
        if (value) {
            m_least = std::min(m_least, *value);
            m_most = std::max(m_most, *value);
        }
    }
}

std::span<const MatrixCells::Cell> MatrixCells::row(std::size_t row) const
{
    return std::span(m_cells).subspan(m_begins[row], m_begins[row + 1] - m_begins[row]);
}

const MatrixCells::Cell* MatrixCells::find(std::size_t row, std::size_t column) const
{
    if (row >= side() || column >= side()) {
        return nullptr;
    }
    const auto cells = this->row(row);
    const auto found = std::ranges::lower_bound(cells, column, {}, &Cell::column);
    return found == cells.end() || found->column != column ? nullptr : &*found;
}

const query::TransferSums& MatrixCells::sumsOf(const Cell& cell) const
{
    return m_pairs->rows[cell.pair].sums;
}

}  // namespace vellum::gui::charts
