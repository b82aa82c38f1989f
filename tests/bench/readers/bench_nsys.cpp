// vellum-bench-nsys NEW-FILE [ROWS] [ROUNDS]: the import of an Nsight export, which is generated first,
// beside a bare walk over all columns of the same tables through SQLite's C interface.

#include "server/import/importer.h"
#include "tests/bench/readers/measure.h"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sqlite3.h>
#include <string>

namespace {

using vellum::bench::Cost;
using vellum::bench::costOf;
using vellum::bench::keepBest;
using vellum::bench::warmMemory;

constexpr std::array<const char*, 6> kTables = {
    "StringIds",
    "PROCESSES",
    "CUPTI_ACTIVITY_KIND_KERNEL",
    "CUPTI_ACTIVITY_KIND_MEMCPY",
    "CUPTI_ACTIVITY_KIND_RUNTIME",
    "NVTX_EVENTS"};

// The columns that exports of schema 3.25 have.
constexpr const char* kSchema =
    "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
    "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
    "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION','3.25.0');"
    "CREATE TABLE PROCESSES(globalPid INTEGER, pid INTEGER, name TEXT);"
    "INSERT INTO PROCESSES VALUES(16777216*7, 7, '/usr/bin/python3');"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER,\"end\" INTEGER,deviceId INTEGER,contextId INTEGER,"
    "greenContextId INTEGER,streamId INTEGER,correlationId INTEGER,globalPid INTEGER,demangledName INTEGER,shortName "
    "INTEGER,mangledName INTEGER,launchType INTEGER,cacheConfig INTEGER,registersPerThread INTEGER,gridX INTEGER,gridY "
    "INTEGER,gridZ INTEGER,blockX INTEGER,blockY INTEGER,blockZ INTEGER,staticSharedMemory INTEGER,dynamicSharedMemory "
    "INTEGER,localMemoryPerThread INTEGER,localMemoryTotal INTEGER,gridId INTEGER,sharedMemoryExecuted "
    "INTEGER,graphNodeId INTEGER,sharedMemoryLimitConfig INTEGER);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER,\"end\" INTEGER,deviceId INTEGER,contextId INTEGER,streamId "
    "INTEGER,correlationId INTEGER,globalPid INTEGER,bytes INTEGER,copyKind INTEGER,deprecatedSrcId INTEGER,srcKind "
    "INTEGER,dstKind INTEGER,srcDeviceId INTEGER,dstDeviceId INTEGER,graphNodeId INTEGER);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER,\"end\" INTEGER,eventClass INTEGER,globalTid "
    "INTEGER,correlationId INTEGER,nameId INTEGER,returnValue INTEGER,callchainId INTEGER);"
    "CREATE TABLE NVTX_EVENTS(start INTEGER,\"end\" INTEGER,eventType INTEGER,rangeId INTEGER,category INTEGER,color "
    "INTEGER,text TEXT,globalTid INTEGER,endGlobalTid INTEGER,textId INTEGER,domainId INTEGER,uint64Value "
    "INTEGER,int64Value INTEGER,doubleValue REAL,uint32Value INTEGER,int32Value INTEGER,floatValue REAL,jsonTextId "
    "INTEGER,jsonText TEXT,binaryData TEXT);";

/// A training loop: per step one range, four launches, three kernels and a copy.
std::string fill(unsigned long long rows)
{
    const std::string steps = std::to_string(rows / 9);
    const std::string loop = "WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM s WHERE i<"
                             + steps + "-1), k(j) AS (VALUES(0),(1),(2),(3)) ";
    return "BEGIN;WITH RECURSIVE s(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM s WHERE i<400) INSERT INTO StringIds "
           "SELECT i, 'void kernel_'||i||'<float>(float*, int)' FROM s;"
           "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME "
           + loop
           + "SELECT i*40000+j*6000, i*40000+j*6000+4000, 1, 16777216*7+7, i*4+j, 390+j, 0, NULL FROM s, k;"
             "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL "
           + loop
           + "SELECT i*40000+j*9000+5000, i*40000+j*9000+13000, 0, 1, 0, 7, i*4+j, 16777216*7, 1+(i*7+j)%380, "
             "1+(i*7+j)%380, NULL, 0, 0, 32, 270, 1, 1, 256, 1, 1, 1024, 0, 0, 0, i*4+j, 32768, NULL, 0 FROM s, k "
             "WHERE j<3;"
             "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY "
           + loop
           + "SELECT i*40000+33000, i*40000+35000, 0, 1, 14, i*4+3, 16777216*7, 1048576, 1, NULL, 0, 2, 0, 0, NULL FROM s;"
             "INSERT INTO NVTX_EVENTS "
           + loop
           + "SELECT i*40000, i*40000+38000, 59, NULL, NULL, 4278190335, 'step '||(i%50), 16777216*7+7, NULL, NULL, 0, "
             "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL FROM s;COMMIT;";
}

bool generate(const char* path, unsigned long long rows)
{
    std::filesystem::remove(path);
    sqlite3* handle = nullptr;
    bool isDone = ::sqlite3_open(path, &handle) == SQLITE_OK;
    for (const std::string& sql : {std::string(kSchema), fill(rows)}) {
        char* error = nullptr;
        isDone =
            isDone && ::sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, &error) == SQLITE_OK;
        if (error != nullptr) {
            std::fprintf(stderr, "%s\n", error);
        }
    }
    ::sqlite3_close(handle);
    return isDone;
}

