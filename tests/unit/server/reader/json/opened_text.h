#pragma once

#include "server/reader/json/trace_file.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>

// JSON traces that a test writes down, and what their report says.

namespace vellum::tests {

/// A folder with one trace at a time.
class OpenedText {
public:
    [[nodiscard]] std::filesystem::path path(const char* name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    [[nodiscard]] Result<std::unique_ptr<server::reader::EventSource>> open(
        const std::string& text) const
    {
        std::ofstream(path("t.json"), std::ios::binary) << text;
        return server::reader::json::openTraceFile(path("t.json"));
    }

private:
    QTemporaryDir m_folder;
};

/// "open-visit 1; ", in the order of the report.
inline std::string reportOf(const server::reader::EventSource& source)
{
    std::string text;
    for (const query::ImportReportEntry& entry : source.head().report.entries()) {
        text += entry.kind + " " + std::to_string(entry.count) + "; ";
    }
    return text;
}

/// The example of a kind of finding; empty where there is none.
inline std::string exampleOf(const server::reader::EventSource& source, std::string_view kind)
{
    const auto& entries = source.head().report.entries();
    const auto found = std::ranges::find(entries, kind, &query::ImportReportEntry::kind);
    return found == entries.end() ? "" : found->example;
}

}  // namespace vellum::tests
