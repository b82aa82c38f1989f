#include "server/reader/nsys/export_file.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/nsys/fake_export.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <vector>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)
using reader::nsys::openExport;

class TestExportFile : public QObject {
    Q_OBJECT

    [[nodiscard]] std::filesystem::path make(const char* name, const std::string& sql) const
    {
        return m_exports.make(name, sql);
    }
    FakeExports m_exports;

private slots:
    void rowsBecomeRecords();
    void kindsOfCopiesMayBeNewer();
    void machineAndDevicesAreDescribed();
    void missingColumnsAreNothing();
    void missingTablesAreNothing();
    void schedulingAndSamples();
    void metricsAreOfTheTimeBeforeTheirSample();
    void memoryInUseIsASum();
    void whatWaitsStandsWithTheDeviceOfItsContext();
    void whatIsLeftOutIsCounted();
    void numbersAndNamesMayBeTexts();
    void whatIsNewOrMissingIsSaid();
    void findingsNameRowsAndLocations();
    void columnsThatAreNotReadOrNotThereAreNamed();
    void valuesThatAreNoneAreLeftOut();
    void progressIsTheShareOfRows();
    void allThatTheProfilerSaidIsSaid();
    void unusableTimes();
};

void TestExportFile::rowsBecomeRecords()
{
    const auto source = openExport(make("a", std::string(kIdentity) + kWork));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        std::string(
            "machine/python3 7/thread 7 (python): Enter@0 step 1; Instant@50 mark; Enter@100 cudaLaunchKernel; "
            "DeviceLaunch@100 42; Leave@200 3; Leave@1500 4;\n"
            "machine/python3 7/NVTX start/end ranges: Enter@60 open; Leave@1500 6;\n"
            "machine/GPU 0, pid 7/stream 7: Enter@500 void gemm<float>(int); "
            "DeviceKernel@500 42 4 5 6 128 1 1 32 128; Leave@800 0; "
            "Enter@850 Memcpy HtoD (Pageable -> Device); DeviceCopy@850 44 4096 1 0 2; Leave@860 2; "
            "Enter@900 ncclDevKernel_AllReduce; DeviceKernel@900 43 1 1 1 1 1 1 0 0; Leave@1000 1;\n"));
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.locationGroups[1].creator, definitions.locationGroups[0].ref);
    QVERIFY(definitions.regions[1].group == FunctionGroup::Mpi);
    QCOMPARE(reportOf(*source.value()), std::string("table-rows 17; open-visit 1; "));
}

/// Pages of unified memory, and a kind that only the export's own words know.
void TestExportFile::kindsOfCopiesMayBeNewer()
{
    const auto source = openExport(make(
        "copies",
        std::string(kIdentity)
            + "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER,\"end\" INTEGER,globalPid INTEGER,"
              "deviceId INTEGER,contextId INTEGER,streamId INTEGER,correlationId INTEGER,bytes INTEGER,"
              "copyKind INTEGER,srcKind INTEGER,dstKind INTEGER);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(10,20,16777216*7,0,1,7,0,64,11,4,4),"
              "(30,40,16777216*7,0,1,7,5,64,14,0,2),(50,60,16777216*7,0,1,7,5,64,15,0,2);"
              "CREATE TABLE ENUM_CUDA_MEMCPY_OPER(id INTEGER, name TEXT, label TEXT);"
              "INSERT INTO ENUM_CUDA_MEMCPY_OPER VALUES(1,'H','never'),(14,'FAR','Far-to-Near'),(16,'X',NULL);"));
    QVERIFY(source.isOk());
    const std::string all = everything(*source.value());
    QVERIFY2(
        all.find("Memcpy Unified HtoD (Managed -> Managed)") != std::string::npos, all.c_str());
    QVERIFY2(all.find("Enter@20 Memcpy Far-to-Near;") != std::string::npos, all.c_str());
    QVERIFY2(all.find("Enter@40 Memcpy ? (Pageable -> Device);") != std::string::npos, all.c_str());
}

