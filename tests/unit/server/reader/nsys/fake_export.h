#pragma once

#include "server/reader/nsys/export_file.h"

#include <QTemporaryDir>

#include <filesystem>
#include <sqlite3.h>
#include <string>
#include <vector>

/// Exports as tests type them: SQL in, records as text out.
namespace vellum::tests {

inline constexpr const char* kIdentity =
    "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO StringIds VALUES (1,'void gemm<float>(int)'),(2,'gemm'),(3,'cudaLaunchKernel_v7000'),"
    "(4,'python'),(5,'step 1'),(6,'ncclDevKernel_AllReduce');"
    "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
    "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION','3.25.0');"
    "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);"
    "INSERT INTO PROCESSES VALUES(16777216*7, 7, '/usr/bin/python3');"
    "CREATE TABLE ThreadNames(nameId INTEGER, priority INTEGER, globalTid INTEGER);"
    "INSERT INTO ThreadNames VALUES(4, 0, 16777216*7+7);";

/// Two kernels, a copy, a call, and ranges of NVTX.
inline constexpr const char* kWork =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER,\"end\" INTEGER,deviceId INTEGER,contextId INTEGER,"
    "streamId INTEGER,correlationId INTEGER,globalPid INTEGER,demangledName INTEGER,shortName INTEGER,"
    "gridX INTEGER,gridY INTEGER,gridZ INTEGER,blockX INTEGER,blockY INTEGER,blockZ INTEGER,"
    "registersPerThread INTEGER,staticSharedMemory INTEGER,dynamicSharedMemory INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1500,1800,0,1,7,42,16777216*7,1,2,4,5,6,128,1,1,32,100,28);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(1900,2000,0,1,7,43,16777216*7,6,6,1,1,1,1,1,1,0,0,0);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER,\"end\" INTEGER,deviceId INTEGER,contextId INTEGER,"
    "streamId INTEGER,correlationId INTEGER,globalPid INTEGER,bytes INTEGER,copyKind INTEGER,srcKind INTEGER,dstKind INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(1850,1860,0,1,7,44,16777216*7,4096,1,0,2);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER,\"end\" INTEGER,globalTid INTEGER,correlationId INTEGER,nameId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(1100,1200,16777216*7+7,42,3);"
    "CREATE TABLE NVTX_EVENTS(start INTEGER,\"end\" INTEGER,eventType INTEGER,text TEXT,globalTid INTEGER,textId INTEGER);"
    "INSERT INTO NVTX_EVENTS VALUES(1000,2500,59,NULL,16777216*7+7,5);"
    "INSERT INTO NVTX_EVENTS VALUES(1050,NULL,34,'mark',16777216*7+7,NULL);"
    "INSERT INTO NVTX_EVENTS VALUES(1060,NULL,60,'open',16777216*7+7,NULL);"
    "INSERT INTO NVTX_EVENTS VALUES(NULL,NULL,75,'domain',16777216*7+7,NULL);";

/// A folder in which exports are made.
class FakeExports {
public:
    [[nodiscard]] std::filesystem::path path(const std::string& name) const
    {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    [[nodiscard]] std::filesystem::path make(const std::string& name, const std::string& sql) const
    {
        std::filesystem::remove(path(name));
        sqlite3* handle = nullptr;
        ::sqlite3_open(path(name).c_str(), &handle);
        char* error = nullptr;
        if (::sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &error) != SQLITE_OK) {
            qFatal("%s", error);
        }
        ::sqlite3_close(handle);
        return path(name);
    }

private:
    QTemporaryDir m_folder;
};

/// " record@tick words;"
inline std::string recordText(
    const server::reader::EventBatch& batch, std::size_t index, const Definitions& definitions)
{
    const EventKind kind = batch.kind[index];
    std::string text =
        " " + std::string(infoOf(kind).name) + "@" + std::to_string(batch.tick[index]);
    const bool isNamed = kind == event_kind::kEnter || kind == event_kind::kInstant;
    for (const std::uint64_t word : batch.payloadOf(index)) {
        text += " " + (isNamed ? definitions.regions[word].name : std::to_string(word));
    }
    return text + ";";
}

/// "path: record@tick words; …" of every location.
inline std::string everything(const server::reader::EventSource& source)
{
    std::string text;
    const Definitions& definitions = source.head().definitions;
    for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
        text += definitions.pathOf(definitions.locations[i]) + ":";
        const std::vector<LocationIndex> own = {LocationIndex(i)};
        std::uint64_t records = 0;
        source.makeReader(own).value()->read(
            own.front(), [&](const server::reader::EventBatch& batch) {
                records += batch.size();
                for (std::size_t j = 0; j < batch.size(); ++j) {
                    text += recordText(batch, j, definitions);
                }
                return true;
            });
        text += records == definitions.locations[i].claimedEvents ? "\n" : " (not as claimed)\n";
    }
    return text;
}

/// "Enter@0 step [nvtx_domain=lib nvtx_color=255] …" of the records that carry something.
inline std::string carriedText(const server::reader::EventSource& source)
{
    std::string text;
    const Definitions& definitions = source.head().definitions;
    for (std::uint32_t i = 0; i < definitions.locations.size(); ++i) {
        const std::vector<LocationIndex> own = {LocationIndex(i)};
        source.makeReader(own).value()->read(
            own.front(), [&](const server::reader::EventBatch& batch) {
                for (std::size_t row = 0; row < batch.attributes.size(); ++row) {
                    const std::size_t event = batch.attributes.event[row];
                    const TypedValue value = batch.attributes.valueAt(row);
                    const StringRef string(static_cast<std::uint32_t>(value.bits));
                    text += recordText(batch, event, definitions) + " "
                            + definitions.find(batch.attributes.attribute[row])->name + "="
                            + (value.type == ValueType::String ? definitions.find(string)->text
                                                               : vellum::textOf(value))
                            + "\n";
                }
                return true;
            });
    }
    return text;
}

inline std::string reportOf(const server::reader::EventSource& source)
{
    std::string text;
    for (const query::ImportReportEntry& entry : source.head().report.entries()) {
        if (entry.kind.starts_with("column-")) {
            continue;  // of every table that is shorter than a real one
        }
        text += entry.kind + " " + std::to_string(entry.count) + "; ";
    }
    return text;
}

}  // namespace vellum::tests
