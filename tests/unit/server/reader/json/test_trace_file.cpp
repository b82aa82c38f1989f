// JSON traces as an event source: processes and devices, stacks, refusals and what is reported.

#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/json/opened_text.h"

#include <QByteArray>
#include <QString>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)

class TestTraceFile : public QObject {
    Q_OBJECT

    [[nodiscard]] Result<std::unique_ptr<reader::EventSource>> open(const std::string& text) const
    {
        return m_text.open(text);
    }
    OpenedText m_text;

private slots:
    void hostAndDevice();
    void regionsKnowWhatTheyAre();
    void whatTheProfilerDidComesLast();
    void machineAndDevicesAreDescribed();
    void devicesBelongToWhoLaunches();
    void aNumberMayBeAProcessAndADevice();
    void threadsUnderADevicesNumberAreTheProcesss();
    void threadsOfNobodyStayAProcessOfTheirOwn();
    void annotationsStandBesideTheirStream();
    void beginsAndEnds();
    void crossingSlicesGetLanes();
    void refusals_data();
    void refusals();
    void onlyMetadataIsAnEmptyTrace();
    void wallClock();
    void whatHasNoPlaceIsCounted();
    void unusableTimesAreReported();
};

void TestTraceFile::hostAndDevice()
{
    const auto source =
        open(R"json({"schemaVersion":1,"distributedInfo":{"rank":3},"host_name":"n1","traceEvents":[
        {"ph":"M","name":"process_name","pid":9,"args":{"name":"python"}},
        {"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}},
        {"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7 "}},
        {"ph":"X","cat":"cpu_op","name":"aten::add","pid":9,"tid":"9","ts":100.000,"dur":5,"args":{"External id":4}},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":9,"tid":9,"ts":101,"dur":1.5,"args":{"correlation":77}},
        {"ph":"s","cat":"ac2g","id":77,"name":"ac2g","pid":9,"tid":9,"ts":101},
        {"ph":"f","cat":"ac2g","id":77,"name":"ac2g","pid":0,"tid":7,"ts":110,"bp":"e"},
        {"ph":"i","cat":"cpu_instant_event","name":"[memory]","s":"t","pid":9,"tid":9,"ts":102,"args":{"Device Type":1,"Device Id":0,"Addr":4096,"Bytes":-512,"Total Allocated":8,"Total Reserved":16}},
        {"ph":"X","cat":"kernel","name":"k<float>","pid":0,"tid":7,"ts":110,"dur":3,"args":{"correlation":77,"grid":[1,2,3],"block":[32,1,1],"registers per thread":16,"shared memory":64}},
        {"ph":"X","cat":"gpu_memcpy","name":"Memcpy HtoD (Pageable -> Device)","pid":0,"tid":7,"ts":120,"dur":1,"args":{"correlation":78,"bytes":1024}}
    ]})json");
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.locations.size(), 3U);
    QCOMPARE(
        definitions.pathOf(definitions.locations[0]), std::string("n1/rank 3/python 9/thread 9"));
    QCOMPARE(definitions.pathOf(definitions.locations[2]), std::string("n1/rank 3/GPU 0/stream 7"));
    QCOMPARE(int(definitions.locations[2].type), int(LocationType::AcceleratorStream));
    QCOMPARE(definitions.locationGroups[1].creator, definitions.locationGroups[0].ref);
    QCOMPARE(
        records(*source.value(), 0),
        std::string(
            "Enter@0 aten::add; Operator@0 4 0 0; Enter@1000 cudaLaunchKernel; DeviceLaunch@1000 77; "
            "FlowBegin@1000 77 2; MemoryUse@2000 1 0 4096 -512 8 16; Leave@2500 cudaLaunchKernel; Leave@5000 aten::add; "));
    QCOMPARE(
        records(*source.value(), 2),
        std::string(
            "Enter@10000 k<float>; DeviceKernel@10000 77 1 2 3 32 1 1 16 64; FlowEnd@10000 77 2; Leave@13000 k<float>; "
            "Enter@20000 Memcpy HtoD (Pageable -> Device); DeviceCopy@20000 78 1024 1 0 2; "
            "Leave@21000 Memcpy HtoD (Pageable -> Device); "));
    QCOMPARE(definitions.locations[0].claimedEvents, 8U);
    QCOMPARE(definitions.locations[2].claimedEvents, 7U);
}

