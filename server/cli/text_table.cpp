#include "server/cli/text_table.h"

#include "common/base/csv_cell.h"
#include "common/base/valid_utf8.h"

#include <algorithm>

namespace vellum::server::cli {

namespace {

std::size_t widthOf(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

}  // namespace

std::string printable(const std::string& text)
{
    std::string clean = validUtf8(text);
    for (char& c : clean) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f) {
            c = '?';
        }
    }
    return clean;
}

TextTable::TextTable(std::vector<Column> columns, std::stop_token cancel)
    : m_columns(std::move(columns))
    , m_widths(m_columns.size())
    , m_guard(std::move(cancel))
{
    std::vector<std::string> titles;
    for (const Column& column : m_columns) {
        titles.push_back(column.title);
    }
    add(std::move(titles));
}

void TextTable::add(std::vector<std::string> cells)
{
    m_guard.poll();
    for (std::size_t i = 0; i < m_widths.size(); ++i) {
        cells[i] = printable(cells[i]);
        m_widths[i] = std::max(m_widths[i], widthOf(cells[i]));
    }
    m_rows.push_back(std::move(cells));
}

void TextTable::printAligned(std::ostream& out)
{
    for (const auto& row : m_rows) {
        m_guard.poll(out);
        std::string text;
        for (std::size_t i = 0; i < m_widths.size(); ++i) {
            const bool isRight = m_columns[i].align == Align::Right;
            const bool isLast = i + 1 == m_widths.size();
            const std::size_t fill = isLast && !isRight ? 0 : m_widths[i] - widthOf(row[i]);
            text += i > 0 ? "  " : "";
            text.append(isRight ? fill : 0, ' ');
            text += row[i];
            text.append(isRight ? 0 : fill, ' ');
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out << text << '\n';
    }
}

void writeCsvLine(std::ostream& out, const std::vector<std::string>& cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out << (i > 0 ? "," : "") << csvCell(validUtf8(cells[i]));
    }
    out << '\n';
}

}  // namespace vellum::server::cli
