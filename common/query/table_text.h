#pragma once

#include "common/query/answers.h"
#include "common/table/access.h"
#include "common/table/cells.h"
#include "common/time/clock_properties.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace vellum::query {

/// The table of an answer that has a descriptor as people read it, in the shell and in the window alike: of a time
/// one column and not ticks and seconds, of a reference its name, bytes with their unit.
///
/// Threads  Const access from any thread, if \p duration is.
class TableText {
public:
    struct Column {
        table::Cell cell;
        std::string title;
        bool isText = false;  ///< words, to the left; numbers stand to the right
        bool isShown = true;  ///< false: a detail, which people see when they ask for it
    };
    using DurationText = std::function<std::string(Tick)>;

    /// All must outlive it. Precondition: the answer has that table.
    TableText(
        const Table& answer,
        const ClockProperties& clock,
        const table::Names& names,
        DurationText duration,
        std::size_t table = 0);

    [[nodiscard]] const std::vector<Column>& columns() const { return m_columns; }
    [[nodiscard]] std::size_t size() const { return m_rows.size; }
    /// As programs have it: to sort by.
    [[nodiscard]] table::CellValue valueAt(std::size_t row, std::size_t column) const;
    /// Of what has no value "–".
    [[nodiscard]] std::string textAt(std::size_t row, std::size_t column) const;
    [[nodiscard]] const void* rowAt(std::size_t row) const { return m_rows[row]; }
    [[nodiscard]] table::Unit by() const { return m_by; }

private:
    [[nodiscard]] std::string textOfReal(const table::Cell& cell, double value) const;

    const ClockProperties& m_clock;
    const table::Names& m_names;
    DurationText m_duration;
    table::Unit m_by;
    table::ListView m_rows;
    std::vector<Column> m_columns;
};

/// What an answer says beside its tables in words, each as "values of: time/traces.otf2"; without those that are empty.
[[nodiscard]] std::vector<std::string> remarksOf(const Table& answer);

}  // namespace vellum::query