void TestTraceFile::regionsKnowWhatTheyAre()
{
    const auto source = open(R"json([
        {"ph":"X","cat":"Kernel","name":"ncclKernel_AllReduce","pid":0,"tid":7,"ts":1,"dur":1},
        {"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":3,"dur":1},
        {"ph":"X","cat":"Runtime","name":"hipLaunchKernel","pid":1,"tid":1,"ts":1,"dur":1},
        {"ph":"X","cat":"cuda_sync","name":"Stream Sync","pid":0,"tid":-1,"ts":5,"dur":1},
        {"ph":"X","cat":"python_function","name":"f.py(3): g","pid":1,"tid":1,"ts":3,"dur":1},
        {"ph":"X","cat":"overhead","name":"Buffer Flush","pid":-1,"tid":0,"ts":3,"dur":1},
        {"ph":"X","cat":"Trace","name":"PyTorch Profiler (0)","pid":"Spans","tid":"s","ts":1,"dur":5},
        {"ph":"X","cat":"ipc","name":"own","pid":1,"tid":1,"ts":5,"dur":1}])json");
    QVERIFY(source.isOk());
    std::map<std::string, FunctionGroup> groups;
    for (const Region& region : source.value()->head().definitions.regions) {
        groups[region.name] = region.group;
    }
    QVERIFY(groups["ncclKernel_AllReduce"] == FunctionGroup::Mpi);
    QVERIFY(groups["gemm"] == FunctionGroup::Kernel);
    QVERIFY(groups["hipLaunchKernel"] == FunctionGroup::DeviceApi);
    QVERIFY(groups["Stream Sync"] == FunctionGroup::Synchronisation);  // its call is Device API
    QVERIFY(groups["f.py(3): g"] == FunctionGroup::Application);
    QVERIFY(groups["Buffer Flush"] == FunctionGroup::Measurement);
    QVERIFY(groups["PyTorch Profiler (0)"] == FunctionGroup::Measurement);
    QVERIFY(groups["own"] == FunctionGroup::Application);
}

void TestTraceFile::whatTheProfilerDidComesLast()
{
    const auto source = open(R"json([
        {"ph":"M","name":"process_sort_index","pid":"Spans","args":{"sort_index":1}},
        {"ph":"M","name":"process_sort_index","pid":9,"args":{"sort_index":9}},
        {"ph":"X","cat":"Trace","name":"PyTorch Profiler (0)","pid":"Spans","tid":"PyTorch Profiler","ts":1,"dur":9},
        {"ph":"i","name":"Iteration Start: PyTorch Profiler","pid":"Traces","tid":"Trace","ts":1,"s":"g"},
        {"ph":"X","cat":"ipc","name":"own","pid":"others","tid":1,"ts":5,"dur":1},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":1},
        {"ph":"X","cat":"cpu_op","name":"op","pid":9,"tid":9,"ts":3,"dur":1}])json");
    QVERIFY(source.isOk());
    std::string text;
    for (const LocationGroup& group : source.value()->head().definitions.locationGroups) {
        text += group.name + "; ";
    }
    QCOMPARE(text, std::string("process 9; others; GPU 0; Spans; Traces; "));
}

