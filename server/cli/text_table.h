#pragma once

#include "server/cli/output_guard.h"

#include <cstddef>
#include <ostream>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::cli {

/// Rows of cells under a header, printed aligned for people.
class TextTable {
public:
    enum class Align { Left, Right };

    struct Column {
        std::string title;
        Align align = Align::Left;
    };

    /// Once \p cancel is asked for, `add` and `printAligned` throw OutputStopped.
    explicit TextTable(std::vector<Column> columns, std::stop_token cancel = {});

    /// \p cells: as many as there are columns.
    void add(std::vector<std::string> cells);

    /// Two blanks between columns, no blanks at the ends of lines. Control characters become '?',
    /// bytes that are no UTF-8 U+FFFD: a name must not change the terminal.
    void printAligned(std::ostream& out);

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;  ///< the first one: the titles
    std::vector<std::size_t> m_widths;
    OutputGuard m_guard;
};

/// One line of CSV, with its line feed.
///
/// Source   RFC 4180, but lines end in a line feed alone. Bytes that are no UTF-8 become U+FFFD.
void writeCsvLine(std::ostream& out, const std::vector<std::string>& cells);

/// \p part of a whole with one digit behind the point: "12.5 %".
[[nodiscard]] std::string percent(double part);

/// \p text for a terminal: valid UTF-8 without control characters.
[[nodiscard]] std::string printable(const std::string& text);

}  // namespace vellum::server::cli