/// What a column's value is, touched as a reader would.
std::uint64_t touch(sqlite3_stmt* row, int column)
{
    switch (::sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        return static_cast<std::uint64_t>(::sqlite3_column_int64(row, column));
    case SQLITE_FLOAT:
        return static_cast<std::uint64_t>(::sqlite3_column_double(row, column));
    case SQLITE_NULL:
        return 0;
    default:
        return ::sqlite3_column_text(row, column)[0];
    }
}

bool walk(const char* path)
{
    sqlite3* handle = nullptr;
    if (::sqlite3_open_v2(path, &handle, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) {
        return false;
    }
    std::uint64_t sum = 0;
    for (const char* table : kTables) {
        sqlite3_stmt* row = nullptr;
        const std::string sql = std::string("SELECT * FROM ") + table;
        ::sqlite3_prepare_v2(handle, sql.c_str(), -1, &row, nullptr);
        const int columns = ::sqlite3_column_count(row);
        while (::sqlite3_step(row) == SQLITE_ROW) {
            for (int column = 0; column < columns; ++column) {
                sum += touch(row, column);
            }
        }
        ::sqlite3_finalize(row);
    }
    ::sqlite3_close(handle);
    return sum != 0;
}

bool import(const char* path, unsigned threads)
{
    const auto trace = vellum::server::import::importTrace(path, {.threads = threads});
    if (!trace.isOk()) {
        std::fprintf(stderr, "%s\n", trace.error().message.c_str());
    }
    return trace.isOk();
}

void print(const char* what, const Cost& cost, unsigned long long rows)
{
    constexpr double kMega = 1e6;
    std::printf(
        "%-22s %6.2f M rows/s  %6.2f s, user %5.2f s, system %5.2f s, peak %5.0f MB%s\n",
        what,
        static_cast<double>(rows) / kMega / cost.wall,
        cost.wall,
        cost.user,
        cost.system,
        static_cast<double>(cost.peak) / kMega,
        cost.failed ? " FAILED" : "");
}

}  // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        std::fprintf(stderr, "usage: vellum-bench-nsys NEW-FILE [ROWS] [ROUNDS]\n");
        return 2;
    }
    const char* path = argv[1];
    constexpr unsigned long long kRows = 1'800'000;
    constexpr std::uint64_t kWarmBytes = std::uint64_t(1) << 30U;
    const unsigned long long rows = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : kRows;
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 3;
    if (!generate(path, rows)) {
        return 1;
    }
    Cost walked;
    Cost one;
    Cost two;
    for (int i = 0; i < rounds; ++i) {
        keepBest(walked, costOf([&] { return walk(path); }));
        warmMemory(kWarmBytes);
        keepBest(one, costOf([&] { return import(path, 1); }));
        keepBest(two, costOf([&] { return import(path, 2); }));
    }
    std::filesystem::remove(path);
    print("SELECT *", walked, rows);
    print("import, one thread", one, rows);
    print("import, two threads", two, rows);
    std::printf(
        "one thread, of the walk's rate  %.2f (processor time %.2f)\n",
        walked.wall / one.wall,
        (walked.user + walked.system) / (one.user + one.system));
    return walked.failed || one.failed || two.failed ? 1 : 0;
}