void TestExportFile::machineAndDevicesAreDescribed()
{
    const auto source = openExport(make(
        "facts",
        std::string(kIdentity) + kWork
            + "CREATE TABLE TARGET_INFO_GPU(id INTEGER, cuDevice INTEGER, name TEXT, totalMemory INTEGER,"
              "smCount INTEGER);"
              "INSERT INTO TARGET_INFO_GPU VALUES(5,0,'A100',85094825984,108),(6,1,'A10',1,2);"
              "CREATE TABLE TARGET_INFO_SYSTEM_ENV(name TEXT, value TEXT);"
              "INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES('Hostname','node7'),('CpuCores','32'),('DeviceEnvironment','KEY=secret');"
              "CREATE TABLE META_DATA_CAPTURE(name TEXT, value TEXT);"
              "INSERT INTO META_DATA_CAPTURE VALUES('CAPTURE_EVENT_TYPE','Cuda'),('RATE_HZ','0');"));
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    std::string text;
    for (const Property& property : definitions.properties) {
        const bool isGroup = property.target == PropertyTarget::LocationGroup;
        text +=
            (isGroup ? definitions.find(LocationGroupRef(static_cast<std::uint32_t>(property.ref)))
                           ->name
                     : definitions.systemTreeNodes[property.ref].name)
            + ": " + property.name + "=" + property.value + "\n";
    }
    QCOMPARE(
        text,
        std::string("node7: Hostname=node7\n"
                    "node7: CpuCores=32\n"
                    "node7: recorded=Cuda\n"
                    "GPU 0, pid 7 (A100): name=A100\n"
                    "GPU 0, pid 7 (A100): totalMemory=85094825984\n"
                    "GPU 0, pid 7 (A100): smCount=108\n"
                    "node7: device 1 (no work)=name: A10, totalMemory: 1, smCount: 2\n"));
}

void TestExportFile::missingColumnsAreNothing()
{
    const auto source = openExport(make(
        "b",
        std::string(kIdentity)
            + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER,\"end\" INTEGER,deviceId INTEGER,streamId INTEGER,shortName INTEGER);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(5,6,0,7,2);"));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        std::string(
            "machine/GPU 0, pid 0/stream 7: Enter@0 gemm; DeviceKernel@0 0 0 0 0 0 0 0 0 0; Leave@1 0;\n"));
}

/// Rows that wait say device 0 whatever the device is; what is certain is the context.
void TestExportFile::whatWaitsStandsWithTheDeviceOfItsContext()
{
    const auto source = openExport(make(
        "sync",
        std::string(kIdentity)
            + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER,\"end\" INTEGER,globalPid INTEGER,deviceId INTEGER,contextId INTEGER,streamId INTEGER,shortName INTEGER);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(5,6,16777216*7,1,2,7,2);"
              "CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start INTEGER,\"end\" INTEGER,globalPid INTEGER,deviceId INTEGER,contextId INTEGER,streamId INTEGER,syncType INTEGER);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(7,8,16777216*7,0,2,7,3);"
              "INSERT INTO CUPTI_ACTIVITY_KIND_SYNCHRONIZATION VALUES(8,9,16777216*7,0,3,7,3);"));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        std::string(
            "machine/GPU 0, pid 7/synchronisation: Enter@3 Stream Sync; DeviceSync@3 0 0; Leave@4 1;\n"
            "machine/GPU 1, pid 7/stream 7: Enter@0 gemm; DeviceKernel@0 0 0 0 0 0 0 0 0 0; Leave@1 0;\n"
            "machine/GPU 1, pid 7/synchronisation: Enter@2 Stream Sync; DeviceSync@2 0 0; Leave@3 1;\n"));
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.locations[0].type, LocationType::Unknown);
    // Device API are the calls that wait: what the device says of them would count that time again.
    const auto region = std::ranges::find(definitions.regions, "Stream Sync", &Region::name);
    QVERIFY(region->group == FunctionGroup::Synchronisation);
    QVERIFY(functionGroupOf(region->paradigm, region->role, "") == region->group);
}

void TestExportFile::missingTablesAreNothing()
{
    const auto source = openExport(make("c", kIdentity));
    QVERIFY(source.isOk());
    QCOMPARE(everything(*source.value()), std::string());
}

