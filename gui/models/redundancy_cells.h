#pragma once

#include "common/query/answers.h"
#include "common/query/values_redundancy.h"
#include "common/time/columns.h"

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>

namespace vellum::gui::models {

/// An answer about redundancy by location: what lies over which row.
///
/// Threads  As a value.
class RedundancyCells {
public:
    /// Without an answer, or with one to another question, no row has cells.
    void take(const std::shared_ptr<const query::Answer>& answer);

    [[nodiscard]] const query::ValuesRedundancy* answer() const { return m_answer; }
    /// Where the columns lie. Precondition: there is an answer.
    [[nodiscard]] Columns columns() const
    {
        return {.range = m_window, .count = m_answer->columns};
    }
    /// Ascending by column.
    [[nodiscard]] std::span<const query::ValuesRedundancyRow> of(LocationRef location) const;
    /// What was moved at that time; nothing where nothing was.
    [[nodiscard]] std::optional<query::ValuesRedundancyRow> at(
        LocationRef location, Tick tick) const;

private:
    std::shared_ptr<const query::Answer> m_taken;
    const query::ValuesRedundancy* m_answer = nullptr;  ///< in it
    TickRange m_window;
    std::unordered_map<LocationRef, std::span<const query::ValuesRedundancyRow>> m_rows;
};

/// Redundant by moved bytes, 0 … 1.
[[nodiscard]] double shareOf(const query::ValuesRedundancyRow& row);

}  // namespace vellum::gui::models
