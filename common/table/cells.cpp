#include "common/table/cells.h"

#include "common/table/access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

namespace vellum::table {

namespace {

constexpr double kNsPerSecond = 1e9;

const void* rowOfCell(const Cell& cell, const void* row)
{
    for (const Column* around : cell.path) {
        row = around->in(row);
    }
    return row;
}

CellValue ofDouble(double number)
{
    return std::isfinite(number) ? CellValue(number) : CellValue();
}

double asDouble(const Column& column, std::uint64_t whole)
{
    if (column.type == Type::Real) {
        return std::bit_cast<double>(whole);
    }
    return column.type == Type::Signed ? static_cast<double>(static_cast<std::int64_t>(whole))
                                       : static_cast<double>(whole);
}

CellValue numberOf(const Column& column, std::uint64_t whole)
{
    switch (column.type) {
    case Type::Real:
        return ofDouble(std::bit_cast<double>(whole));
    case Type::Signed:
        return static_cast<std::int64_t>(whole);
    default:
        return whole;
    }
}

/// A column's cells: how each is made, and what its key ends in.
std::vector<std::pair<CellKind, std::string_view>> kindsOf(const Column& column)
{
    const bool isStored = column.type != Type::Derived;
    if (!column.words.empty()) {
        return {{CellKind::Word, ""}};
    }
    if (column.unit == Unit::Duration) {
        using Kinds = std::vector<std::pair<CellKind, std::string_view>>;
        return isStored ? Kinds{{CellKind::Number, "_ticks"}, {CellKind::Seconds, "_seconds"}}
                        : Kinds{{CellKind::Seconds, "_seconds"}};
    }
    if (column.unit == Unit::Nanoseconds) {
        return {{CellKind::Number, "_ns"}, {CellKind::Seconds, "_seconds"}};
    }
    if (column.unit == Unit::Rate) {
        return {{CellKind::PerSecond, "_bytes_per_second"}};
    }
    if (isReference(column.unit) || column.unit == Unit::By) {
        return {{CellKind::Number, ""}, {CellKind::Name, "_name"}};
    }
    return {{CellKind::Number, ""}};
}

void addCells(
    const Schema& schema,
    const std::string& prefix,
    const std::vector<const Column*>& path,
    std::vector<Cell>& to)
{
    for (const Column& column : schema.columns) {
        const std::string key = prefix + std::string(column.name);
        if (column.type == Type::Row) {
            std::vector<const Column*> inner = path;
            inner.push_back(&column);
            addCells(*column.rows, column.name.empty() ? key : key + '_', inner, to);
        } else if (column.type != Type::List) {
            for (const auto& [kind, suffix] : kindsOf(column)) {
                to.push_back(
                    {.key = key + std::string(suffix),
                     .column = &column,
                     .path = path,
                     .kind = kind});
            }
        }
    }
}

std::string wordsOf(const Column& column)
{
    std::string text;
    for (const std::string_view word : column.words) {
        text += (text.empty() ? "" : ", ") + std::string(word);
    }
    return text;
}

/// Which values an option may have.
std::string valuesOf(const Column& column)
{
    if (!column.words.empty()) {
        return ": " + wordsOf(column);
    }
    const bool isWhole = column.type == Type::Whole || column.type == Type::Signed;
    return isWhole ? ": " + std::to_string(column.least) + " … " + std::to_string(column.most)
                   : std::string();
}

void addRows(std::string& to, const Schema& schema, std::string_view prefix)
{
    for (const Cell& cell : cellsOf(schema)) {
        to += "| `" + std::string(prefix) + cell.key + "` | " + std::string(cell.column->says);
        if (cell.kind == CellKind::Name) {
            to += ": its name";
        } else if (cell.kind == CellKind::Word) {
            to += ": " + wordsOf(*cell.column);
        }
        to += " |\n";
    }
}

/// Of the tables in \p schema, and of those inside their rows: as deep as descriptors go.
// NOLINTNEXTLINE(misc-no-recursion)
void addTables(std::string& to, const Schema& schema, const std::string& prefix)
{
    for (const Column* table : tablesOf(schema)) {
        const std::string inside = prefix + std::string(table->name) + "[].";
        addRows(to, *table->rows, inside);
        addTables(to, *table->rows, inside);
    }
}

struct PlainText {
    std::string operator()(std::monostate /*nothing*/) const { return {}; }
    std::string operator()(const std::string& words) const { return words; }
    template <typename Number>
    std::string operator()(Number number) const
    {
        std::array<char, 32> buffer{};
        const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
        return {buffer.data(), end};
    }
};

}  // namespace

std::vector<Cell> cellsOf(const Schema& row)
{
    std::vector<Cell> cells;
    addCells(row, "", {}, cells);
    return cells;
}

CellValue valueOf(const Cell& cell, const void* row, Unit by, const Names& names)
{
    const Column& column = *cell.column;
    const void* at = rowOfCell(cell, row);
    if (column.type == Type::Text) {
        return textAt(column, at);
    }
    const bool isDerived = column.type == Type::Derived;
    const std::uint64_t whole = isDerived ? 0 : wholeAt(column, at);
    const double real = isDerived ? column.of(at) : asDouble(column, whole);
    switch (cell.kind) {
    case CellKind::Seconds:
        return ofDouble(
            column.unit == Unit::Nanoseconds ? real / kNsPerSecond : names.secondsOf(real));
    case CellKind::PerSecond: {
        const double tick = names.secondsOf(1);
        return tick > 0 ? ofDouble(real / tick) : CellValue();
    }
    case CellKind::Name: {
        const Unit unit = column.unit == Unit::By ? by : column.unit;
        return isReference(unit) ? names.nameOf(unit, whole) : std::to_string(whole);
    }
    case CellKind::Word:
        return whole < column.words.size() ? std::string(column.words[whole])
                                           : std::to_string(whole);
    case CellKind::Number:
        break;
    }
    return isDerived ? ofDouble(real) : numberOf(column, whole);
}

std::string plainText(const CellValue& value)
{
    return std::visit(PlainText{}, value);
}

Unit unitOfBy(const Schema& answer, const void* row)
{
    const Column* by = find(answer, "by");
    if (by == nullptr || by->units.empty()) {
        return Unit::None;
    }
    const std::uint64_t word = wholeAt(*by, row);
    return word < by->units.size() ? by->units[word] : Unit::None;
}

std::string setFromText(const Column& column, void* row, std::string_view text)
{
    if (!column.words.empty()) {
        const auto found = std::ranges::find(column.words, text);
        if (found == column.words.end()) {
            return "is one of " + wordsOf(column) + ", not '" + std::string(text) + "'";
        }
        setWhole(column, row, static_cast<std::uint64_t>(found - column.words.begin()));
        return {};
    }
    if (column.type == Type::Text) {
        if (text.size() > column.most) {
            return "is at most " + std::to_string(column.most) + " bytes, not "
                   + std::to_string(text.size());
        }
        *static_cast<std::string*>(mutableIn(column, row)) = text;
        return {};
    }
    const char* const end = text.data() + text.size();
    if (column.type == Type::Real) {
        double real = 0;
        const auto read = std::from_chars(text.data(), end, real);
        if (read.ec != std::errc() || read.ptr != end || !std::isfinite(real)) {
            return "is a number, not '" + std::string(text) + "'";
        }
        setWhole(column, row, std::bit_cast<std::uint64_t>(real));
        return {};
    }
    std::uint64_t number = 0;
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ec != std::errc() || read.ptr != end || number < column.least
        || number > column.most) {
        return "is a number from " + std::to_string(column.least) + " to "
               + std::to_string(column.most) + ", not '" + std::string(text) + "'";
    }
    setWhole(column, row, number);
    return {};
}

std::string describeAsMarkdown(const Schema& question, std::string_view purpose)
{
    const std::string name(question.name);
    std::string sentence(purpose);
    sentence.front() =
        static_cast<char>(std::toupper(static_cast<unsigned char>(sentence.front())));
    std::string text = "## " + name + "\n\n" + sentence + ".\n\n";
    if (!question.columns.empty()) {
        text += "| option | what it says |\n|---|---|\n";
        for (const Column& column : question.columns) {
            text += "| `--" + std::string(column.name) + "` | " + std::string(column.says)
                    + valuesOf(column) + " |\n";
        }
        text += '\n';
    }
    text += "| key | what it says |\n|---|---|\n";
    addRows(text, *question.answer, "");
    addTables(text, *question.answer, "");
    return text;
}

}  // namespace vellum::table
