#include "server/cli/text_table.h"

#include "server/cli/json_writer.h"

#include <algorithm>

namespace vellum::server::cli {

namespace {

std::size_t widthOf(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U; }));
}

std::string csvCell(const std::string& cell)
{
    std::string valid = validUtf8(cell);
    if (valid.find_first_of(",\"\r\n") == std::string::npos) {
        return valid;
    }
    std::string quoted = "\"";
    for (const char c : valid) {
        quoted += c;
        if (c == '"') {
            quoted += c;
        }
    }
    return quoted + '"';
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

void TextTable::add(std::vector<std::string> cells)
{
    m_rows.push_back(std::move(cells));
}

void TextTable::printAligned(std::ostream& out) const
{
    std::vector<std::vector<std::string>> lines(1);
    for (const Column& column : m_columns) {
        lines.front().push_back(column.title);
    }
    lines.insert(lines.end(), m_rows.begin(), m_rows.end());
    std::vector<std::size_t> widths(m_columns.size());
    for (auto& line : lines) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            line[i] = printable(line[i]);
            widths[i] = std::max(widths[i], widthOf(line[i]));
        }
    }
    for (const auto& line : lines) {
        std::string text;
        for (std::size_t i = 0; i < widths.size(); ++i) {
            const std::string fill(widths[i] - widthOf(line[i]), ' ');
            const bool isRight = m_columns[i].align == Align::Right;
            text += (i > 0 ? "  " : "") + (isRight ? fill + line[i] : line[i] + fill);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out << text << '\n';
    }
}

void writeCsvLine(std::ostream& out, const std::vector<std::string>& cells)
{
    for (std::size_t i = 0; i < cells.size(); ++i) {
        out << (i > 0 ? "," : "") << csvCell(cells[i]);
    }
    out << '\n';
}

}  // namespace vellum::server::cli
