#include "gui/models/communicator_rows.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

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

std::vector<CommunicatorRows::Ends> CommunicatorRows::ends() const
{
    std::map<std::pair<CommRef, int>, std::vector<LocationRef>> rows;
    for (const auto& [communicator, group] : m_groups) {
        const auto found = m_rows.find(group);
        if (found == m_rows.end()) {
            continue;
        }
        for (const auto& [location, row] : found->second) {
            rows[{communicator, row}].push_back(location);
        }
    }
    std::vector<Ends> all;
    all.reserve(rows.size());
    for (auto& [place, locations] : rows) {
        std::ranges::sort(locations);
        all.push_back({.communicator = place.first, .locations = std::move(locations)});
    }
    return all;
}

}  // namespace vellum::gui::models
