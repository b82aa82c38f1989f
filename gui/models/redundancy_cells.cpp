#include "gui/models/redundancy_cells.h"

#include <algorithm>

namespace vellum::gui::models {

using query::ValuesRedundancy;
using query::ValuesRedundancyRow;

void RedundancyCells::take(const std::shared_ptr<const query::Answer>& answer)
{
    if (answer == m_taken) {
        return;
    }
    m_taken = answer;
    m_rows.clear();
    const auto* table = answer ? std::get_if<query::Table>(answer.get()) : nullptr;
    m_answer = table == nullptr ? nullptr : table->answer.as<ValuesRedundancy>();
    if (m_answer == nullptr) {
        return;
    }
    m_window = table->window;
    const std::span<const ValuesRedundancyRow> all(m_answer->rows);
    for (std::size_t first = 0; first < all.size();) {
        std::size_t end = first + 1;
        while (end < all.size() && all[end].location == all[first].location) {
            ++end;
        }
        m_rows[all[first].location] = all.subspan(first, end - first);
        first = end;
    }
}

std::span<const ValuesRedundancyRow> RedundancyCells::of(LocationRef location) const
{
    const auto found = m_rows.find(location);
    return found == m_rows.end() ? std::span<const ValuesRedundancyRow>() : found->second;
}

std::optional<ValuesRedundancyRow> RedundancyCells::at(LocationRef location, Tick tick) const
{
    const auto rows = of(location);
    if (rows.empty() || !m_window.contains(tick)) {
        return std::nullopt;
    }
    const auto column = static_cast<std::uint32_t>(columns().columnOf(tick));
    const auto found = std::ranges::lower_bound(rows, column, {}, &ValuesRedundancyRow::column);
    return found == rows.end() || found->column != column ? std::nullopt : std::optional(*found);
}

double shareOf(const ValuesRedundancyRow& row)
{
    return row.movedBytes == 0
               ? 0
               : static_cast<double>(row.redundantBytes) / static_cast<double>(row.movedBytes);
}

}  // namespace vellum::gui::models
