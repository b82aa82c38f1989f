#include "server/cli/table_output.h"

#include "common/base/number_text.h"
#include "common/table/access.h"
#include "server/cli/csv_io.h"
#include "server/cli/naming.h"
#include "server/cli/text_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::cli {

using table::Cell;
using table::CellKind;
using table::CellValue;
using table::Column;
using table::ListView;
using table::Unit;

namespace {

class NamesOfTrace : public table::Names {
public:
    explicit NamesOfTrace(const Definitions& definitions) : m_definitions(definitions) {}

    [[nodiscard]] std::string nameOf(Unit unit, std::uint64_t number) const override
    {
        const auto small = static_cast<std::uint32_t>(number);
        switch (unit) {
        case Unit::Location:
            return locationName(m_definitions, LocationRef(number));
        case Unit::LocationGroup:
            return groupName(m_definitions, LocationGroupRef(small));
        case Unit::SystemTreeNode:
            return labelName(m_definitions, number, vellum::query::MatrixBy::SystemTreeNode);
        case Unit::Region:
            return regionName(m_definitions, RegionRef(small));
        case Unit::Communicator:
            return communicatorName(m_definitions, CommRef(small));
        case Unit::IoFile: {
            const IoFile* file = m_definitions.find(IoFileRef(small));
            return file != nullptr                ? file->name
                   : small == IoFileRef().value() ? "no file"
                                                  : "file " + std::to_string(number);
        }
        default:
            return std::to_string(number);
        }
    }
    [[nodiscard]] double secondsOf(double ticks) const override
    {
        return ticks / static_cast<double>(m_definitions.clock.ticksPerSecond);
    }

private:
    const Definitions& m_definitions;
};

/// As JSON and CSV have numbers: the shortest text that reads back as the same.
struct WriteJson {
    JsonWriter& json;

