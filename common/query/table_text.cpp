#include "common/query/table_text.h"

#include "common/base/number_text.h"
#include "common/table/access.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace vellum::query {

using table::Cell;
using table::CellKind;
using table::CellValue;
using table::Column;
using table::Unit;

namespace {

/// Of a time people want one cell, not ticks and seconds; of a reference its name.
bool isForPeople(const Cell& cell)
{
    const table::Column& column = *cell.column;
    if (column.unit == Unit::Duration) {
        // Ticks are exact, and what is derived has seconds alone.
        return column.type == table::Type::Derived || cell.kind == CellKind::Number;
    }
    if (column.unit == Unit::Nanoseconds) {
        return cell.kind == CellKind::Number;
    }
    if (table::isReference(column.unit) || column.unit == Unit::By) {
        return cell.kind == CellKind::Name;
    }
    return true;
}

std::string wordsOf(std::string_view name)
{
    std::string words(name);
    std::ranges::replace(words, '_', ' ');
    return words;
}

std::string titleOf(const Cell& cell, const std::string& by)
{
    // A key is called what it is; where there are two, each has a name of its own.
    if (cell.column->unit == Unit::By && cell.column->name == "key") {
        return by;
    }
    return wordsOf(cell.column->name);
}

bool isText(const Cell& cell, Unit by)
{
    const bool isName =
        cell.kind == CellKind::Name
        && (table::isReference(cell.column->unit) || (by != Unit::Bytes && by != Unit::None));
    return isName || cell.kind == CellKind::Word || cell.column->type == table::Type::Text;
}

std::string bytesOf(double bytes)
{
    constexpr double kMost = 1.8e19;  // inside 64 bits, whatever a server says
    return byteText(static_cast<std::uint64_t>(std::clamp(std::round(bytes), 0.0, kMost)));
}

/// Four digits that count.
std::string shortText(double value)
{
    constexpr int kDigits = 4;
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(
                         buffer.data(),
                         buffer.data() + buffer.size(),
                         value,
                         std::chars_format::general,
                         kDigits)
                         .ptr;
    return {buffer.data(), end};
}

}  // namespace

TableText::TableText(
    const Table& answer,
    const ClockProperties& clock,
    const table::Names& names,
    DurationText duration,
    std::size_t table)
    : m_clock(clock)
    , m_names(names)
    , m_duration(std::move(duration))
    , m_by(table::unitOfBy(answer.answer.schema(), answer.answer.row()))
{
    const table::Schema& schema = answer.answer.schema();
    const void* whole = answer.answer.row();
    const table::Column& rows = *table::tablesOf(schema).at(table);
    m_rows = table::listAt(rows, whole);
    const table::Column* byColumn = table::find(schema, "by");
    const std::string byWord =
        byColumn == nullptr ? "" : std::string(byColumn->words[table::wholeAt(*byColumn, whole)]);
    // Where the rows are by something that has a column of its own, it stands there already.
    const bool isByShown = table::find(*rows.rows, byWord) == nullptr;
    for (Cell& cell : table::cellsOf(*rows.rows)) {
        if (isForPeople(cell) && (isByShown || cell.column->unit != Unit::By)) {
            std::string title = titleOf(cell, byWord);
            const bool hasText = isText(cell, m_by);
            const bool isShown = !cell.column->isDetail;
            m_columns.push_back(
                {.cell = std::move(cell),
                 .title = std::move(title),
                 .isText = hasText,
                 .isShown = isShown});
        }
    }
}

CellValue TableText::valueAt(std::size_t row, std::size_t column) const
{
    return table::valueOf(m_columns[column].cell, m_rows[row], m_by, m_names);
}

std::string TableText::textOfReal(const Cell& cell, double value) const
{
    switch (cell.column->unit) {
    case Unit::Duration:
        return m_duration(
            static_cast<Tick>(std::round(value * static_cast<double>(m_clock.ticksPerSecond))));
    case Unit::Bytes:
        return bytesOf(value);
    case Unit::Rate:
        return bytesOf(value) + "/s";
    case Unit::Nanoseconds:
        return formatDuration(static_cast<Tick>(std::round(value)), {});
    case Unit::Ratio:
        return shortText(value);
    case Unit::Share:
        return percentText(value);
    default:
        return table::plainText(value);
    }
}

std::string TableText::textAt(std::size_t row, std::size_t column) const
{
    const Cell& cell = m_columns[column].cell;
    if (cell.column->unit == Unit::By && m_by == Unit::Bytes) {
        return byteText(table::wholeAt(*cell.column, m_rows[row]));
    }
    const CellValue value = valueAt(row, column);
    if (const auto* real = std::get_if<double>(&value)) {
        return textOfReal(cell, *real);
    }
    if (const auto* number = std::get_if<std::uint64_t>(&value)) {
        return cell.column->unit == Unit::Bytes ? byteText(*number) : grouped(*number);
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return cell.column->unit == Unit::Duration      ? m_duration(*number)
               : cell.column->unit == Unit::Nanoseconds ? formatDuration(*number, {})
                                                        : std::to_string(*number);
    }
    const auto* words = std::get_if<std::string>(&value);
    return words == nullptr ? "–" : *words;
}

std::vector<std::string> remarksOf(const Table& answer)
{
    std::vector<std::string> remarks;
    for (const Column& column : answer.answer.schema().columns) {
        if (column.type == table::Type::Text) {
            const std::string& text = table::textAt(column, answer.answer.row());
            if (!text.empty()) {
                remarks.push_back(wordsOf(column.name) + ": " + text);
            }
        }
    }
    return remarks;
}

}  // namespace vellum::query
