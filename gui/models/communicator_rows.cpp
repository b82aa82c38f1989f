#include "gui/models/communicator_rows.h"

#include <cstddef>

namespace vellum::gui::models {

void CommunicatorRows::index(const std::vector<Row>& rows, const RowGrouping* grouping)
{
    m_groups.clear();
    m_rows.clear();
    if (grouping == nullptr || grouping->by != RowsBy::Communicator) {
        return;
    }
    for (const RowGroup& group : grouping->groups) {
        for (const CommRef communicator : group.communicators) {
            m_groups.emplace(communicator, group.number);
        }
    }
    // What is below an open parent stands for it.
    for (const bool isOpenParent : {false, true}) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto number = numberOfGroup(rows[i].key, RowsBy::Communicator);
            if (!number || (rows[i].foldable && !rows[i].folded) != isOpenParent) {
                continue;
            }
            for (const LocationRef location : rows[i].locations) {
                m_rows[*number].try_emplace(location, static_cast<int>(i));
            }
        }
    }
}

std::optional<int> CommunicatorRows::rowOf(LocationRef location, CommRef communicator) const
{
    const auto group = m_groups.find(communicator);
    const auto rows = group == m_groups.end() ? m_rows.end() : m_rows.find(group->second);
    if (rows == m_rows.end()) {
        return std::nullopt;
    }
    const auto row = rows->second.find(location);
    return row == rows->second.end() ? std::nullopt : std::optional(row->second);
}

}  // namespace vellum::gui::models
