#include "gui/models/source_lines.h"

#include "common/base/valid_utf8.h"
#include "gui/data/wording.h"

#include <algorithm>
#include <functional>
#include <map>
#include <string>

namespace vellum::gui::models {

std::vector<SourceFile> sourceFiles(const query::ValuesSummary& summary)
{
    std::map<std::string, SourceFile> byPath;
    for (const query::ValuesSummaryRow& row : summary.rows) {
        if (!row.file.empty() && row.line != 0) {
            SourceFile& file = byPath[validUtf8(row.file)];
            file.movedBytes += query::movedBytes(row);
            file.redundantBytes += query::redundantBytes(row);
        }
    }
    std::vector<SourceFile> files;
    for (auto& [path, file] : byPath) {
        file.path = QString::fromStdString(path);
        files.push_back(file);
    }
    std::ranges::stable_sort(files, std::greater{}, &SourceFile::redundantBytes);
    return files;
}

std::optional<double> SourceLine::share() const
{
    return movedBytes == 0
               ? std::nullopt
               : std::optional(
                   static_cast<double>(redundantBytes) / static_cast<double>(movedBytes));
}

std::vector<SourceLine> sourceLines(
    const query::ValuesSummary& summary, const QString& path, const QStringList& text)
{
    std::map<std::uint32_t, SourceLine> byNumber;
    std::map<std::uint32_t, std::uint64_t> most;  ///< moved by one row of the line
    const std::string wanted = path.toStdString();
    for (const query::ValuesSummaryRow& row : summary.rows) {
        if (row.line == 0 || validUtf8(row.file) != wanted) {
            continue;
        }
        SourceLine& line = byNumber[row.line];
        line.accesses += row.accesses;
        line.movedBytes += query::movedBytes(row);
        line.redundantBytes += query::redundantBytes(row);
        line.deadBytes += row.deadBytes;
        std::uint64_t& known = most[row.line];
        if (known == 0 || query::movedBytes(row) > known) {
            known = query::movedBytes(row);
            line.pattern = row.pattern;
            line.function = data::text(row.where);
        }
    }
    std::vector<SourceLine> lines(static_cast<std::size_t>(text.size()));
    const std::size_t known = lines.size();
    for (auto& [number, line] : byNumber) {
        line.number = number;
        if (number <= known) {
            lines[number - 1] = std::move(line);
        } else {
            lines.push_back(std::move(line));
        }
    }
    for (std::size_t i = 0; i < known; ++i) {
        lines[i].number = static_cast<std::uint32_t>(i) + 1;
        lines[i].text = text[static_cast<qsizetype>(i)];
    }
    return lines;
}

}  // namespace vellum::gui::models