void TestExportFile::schedulingAndSamples()
{
    const auto source = openExport(make(
        "d",
        std::string(kIdentity)
            + "CREATE TABLE SCHED_EVENTS(start INTEGER,cpu INTEGER,isSchedIn INTEGER,globalTid INTEGER);"
              "INSERT INTO SCHED_EVENTS VALUES(10,3,0,16777216*7+7),(20,3,1,16777216*7+7),(30,3,0,16777216*7+7);"
              "CREATE TABLE SAMPLING_CALLCHAINS(id INTEGER,symbol INTEGER,stackDepth INTEGER);"
              "INSERT INTO SAMPLING_CALLCHAINS VALUES(1,2,0),(1,5,1),(2,4,0),(2,5,1);"
              "CREATE TABLE COMPOSITE_EVENTS(id INTEGER,start INTEGER,globalTid INTEGER);"
              "INSERT INTO COMPOSITE_EVENTS VALUES(1,25,16777216*7+7),(2,26,16777216*7+7);"));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        std::string(
            "machine/python3 7/thread 7 (python): CallingContextSample@15 1 0 4294967295; CallingContextSample@16 2 0 4294967295;\n"
            "machine/CPUs/CPU 3: Enter@10 python; Leave@20 0;\n"));
    QVERIFY(reportOf(*source.value()).find("cpu-samples 2;") != std::string::npos);
    const auto& contexts = source.value()->head().definitions.callingContexts;
    QCOMPARE(contexts.size(), 3U);
    QCOMPARE(contexts[1].parent, contexts[0].ref);
    QCOMPARE(contexts[2].parent, contexts[0].ref);
    QCOMPARE(
        reportOf(*source.value()),
        std::string("table-rows 18; cpu-samples 2; unmatched-leave 1; "));
}

constexpr const char* kMetrics =
    "CREATE TABLE TARGET_INFO_GPU_METRICS(typeId INTEGER,typeName TEXT,metricId INTEGER,metricName TEXT);"
    "INSERT INTO TARGET_INFO_GPU_METRICS VALUES(256,'GA100',3,'SMs Active');"
    "CREATE TABLE GPU_METRICS(timestamp INTEGER,typeId INTEGER,metricId INTEGER,value INTEGER);"
    "INSERT INTO GPU_METRICS VALUES(5,256,3,50),(6,256,9,1);";

void TestExportFile::metricsAreOfTheTimeBeforeTheirSample()
{
    const auto source = openExport(make("e", std::string(kIdentity) + kMetrics));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        "machine/GPU metrics/GA100: Metric@0 0 10 "
            + std::to_string(std::bit_cast<std::uint64_t>(50.0)) + ";\n");
    const MetricMember& metric = source.value()->head().definitions.metricMembers[0];
    QCOMPARE(metric.name, std::string("SMs Active"));
    QVERIFY(metric.mode == MetricMode::AbsoluteLast);
    QCOMPARE(
        reportOf(*source.value()),
        std::string(
            "table-rows 12; metric-without-name 1; process-without-events 1; empty-track 1; "));
}

void TestExportFile::memoryInUseIsASum()
{
    const auto source = openExport(make(
        "memory",
        std::string(kIdentity)
            + "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER,globalPid INTEGER,deviceId INTEGER,contextId INTEGER,"
              "address INTEGER,bytes INTEGER,memKind INTEGER,memoryOperationType INTEGER);"
              // Not in the order of time; pinned memory is a counter of its own; the last release is of
              // something that was there before.
              "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(8,16777216*7,0,1,4096,512,2,1),(7,16777216*7,0,1,4096,512,2,0),"
              "(6,16777216*7,0,1,64,100,2,0),(9,16777216*7,0,1,128,7,1,0),(10,16777216*7,0,1,999,1,2,1);"));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        "machine/GPU 0, pid 7/memory: MemoryUse@0 1 0 64 100 0 0; Metric@0 0 8 100; "
        "MemoryUse@1 1 0 4096 512 0 0; Metric@1 0 8 612; MemoryUse@2 1 0 4096 "
            + std::to_string(std::uint64_t(0) - 512)
            + " 0 0; Metric@2 0 8 100; MemoryUse@3 1 0 128 7 0 0; Metric@3 1 8 7; "
              "MemoryUse@4 1 0 999 18446744073709551615 0 0;\n");
    const auto& metrics = source.value()->head().definitions.metricMembers;
    QCOMPARE(metrics[0].name, std::string("memory in use (Device)"));
    QCOMPARE(metrics[1].name, std::string("memory in use (Pinned)"));
    QVERIFY(metrics[0].mode == MetricMode::AbsoluteNext && metrics[0].unit == "B");
    QVERIFY(reportOf(*source.value()).find("release-without-allocation 1;") != std::string::npos);
}