void TestTraceFile::machineAndDevicesAreDescribed()
{
    const auto source = open(R"json({"schemaVersion":1,"traceName":"run 7","with_stack":1,
        "deviceProperties":[{"id":0,"name":"A100","totalGlobalMem":85094825984,"list":[1]},
                            {"id":1,"name":"A10"}],
        "distributedInfo":{"rank":3,"world_size":8,"pg_config":[1,2]},
        "INFO":["log",{"text":"deep"}],
        "traceEvents":[
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"device":0}},
        {"ph":"M","name":"process_labels","pid":0,"tid":0,"args":{"labels":"GPU 0"}}]})json");
    QVERIFY(source.isOk());
    std::string text;
    for (const Property& property : source.value()->head().definitions.properties) {
        text += std::string(name(property.target)) + " " + std::to_string(property.ref) + " "
                + property.name + "=" + property.value + "\n";
    }
    QCOMPARE(
        text,
        std::string("system_tree_node 1 INFO[0]=log\n"
                    "system_tree_node 1 INFO[1].text=deep\n"
                    "location_group 0 id=0\n"
                    "location_group 0 name=A100\n"
                    "location_group 0 totalGlobalMem=85094825984\n"
                    "location_group 0 list[0]=1\n"
                    "system_tree_node 1 device 1 (no work)=id: 1, name: A10\n"
                    "system_tree_node 1 distributedInfo.rank=3\n"
                    "system_tree_node 1 distributedInfo.world_size=8\n"
                    "system_tree_node 1 distributedInfo.pg_config[0]=1\n"
                    "system_tree_node 1 distributedInfo.pg_config[1]=2\n"
                    "system_tree_node 1 schemaVersion=1\n"
                    "system_tree_node 1 traceName=run 7\n"
                    "system_tree_node 1 with_stack=1\n"));
}

void TestTraceFile::devicesBelongToWhoLaunches()
{
    const auto source = open(R"json({"traceEvents":[
        {"ph":"X","cat":"cpu_op","name":"load","pid":11,"tid":11,"ts":1,"dur":1},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":10,"tid":10,"ts":1,"dur":1,
         "args":{"correlation":5}},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":1,"args":{"correlation":5}}]})json");
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    const auto device = std::ranges::find(
        definitions.locationGroups, LocationGroupType::Accelerator, &LocationGroup::type);
    QVERIFY(device != definitions.locationGroups.end());
    QCOMPARE(definitions.find(device->creator)->name, std::string("process 10"));
}

/// "process: thread 1 (CPU thread), …; …" of all groups.
std::string treeText(const reader::EventSource& source)
{
    const Definitions& definitions = source.head().definitions;
    std::string text;
    for (const LocationGroup& group : definitions.locationGroups) {
        text += (group.type == LocationGroupType::Accelerator ? "device " : "") + group.name + ":";
        for (const Location& location : definitions.locations) {
            if (location.group == group.ref) {
                text += " " + location.name + " (" + std::string(name(location.type)) + ")";
            }
        }
        text += "; ";
    }
    return text;
}

// In a container the process is often number 1, as is the second device.
void TestTraceFile::aNumberMayBeAProcessAndADevice()
{
    const auto source = open(R"json({"deviceProperties":[{"id":0},{"id":1}],"traceEvents":[
        {"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"python3"}},
        {"ph":"M","name":"process_labels","pid":1,"tid":0,"args":{"labels":"CPU"}},
        {"ph":"M","name":"process_sort_index","pid":1,"tid":0,"args":{"sort_index":1}},
        {"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"python3"}},
        {"ph":"M","name":"process_labels","pid":1,"tid":0,"args":{"labels":"GPU 1"}},
        {"ph":"M","name":"process_sort_index","pid":1,"tid":0,"args":{"sort_index":5000001}},
        {"ph":"X","cat":"kernel","name":"k","pid":1,"tid":7,"ts":3,"dur":1,"args":{"correlation":5}},
        {"ph":"X","cat":"cuda_sync","name":"Context Sync","pid":1,"tid":-1,"ts":4,"dur":1},
        {"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":1,"dur":1,
         "args":{"correlation":5}},
        {"ph":"X","cat":"mine","name":"own","pid":1,"tid":2,"ts":1,"dur":1}]})json");
    QVERIFY(source.isOk());
    QCOMPARE(
        treeText(*source.value()),
        std::string("python3 1: thread 1 (CPU thread) thread 2 (CPU thread); "
                    "device GPU 1: stream -1 (unknown) stream 7 (accelerator stream); "));
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.locationGroups[1].creator, definitions.locationGroups[0].ref);
}

// What the profiler could not find the process of has the number 0, and so has the first device.
void TestTraceFile::threadsUnderADevicesNumberAreTheProcesss()
{
    const auto source = open(R"json({"traceEvents":[
        {"ph":"M","name":"process_labels","pid":0,"tid":0,"args":{"labels":"GPU 0"}},
        {"ph":"X","cat":"python_function","name":"run","pid":0,"tid":0,"ts":3,"dur":1},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":1},
        {"ph":"X","cat":"cpu_op","name":"load","pid":11,"tid":11,"ts":1,"dur":1}]})json");
    QVERIFY(source.isOk());
    QCOMPARE(
        treeText(*source.value()),
        std::string("process 11: thread 0 (CPU thread) thread 11 (CPU thread); "
                    "device GPU 0: stream 7 (accelerator stream); "));
}

