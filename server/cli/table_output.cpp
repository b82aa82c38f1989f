#include "server/cli/table_output.h"

#include "common/query/table_text.h"
#include "common/table/access.h"
#include "server/cli/csv_io.h"
#include "server/cli/naming.h"
#include "server/cli/text_table.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::cli {

using table::Cell;
using table::CellValue;
using table::Column;
using table::ListView;
using table::Unit;

namespace {

class NamesOfTrace : public table::Names {
public:
    /// \param labels  null: locations have their own names, whoever else is called so; else as these say
    explicit NamesOfTrace(const Definitions& definitions, const LocationLabels* labels = nullptr)
        : m_definitions(definitions)
        , m_labels(labels)
    {
    }

    [[nodiscard]] std::string nameOf(Unit unit, std::uint64_t number) const override
    {
        const auto small = static_cast<std::uint32_t>(number);
        switch (unit) {
        case Unit::Location:
            return m_labels != nullptr ? m_labels->of(LocationRef(number))
                                       : locationName(m_definitions, LocationRef(number));
        case Unit::LocationGroup:
            return groupName(m_definitions, LocationGroupRef(small));
        case Unit::SystemTreeNode:
            return labelName(m_definitions, number, vellum::query::MatrixBy::SystemTreeNode);
        case Unit::Region:
            return regionName(m_definitions, RegionRef(small));
        case Unit::Communicator:
            return communicatorName(m_definitions, CommRef(small));
        case Unit::IoFile:
            return vellum::query::ioFileName(m_definitions, IoFileRef(small));
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
    const LocationLabels* m_labels;
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

/// The lists of a row, those inside their rows too: as deep as descriptors go.
// NOLINTNEXTLINE(misc-no-recursion)
void writeLists(
    JsonWriter& json,
    const table::Schema& schema,
    const void* row,
    Unit by,
    const table::Names& names,
    bool isInRow = false)
{
    for (const Column* rows : table::tablesOf(schema)) {
        json.key(rows->name);
        json.beginList(!isInRow);
        const ListView list = table::listAt(*rows, row);
        const std::vector<Cell> cells = table::cellsOf(*rows->rows);
        for (std::size_t i = 0; i < list.size; ++i) {
            json.beginObject();
            writeRow(json, cells, list[i], by, names);
            writeLists(json, *rows->rows, list[i], by, names, true);
            json.endObject();
        }
        json.endList();
    }
}

/// The columns of a table with commas: those of its rows, and behind them those of lists inside rows, which have as many as
/// the longest.
class CsvColumns {
public:
    CsvColumns(const table::Schema& row, const ListView& rows) : m_cells(table::cellsOf(row))
    {
        for (const Column* list : table::tablesOf(row)) {
            std::size_t longest = 0;
            for (std::size_t i = 0; i < rows.size; ++i) {
                longest = std::max(longest, table::listAt(*list, rows[i]).size);
            }
            m_lists.push_back(
                {.list = list, .cells = table::cellsOf(*list->rows), .longest = longest});
        }
    }

    [[nodiscard]] std::vector<std::string> titles() const
    {
        std::vector<std::string> titles;
        std::ranges::transform(m_cells, std::back_inserter(titles), &Cell::key);
        for (const Inner& inner : m_lists) {
            for (std::size_t i = 1; i <= inner.longest; ++i) {
                const std::string number = '_' + std::to_string(i);
                std::ranges::transform(
                    inner.cells, std::back_inserter(titles), [&](const Cell& cell) {
                        return cell.key + number;
                    });
            }
        }
        return titles;
    }

    [[nodiscard]] std::vector<std::string> line(
        const void* row, Unit by, const table::Names& names) const
    {
        std::vector<std::string> line;
        addTo(line, m_cells, row, by, names);
        for (const Inner& inner : m_lists) {
            const ListView list = table::listAt(*inner.list, row);
            for (std::size_t i = 0; i < list.size; ++i) {
                addTo(line, inner.cells, list[i], by, names);
            }
            line.resize(line.size() + (inner.longest - list.size) * inner.cells.size());
        }
        return line;
    }

private:
    struct Inner {
        const Column* list = nullptr;
        std::vector<Cell> cells;
        std::size_t longest = 0;
    };

    static void addTo(
        std::vector<std::string>& line,
        const std::vector<Cell>& cells,
        const void* row,
        Unit by,
        const table::Names& names)
    {
        for (const Cell& cell : cells) {
            line.push_back(table::plainText(table::valueOf(cell, row, by, names)));
        }
    }

    std::vector<Cell> m_cells;
    std::vector<Inner> m_lists;
};

}  // namespace

void writeTableAsText(
    std::ostream& out,
    const Printing& printing,
    const vellum::query::Table& answer,
    std::size_t number)
{
    const Definitions& definitions = *printing.trace.definitions;
    // For people: who reads "Master thread" in each row knows nothing.
    const LocationLabels labels(definitions);
    const NamesOfTrace names(definitions, &labels);
    const vellum::query::TableText text(
        answer,
        definitions.clock,
        names,
        [&](Tick ticks) { return formatDuration(ticks, definitions.clock); },
        number);
    std::vector<std::size_t> shown;
    std::vector<TextTable::Column> columns;
    for (std::size_t i = 0; i < text.columns().size(); ++i) {
        const vellum::query::TableText::Column& column = text.columns()[i];
        if (column.isShown) {
            shown.push_back(i);
            columns.push_back(
                {.title = column.title,
                 .align = column.isText ? TextTable::Align::Left : TextTable::Align::Right});
        }
    }
    TextTable table(std::move(columns), printing.cancel);
    for (std::size_t row = 0; row < text.size(); ++row) {
        std::vector<std::string> line(shown.size());
        std::ranges::transform(
            shown, line.begin(), [&](std::size_t column) { return text.textAt(row, column); });
        table.add(std::move(line));
    }
    table.printAligned(out);
}

void writeTable(
    JsonWriter& json, const Definitions& definitions, const vellum::query::Table& answer)
{
    const table::Schema& schema = answer.answer.schema();
    const void* whole = answer.answer.row();
    const Unit by = table::unitOfBy(schema, whole);
    const NamesOfTrace names(definitions);
    json.beginObject();
    writeRow(json, table::cellsOf(schema), whole, by, names);
    writeLists(json, schema, whole, by, names);
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
    const Unit by = table::unitOfBy(schema, whole);
    const NamesOfTrace names(definitions);
    std::string_view before;
    for (const Column* rows : table::tablesOf(schema)) {
        out << std::exchange(before, "\n");
        const ListView list = table::listAt(*rows, whole);
        const CsvColumns columns(*rows->rows, list);
        writeCsvLine(out, columns.titles());
        for (std::size_t i = 0; i < list.size; ++i) {
            guard.poll(out);
            writeCsvLine(out, columns.line(list[i], by, names));
        }
    }
}

void writeTableAsText(
    std::ostream& out, const Printing& printing, const vellum::query::Table& answer)
{
    const std::size_t tables = table::tablesOf(answer.answer.schema()).size();
    for (std::size_t i = 0; i < tables; ++i) {
        out << (i == 0 ? "" : "\n");
        writeTableAsText(out, printing, answer, i);
    }
    for (const std::string& remark : vellum::query::remarksOf(answer)) {
        out << '\n' << printable(remark) << '\n';
    }
}

}  // namespace vellum::server::cli