void TestExportFile::whatIsLeftOutIsCounted()
{
    const auto source = openExport(make(
        "left",
        std::string(kIdentity)
            + "CREATE TABLE COMPOSITE_EVENTS(id INTEGER,start INTEGER,globalTid INTEGER);"
              "INSERT INTO COMPOSITE_EVENTS VALUES(1,25,16777216*7+7),(2,26,16777216*7+7);"
              "CREATE TABLE NVTX_EVENTS(start INTEGER,\"end\" INTEGER,eventType INTEGER,text TEXT,globalTid INTEGER,binaryData TEXT);"
              "INSERT INTO NVTX_EVENTS VALUES(1,2,59,'a',16777216*7+7,'x01'),(2,3,59,'b',16777216*7+7,NULL);"
              "CREATE VIEW GPU_METRICS AS SELECT 1 AS timestamp; CREATE VIEW MPI_P2P_EVENTS AS SELECT 1 AS start;"));
    QVERIFY(source.isOk());
    const std::string report = reportOf(*source.value());
    for (const char* said :
         {"sample-without-chain 2;", "nvtx-payload-left-out 1;", "view-not-read 2;"}) {
        QVERIFY2(report.find(said) != std::string::npos, report.c_str());
    }
}

void TestExportFile::numbersAndNamesMayBeTexts()
{
    const auto source = openExport(make(
        "texts",
        std::string(kIdentity)
            + "CREATE TABLE OSRT_API(start TEXT,\"end\" TEXT,globalTid TEXT,nameId TEXT);"
              "INSERT INTO OSRT_API VALUES('10','15','117440519','read'),('20','21','117440519','5');"));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        std::string(
            "machine/python3 7/thread 7 (python): Enter@0 read; Leave@5 0; Enter@10 step 1; Leave@11 1;\n"));
}

void TestExportFile::whatIsNewOrMissingIsSaid()
{
    const auto newer = openExport(make(
        "newer",
        "CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);"
        "INSERT INTO META_DATA_EXPORT VALUES('EXPORT_SCHEMA_VERSION','9.0.0');"
        "CREATE TABLE ETW_EVENTS(start INTEGER); CREATE TABLE NET_NIC_METRIC(start INTEGER);"
        "INSERT INTO ETW_EVENTS VALUES(1),(2),(3); INSERT INTO NET_NIC_METRIC VALUES(1);"
        "CREATE TABLE ENUM_COLORS(id INTEGER);"));
    QVERIFY(newer.isOk());
    const std::string said = reportOf(*newer.value());
    QVERIFY2(said.find("newer-version 1;") != std::string::npos, said.c_str());
    QVERIFY2(said.find("missing-names 1;") != std::string::npos, said.c_str());
    QVERIFY2(said.find("table-left-out 4;") != std::string::npos, said.c_str());
    const auto known = openExport(make("known", std::string(kIdentity) + kWork));
    const std::string quiet = reportOf(*known.value());
    QVERIFY2(quiet.find("newer-version") == std::string::npos, quiet.c_str());
    QVERIFY2(quiet.find("missing-names") == std::string::npos, quiet.c_str());
}

void TestExportFile::findingsNameRowsAndLocations()
{
    const auto source = openExport(make(
        "places",
        std::string(kIdentity)
            + "CREATE TABLE OSRT_API(start,\"end\",globalTid,nameId);"
              "INSERT INTO OSRT_API VALUES(10,12,16777216*7+7,4),(20,15,16777216*7+7,4),"
              "(30,25,16777216*7+9,4),(40,41,16777216*7+9,4711);"));
    QVERIFY(source.isOk());
    std::string text;
    for (const query::ImportReportEntry& entry : source.value()->head().report.entries()) {
        for (const query::ImportReportPlace& place : entry.places) {
            if (entry.kind.starts_with("column-")) {
                continue;
            }
            text += entry.kind + " in '" + place.location + "': " + place.example + "\n";
        }
    }
    QCOMPARE(
        text,
        std::string(
            "unusable-duration in 'location 0 'thread 7 (python)'': row 2 of OSRT_API begins at "
            "20 ns and ends at 15 ns: it is kept without length\n"
            "unusable-duration in 'location 1 'thread 9'': row 3 of OSRT_API begins at "
            "30 ns and ends at 25 ns: it is kept without length\n"
            "undefined-string in '': row 4 of OSRT_API is named by text 4711, which "
            "StringIds does not have\n"));
}

void TestExportFile::columnsThatAreNotReadOrNotThereAreNamed()
{
    const auto source = openExport(make(
        "columns",
        std::string(kIdentity)
            + "CREATE TABLE OSRT_API(start,\"end\",globalTid,returnValue);"
              "INSERT INTO OSRT_API VALUES(10,12,16777216*7+7,5);"));
    std::map<std::string, std::string> examples;
    for (const query::ImportReportEntry& entry : source.value()->head().report.entries()) {
        examples[entry.kind] = entry.example;
    }
    QVERIFY2(
        examples["column-left-out"].find("OSRT_API.returnValue") != std::string::npos,
        examples["column-left-out"].c_str());
    QVERIFY2(
        examples["column-missing"].find("OSRT_API.nameId") != std::string::npos,
        examples["column-missing"].c_str());
}

