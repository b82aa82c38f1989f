#pragma once

#include "common/table/table.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vellum::table {

// Rows as the cells that programs and people read: a time is ticks and seconds, a reference has a name beside it,
// rows inside rows are columns of the outer one.

enum class CellKind : std::uint8_t {
    Number,     ///< as it is stored
    Seconds,    ///< of ticks
    PerSecond,  ///< of something per tick
    Name,       ///< of what a number refers to
    Word,       ///< of an enumeration
};

/// A cell of each row of a table.
struct Cell {
    std::string key;                  ///< "sum_duration_seconds"
    const Column* column = nullptr;   ///< the innermost one
    std::vector<const Column*> path;  ///< the rows around it, outermost first
    CellKind kind = CellKind::Number;
};

/// The cells of a row, without those of lists.
[[nodiscard]] std::vector<Cell> cellsOf(const Schema& row);

/// What cells need to know of a trace.
class Names {
public:
    Names() = default;
    Names(const Names&) = delete;
    Names& operator=(const Names&) = delete;
    virtual ~Names() = default;

    /// \param unit  one with names
    [[nodiscard]] virtual std::string nameOf(Unit unit, std::uint64_t number) const = 0;
    [[nodiscard]] virtual double secondsOf(double ticks) const = 0;
};

/// Nothing: there is no such value, as the mean of none.
using CellValue = std::variant<std::monostate, std::uint64_t, std::int64_t, double, std::string>;

/// \param by  what Unit::By means in this answer: `unitOfBy`
[[nodiscard]] CellValue valueOf(const Cell& cell, const void* row, Unit by, const Names& names);

/// What Unit::By means in an answer: its column "by" says so. None where there is no such column.
[[nodiscard]] Unit unitOfBy(const Schema& answer, const void* row);

/// As programs read it: the shortest number that reads back as the same; empty where there is no value.
[[nodiscard]] std::string plainText(const CellValue& value);

[[nodiscard]] constexpr bool isReference(Unit unit)
{
    return unit >= Unit::Location;
}

/// Why \p text is no value of a question's column, as the end of a sentence; empty: it was stored in \p row.
///
/// \param text  a word of an enumeration or a number
[[nodiscard]] std::string setFromText(const Column& column, void* row, std::string_view text);

/// The columns of a question and of its answer as a section of Markdown.
[[nodiscard]] std::string describeAsMarkdown(const Schema& question, std::string_view purpose);

}  // namespace vellum::table