void TestTraceFile::threadsOfNobodyStayAProcessOfTheirOwn()
{
    const auto source = open(R"json({"traceEvents":[
        {"ph":"M","name":"process_labels","pid":0,"tid":0,"args":{"labels":"GPU 0"}},
        {"ph":"X","cat":"python_function","name":"run","pid":0,"tid":0,"ts":3,"dur":1},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":1},
        {"ph":"X","cat":"cpu_op","name":"load","pid":11,"tid":11,"ts":1,"dur":1},
        {"ph":"X","cat":"cpu_op","name":"load","pid":12,"tid":12,"ts":1,"dur":1}]})json");
    QVERIFY(source.isOk());
    QCOMPARE(
        treeText(*source.value()),
        std::string("process 0: thread 0 (CPU thread); process 11: thread 11 (CPU thread); "
                    "process 12: thread 12 (CPU thread); "
                    "device GPU 0: stream 7 (accelerator stream); "));
}

void TestTraceFile::annotationsStandBesideTheirStream()
{
    const auto source = open(R"json({"traceEvents":[
        {"ph":"M","name":"thread_name","pid":0,"tid":7,"args":{"name":"stream 7 7"}},
        {"ph":"X","cat":"gpu_user_annotation","name":"step","pid":0,"tid":7,"ts":1,"dur":9},
        {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":3,"dur":1}]})json");
    QVERIFY(source.isOk());
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.locations.size(), std::size_t{2});
    QCOMPARE(definitions.locations[0].name, std::string("stream 7 7"));
    QCOMPARE(definitions.locations[1].name, std::string("stream 7 7 annotations"));
    QCOMPARE(definitions.locations[0].type, LocationType::AcceleratorStream);
    QCOMPARE(definitions.locations[1].type, LocationType::Unknown);
    QVERIFY(records(*source.value(), 0).find("step") == std::string::npos);
    QCOMPARE(records(*source.value(), 1), std::string("Enter@0 step; Leave@9000 step; "));
    QCOMPARE(definitions.locationGroups.front().type, LocationGroupType::Accelerator);
}

void TestTraceFile::beginsAndEnds()
{
    const auto source = open(
        R"([{"ph":"B","name":"a","pid":1,"tid":1,"ts":0},{"ph":"B","name":"b","pid":1,"tid":1,"ts":1},
        {"ph":"E","pid":1,"tid":1,"ts":2},{"ph":"E","pid":1,"tid":1,"ts":3}])");
    QVERIFY(source.isOk());
    QCOMPARE(
        records(*source.value(), 0),
        std::string("Enter@0 a; Enter@1000 b; Leave@2000 b; Leave@3000 a; "));
}

void TestTraceFile::crossingSlicesGetLanes()
{
    const auto source = open(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":0,"dur":10},
        {"ph":"X","name":"b","pid":1,"tid":1,"ts":5,"dur":10}])");
    QVERIFY(source.isOk());
    QCOMPARE(source.value()->head().definitions.locations.size(), 2U);
    const auto& report = source.value()->head().report.entries();
    const auto crossing =
        std::ranges::find(report, "crossing-slices", &query::ImportReportEntry::kind);
    QVERIFY(crossing != report.end());
    QCOMPARE(crossing->count, std::uint64_t{1});
    QCOMPARE(crossing->places.size(), std::size_t{1});
    QCOMPARE(crossing->places.front().location, std::string("location 0 'thread 1'"));
}