void TestExportFile::valuesThatAreNoneAreLeftOut()
{
    const auto source = openExport(make(
        "values",
        std::string(kIdentity)
            + "CREATE TABLE TARGET_INFO_GPU_METRICS(metricId INTEGER, typeId INTEGER, sourceId INTEGER, metricName TEXT, typeName TEXT);"
              "INSERT INTO TARGET_INFO_GPU_METRICS VALUES(1,2,0,'SMs','GPU 0');"
              "CREATE TABLE GPU_METRICS(timestamp INTEGER, typeId INTEGER, metricId INTEGER, value);"
              "INSERT INTO GPU_METRICS VALUES(10,2,1,5),(20,2,1,NULL),(30,2,1,'abc');"
              "CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start INTEGER, globalPid INTEGER, deviceId INTEGER, contextId INTEGER, address INTEGER, bytes INTEGER, memoryOperationType INTEGER, memKind INTEGER);"
              "INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES(10,16777216*7,0,1,64,100,0,2),(20,16777216*7,0,1,128,50,7,2),(30,16777216*7,0,1,192,-50,0,2);"));
    const std::string said = reportOf(*source.value());
    QVERIFY2(said.find("metric-without-value 2; ") != std::string::npos, said.c_str());
    QVERIFY2(said.find("unusable-allocation 2; ") != std::string::npos, said.c_str());
}

void TestExportFile::progressIsTheShareOfRows()
{
    const auto file = make(
        "long",
        std::string(kIdentity)
            + "CREATE TABLE OSRT_API(start INTEGER,\"end\" INTEGER,globalTid INTEGER,nameId INTEGER);"
              "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM r WHERE x<50000) "
              "INSERT INTO OSRT_API SELECT x, x, 16777216*7+7, 4 FROM r;");
    const std::uint64_t size = std::filesystem::file_size(file);
    std::vector<double> shares;
    const auto source = openExport(
        file,
        {.onProgress =
             [&](std::uint64_t done, std::uint64_t total) {
                 QCOMPARE(total, size);
                 shares.push_back(static_cast<double>(done) / static_cast<double>(total));
             },
         .cancel = {}});
    QVERIFY(source.isOk());
    QCOMPARE(shares.size(), std::size_t{12});  // every 4,096 rows
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const double rows = 4096.0 * static_cast<double>(i + 1) / 50'000;
        QVERIFY(std::abs(shares[i] - rows) < 0.01);  // but for what the other tables hold
    }
}

void TestExportFile::allThatTheProfilerSaidIsSaid()
{
    const auto source = openExport(make(
        "said",
        std::string(kIdentity) + kWork
            + "CREATE TABLE DIAGNOSTIC_EVENT(text TEXT, severity INTEGER);"
              "INSERT INTO DIAGNOSTIC_EVENT VALUES('lost events',3),('no GPU',2),('lost events',3),('hello',1);"));
    const auto& entries = source.value()->head().report.entries();
    const auto warning =
        std::ranges::find(entries, "profiler-warning", &query::ImportReportEntry::kind);
    QVERIFY(warning != entries.end());
    QCOMPARE(warning->count, std::uint64_t{3});
    QCOMPARE(warning->example, std::string("Nsight Systems says: lost events; no GPU"));
}

void TestExportFile::unusableTimes()
{
    const auto source = openExport(make(
        "g",
        std::string(kIdentity)
            + "CREATE TABLE OSRT_API(start,\"end\",globalTid,nameId);"
              "INSERT INTO OSRT_API VALUES(10,5,16777216*7+7,4),(NULL,5,1,1),('x',5,1,1),(9223372036854775807,5,1,1),(1e300,2,1,1),(12,13,16777216*7+7,4),(20,NULL,16777216*7+7,4);"));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        std::string(
            "machine/python3 7/thread 7 (python): Enter@0 python; Leave@0 0; Enter@2 python; Leave@3 0; "
            "Enter@10 python; Leave@10 0;\n"));
    QCOMPARE(
        reportOf(*source.value()),
        std::string("table-rows 16; unusable-duration 2; event-without-time 4; "));
}

VELLUM_TEST_APPLESS(TestExportFile)
#include "test_export_file.moc"