    void operator()(std::monostate /*nothing*/) const { json.null(); }
    void operator()(std::uint64_t number) const { json.number(number); }
    void operator()(std::int64_t number) const { json.number(number); }
    void operator()(double number) const { json.number(number); }
    void operator()(const std::string& text) const { json.string(text); }
};

struct CsvText {
    std::string operator()(std::monostate /*nothing*/) const { return {}; }
    std::string operator()(std::uint64_t number) const { return text(number); }
    std::string operator()(std::int64_t number) const { return text(number); }
    std::string operator()(double number) const { return text(number); }
    std::string operator()(const std::string& words) const { return words; }
};

void writeRow(
    JsonWriter& json,
    const std::vector<Cell>& cells,
    const void* row,
    Unit by,
    const table::Names& names)
{
    for (const Cell& cell : cells) {
        json.key(cell.key);
        std::visit(WriteJson{json}, table::valueOf(cell, row, by, names));
    }
}

/// Of a time people want one cell, not ticks and seconds; of a reference its name.
bool isForPeople(const Cell& cell)
{
    const Column& column = *cell.column;
    if (column.isDetail) {
        return false;
    }
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

std::string titleOf(const Cell& cell, const std::string& by)
{
    if (cell.column->unit == Unit::By) {
        return by;
    }
    std::string title(cell.column->name);
    std::ranges::replace(title, '_', ' ');
    return title;
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

class TextOfCells {
public:
    TextOfCells(const Definitions& definitions, Unit by)
        : m_clock(definitions.clock)
        , m_names(definitions)
        , m_by(by)
    {
    }

    [[nodiscard]] std::string of(const Cell& cell, const void* row) const
    {
        if (cell.column->unit == Unit::By && m_by == Unit::Bytes) {
            return byteText(table::wholeAt(*cell.column, row));
        }
        const CellValue value = table::valueOf(cell, row, m_by, m_names);
        if (const auto* seconds = std::get_if<double>(&value)) {
            return ofReal(cell, *seconds);
        }
        if (const auto* number = std::get_if<std::uint64_t>(&value)) {
            return cell.column->unit == Unit::Bytes ? byteText(*number) : grouped(*number);
        }
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            return ofWhole(cell, *number);
        }
        const auto* words = std::get_if<std::string>(&value);
        return words == nullptr ? "–" : *words;
    }

private:
    [[nodiscard]] std::string ofWhole(const Cell& cell, std::int64_t value) const
    {
        switch (cell.column->unit) {
        case Unit::Duration:
            return formatDuration(value, m_clock);
        case Unit::Nanoseconds:
            return formatDuration(value, ClockProperties{});
        default:
            return std::to_string(value);
        }
    }
    [[nodiscard]] std::string ofReal(const Cell& cell, double value) const
    {
        switch (cell.column->unit) {
        case Unit::Duration:
            return formatDuration(ticksOf(value), m_clock);
        case Unit::Nanoseconds:
            return formatDuration(static_cast<Tick>(std::round(value)), ClockProperties{});
        case Unit::Ratio:
            return shortText(value);
        case Unit::Share:
            return percent(value);
        case Unit::Bytes:
            return byteText(static_cast<std::uint64_t>(std::max(0.0, std::round(value))));
        case Unit::Rate:
            return byteText(static_cast<std::uint64_t>(std::max(0.0, std::round(value)))) + "/s";
        default:
            return text(value);
        }
    }
    [[nodiscard]] Tick ticksOf(double seconds) const
    {
        return static_cast<Tick>(std::round(seconds * static_cast<double>(m_clock.ticksPerSecond)));
    }

    const ClockProperties& m_clock;
    NamesOfTrace m_names;
    Unit m_by;
};

}  // namespace

void writeTable(
    JsonWriter& json, const Definitions& definitions, const vellum::query::Table& answer)
{
    const table::Schema& schema = answer.answer.schema();
    const void* whole = answer.answer.row();
    const Unit by = table::unitOfBy(schema, whole);
    const NamesOfTrace names(definitions);
    json.beginObject();
    writeRow(json, table::cellsOf(schema), whole, by, names);
    if (const Column* rows = table::tableOf(schema)) {
        json.key(rows->name);
        json.beginList(true);
        const ListView list = table::listAt(*rows, whole);
        const std::vector<Cell> cells = table::cellsOf(*rows->rows);
        for (std::size_t i = 0; i < list.size; ++i) {
            json.beginObject();
            writeRow(json, cells, list[i], by, names);
            json.endObject();
        }
        json.endList();
    }
    json.endObject();
}

void writeTableAsCsv(
    std::ostream& out,
    OutputGuard& guard,
    const Definitions& definitions,
    const vellum::query::Table& answer)
{
    const table::Schema& schema = answer.answer.schema();
    const void* whole = answer.answer.row();
    const Column& rows = *table::tableOf(schema);
    const Unit by = table::unitOfBy(schema, whole);
    const NamesOfTrace names(definitions);
    const std::vector<Cell> cells = table::cellsOf(*rows.rows);
    std::vector<std::string> line(cells.size());
    std::ranges::transform(cells, line.begin(), &Cell::key);
    writeCsvLine(out, line);
    const ListView list = table::listAt(rows, whole);
    for (std::size_t i = 0; i < list.size; ++i) {
        guard.poll(out);
        std::ranges::transform(cells, line.begin(), [&](const Cell& cell) {
            return std::visit(CsvText{}, table::valueOf(cell, list[i], by, names));
        });
        writeCsvLine(out, line);
    }
}

void writeTableAsText(
    std::ostream& out, const Printing& printing, const vellum::query::Table& answer)
{
    const table::Schema& schema = answer.answer.schema();
    const void* whole = answer.answer.row();
    const Column& rows = *table::tableOf(schema);
    const Unit by = table::unitOfBy(schema, whole);
    const Column* byColumn = table::find(schema, "by");
    const std::string byWord =
        byColumn == nullptr ? "" : std::string(byColumn->words[table::wholeAt(*byColumn, whole)]);
    std::vector<Cell> cells = table::cellsOf(*rows.rows);
    std::erase_if(cells, [](const Cell& cell) { return !isForPeople(cell); });
    if (table::find(*rows.rows, byWord) != nullptr) {  // it stands there already
        std::erase_if(cells, [](const Cell& cell) { return cell.column->unit == Unit::By; });
    }
    std::vector<TextTable::Column> columns;
    for (const Cell& cell : cells) {
        const bool isName = cell.kind == CellKind::Name && by != Unit::Bytes && by != Unit::None;
        const bool isText =
            isName || cell.kind == CellKind::Word || cell.column->type == table::Type::Text;
        columns.push_back(
            {.title = titleOf(cell, byWord),
             .align = isText ? TextTable::Align::Left : TextTable::Align::Right});
    }
    TextTable table(std::move(columns), printing.cancel);
    const TextOfCells texts(*printing.trace.definitions, by);
    const ListView list = table::listAt(rows, whole);
    for (std::size_t i = 0; i < list.size; ++i) {
        std::vector<std::string> line(cells.size());
        std::ranges::transform(
            cells, line.begin(), [&](const Cell& cell) { return texts.of(cell, list[i]); });
        table.add(std::move(line));
    }
    table.printAligned(out);
}

}  // namespace vellum::server::cli