void TestTraceFile::refusals_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no events") << QByteArray("{\"a\":1}")
                               << "is a JSON file (7 bytes) without trace events";
    QTest::newRow("a long key") << "{\"" + QByteArray(17 << 20, 'x') + "\":1,\"traceEvents\":[]}"
                                << "is a JSON file in which at byte 1 a value of more than "
                                   "16,777,216 bytes begins, which is not read, and no trace "
                                   "events stand before it";
    QTest::newRow("other list")
        << QByteArray("[[1,2],[3]]")
        << "is a JSON file (11 bytes) whose list of 2 elements holds no trace event that "
           "can be read and has a phase ('ph')";
    QTest::newRow("empty list")
        << QByteArray("[]")
        << "is a JSON file (2 bytes) whose list of 0 elements holds no trace "
           "event that can be read and has a phase ('ph')";
    QTest::newRow("objects")
        << QByteArray("[{\"a\":1}]")
        << "is a JSON file (9 bytes) whose list of 1 element holds no trace event that "
           "can be read and has a phase ('ph')";
    QTest::newRow("execution trace")
        << QByteArray("{\"schema\":\"1.0\",\"nodes\":[{}]}")
        << "is a PyTorch execution trace (JSON with nodes, 29 bytes), not a trace with times: record one with "
           "torch.profiler";
}

void TestTraceFile::refusals()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    const auto source = open(text.toStdString());
    QVERIFY(!source.isOk());
    QCOMPARE(source.error().kind, ErrorKind::InvalidArgument);
    QVERIFY2(
        QString::fromStdString(source.error().message).endsWith("' " + sentence),
        source.error().message.c_str());
}

void TestTraceFile::onlyMetadataIsAnEmptyTrace()
{
    const auto source = open(
        R"({"traceEvents":[{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"t"}}]})");
    QVERIFY(source.isOk());
    QCOMPARE(source.value()->head().definitions.locations.size(), 0U);
    QCOMPARE(reportOf(*source.value()), std::string("json-events 1; empty-track 1; "));
    QVERIFY(open("{\"traceEvents\":[]}").isOk());
}

void TestTraceFile::wallClock()
{
    const auto based = open(
        R"({"baseTimeNanoseconds":1700000000000000000,"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":2.5}]})");
    QCOMPARE(based.value()->head().definitions.clock.realtimeNs, 1'700'000'000'000'002'500U);
    const auto epoch = open(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1694128201435418}])");
    QCOMPARE(epoch.value()->head().definitions.clock.realtimeNs, 1'694'128'201'435'418'000U);
    const auto none = open(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":12}])");
    QCOMPARE(none.value()->head().definitions.clock.realtimeNs, 0U);
}

void TestTraceFile::whatHasNoPlaceIsCounted()
{
    const auto source = open(R"json({"traceEvents":[
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":{"mine":1,"yours":2,"correlation":3}},
        {"ph":"V","name":"dump","pid":1,"tid":1,"ts":1,"args":{"dumps":{}}},
        {"ph":"c","name":"clock_sync","pid":1,"tid":1,"ts":2,"args":{"sync_id":"x"}},
        {"ph":"(","name":"context","pid":1,"tid":1,"ts":1},
        {"ph":"q","name":"odd","pid":1,"tid":1,"ts":1}
    ],"samples":[{"cpu":0}],"stackFrames":{}})json");
    QVERIFY(records(*source.value(), 0).find("Instant@1000 clock_sync; ") != std::string::npos);
    const std::string report = reportOf(*source.value());
    QCOMPARE(
        report,
        std::string("json-events 5; phase-left-out 2; unknown-phase 1; header-left-out 1; "));
}

void TestTraceFile::unusableTimesAreReported()
{
    const auto source = open(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":5,"dur":-3},
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":NaN,"dur":3},
        {"ph":"X","name":"a","pid":1,"tid":1,"dur":3},
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":6,"dur":9e17},
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":99999999999999999999},
        {"ph":"?","name":"a","pid":1,"tid":1,"ts":6}])");
    QVERIFY(source.isOk());
    QCOMPARE(
        records(*source.value(), 0),
        std::string("Enter@0 a; Leave@0 a; Enter@1000 a; Leave@1000 a; "));
    QCOMPARE(
        reportOf(*source.value()),
        std::string("json-events 6; unusable-duration 2; event-without-time 3; unknown-phase 1; "));
    const auto bare = open(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":5}])");
    QCOMPARE(reportOf(*bare.value()), std::string("json-events 1; slice-without-duration 1; "));
}

VELLUM_TEST_APPLESS(TestTraceFile)
#include "test_trace_file.moc"
