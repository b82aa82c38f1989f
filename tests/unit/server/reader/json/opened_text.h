#pragma once

#include "server/reader/json/trace_file.h"

#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

// JSON traces that a test writes down, what their report says, and the records of a location in words.

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

/// "Enter@0 region; "
inline std::string recordText(
    const server::reader::EventBatch& batch, std::size_t index, const Definitions& definitions)
{
    const EventKind kind = batch.kind[index];
    const auto payload = batch.payloadOf(index);
    std::string text = std::string(infoOf(kind).name) + "@" + std::to_string(batch.tick[index]);
    const bool isNamed =
        kind == event_kind::kEnter || kind == event_kind::kLeave || kind == event_kind::kInstant;
    if (isNamed) {
        return text + " " + definitions.regions[payload[0]].name + "; ";
    }
    for (const std::uint64_t word : payload) {
        text += " " + std::to_string(static_cast<std::int64_t>(word));
    }
    return text + "; ";
}

/// "Enter@0 region; …" of a location.
inline std::string records(const server::reader::EventSource& source, std::uint32_t location)
{
    std::string text;
    const Definitions& definitions = source.head().definitions;
    const std::vector<LocationIndex> own = {LocationIndex(location)};
    const auto eventReader = source.makeReader(own);
    eventReader.value()->read(own.front(), [&](const server::reader::EventBatch& batch) {
        for (std::size_t i = 0; i < batch.size(); ++i) {
            text += recordText(batch, i, definitions);
        }
        return true;
    });
    return text;
}

}  // namespace vellum::tests
