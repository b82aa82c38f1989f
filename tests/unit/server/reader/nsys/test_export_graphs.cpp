// CUDA graphs in exports of Nsight Systems: how they came to be, and what they launched.

#include "server/reader/nsys/export_file.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/nsys/fake_export.h"

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)
using reader::nsys::openExport;

namespace {

constexpr const char* kNames =
    "INSERT INTO StringIds VALUES(20,'cudaGraphAddKernelNode_v10000'),(21,'Graph Node Creation'),"
    "(22,'cudaGraphLaunch_v10000'),(23,'Graph Creation');";
constexpr const char* kCalls =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER,\"end\" INTEGER,globalTid INTEGER,correlationId INTEGER,nameId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,20,16777216*7+7,1,20),(100,110,16777216*7+7,9,22),(200,210,16777216*7+7,10,22);";
constexpr const char* kNodes =
    "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start INTEGER,\"end\" INTEGER,eventClass INTEGER,globalTid INTEGER,"
    "nameId INTEGER,graphNodeId INTEGER,originalGraphNodeId INTEGER);"
    "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(15,15,113,16777216*7+7,21,51,NULL),(30,34,113,16777216*7+7,21,52,51);"
    "CREATE TABLE CUDA_GRAPH_EVENTS(start INTEGER,\"end\" INTEGER,eventClass INTEGER,globalTid INTEGER,nameId INTEGER,"
    "graphId INTEGER,originalGraphId INTEGER,graphExecId INTEGER);"
    "INSERT INTO CUDA_GRAPH_EVENTS VALUES(5,5,132,16777216*7+7,23,3,NULL,NULL),(40,44,131,16777216*7+7,NULL,NULL,3,4);";
constexpr const char* kWorkOfNodes =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INTEGER,\"end\" INTEGER,deviceId INTEGER,contextId INTEGER,"
    "streamId INTEGER,correlationId INTEGER,globalPid INTEGER,shortName INTEGER,graphNodeId INTEGER,graphId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES(120,130,0,1,7,9,16777216*7,2,52,3),(130,140,0,1,7,9,16777216*7,2,53,3),"
    "(150,160,0,1,7,11,16777216*7,2,NULL,NULL);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start INTEGER,\"end\" INTEGER,deviceId INTEGER,contextId INTEGER,streamId INTEGER,"
    "correlationId INTEGER,globalPid INTEGER,bytes INTEGER,copyKind INTEGER,srcKind INTEGER,dstKind INTEGER,graphNodeId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY VALUES(140,145,0,1,7,9,16777216*7,64,1,1,2,54);"
    "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start INTEGER,\"end\" INTEGER,deviceId INTEGER,contextId INTEGER,streamId INTEGER,"
    "correlationId INTEGER,globalPid INTEGER,bytes INTEGER,memKind INTEGER,graphNodeId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(145,149,0,1,7,9,16777216*7,32,2,55);";
constexpr const char* kWholeGraphs =
    "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start INTEGER,\"end\" INTEGER,deviceId INTEGER,contextId INTEGER,"
    "streamId INTEGER,correlationId INTEGER,globalPid INTEGER,graphId INTEGER,graphExecId INTEGER);"
    "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_TRACE VALUES(220,260,0,1,7,10,16777216*7,3,4);";

}  // namespace

class TestExportGraphs : public QObject {
    Q_OBJECT

    [[nodiscard]] std::unique_ptr<reader::EventSource> open(const std::string& sql) const
    {
        return openExport(m_exports.make("graphs", std::string(kIdentity) + kNames + sql)).value();
    }
    [[nodiscard]] std::string carried(const std::string& sql) const
    {
        return carriedText(*open(sql));  // a source gives its records once
    }
    FakeExports m_exports;

private slots:
    void graphsAreMadeByThreads();
    void workOfANodeBelongsToTheLaunchOfItsGraph();
    void wholeGraphsAreWork();
    void graphsMayBeHalfRecorded();
    void functionsOnTheHostAreThereOnBothSides();
};

/// An instant in the call that made it, a visit where the profiler says how long it took.
void TestExportGraphs::graphsAreMadeByThreads()
{
    const std::string sql = std::string(kCalls) + kNodes;
    const auto source = open(sql);
    QCOMPARE(
        everything(*source),
        std::string(
            "machine/python3 7/thread 7 (python): Instant@0 Graph Creation; "
            "Enter@5 cudaGraphAddKernelNode; DeviceLaunch@5 1; Instant@10 Graph Node Creation; Leave@15 3; "
            "Enter@25 Graph Node Creation; Leave@29 0; Enter@35 CUDA graph; Leave@39 2; "
            "Enter@95 cudaGraphLaunch; DeviceLaunch@95 9; Leave@105 4; "
            "Enter@195 cudaGraphLaunch; DeviceLaunch@195 10; Leave@205 4;\n"));
    QCOMPARE(
        carried(sql),
        std::string(" Instant@0 Graph Creation; cuda_graph=3\n"
                    " Instant@10 Graph Node Creation; cuda_graph_node=51\n"
                    " Enter@25 Graph Node Creation; cuda_graph_node=52\n"
                    " Enter@25 Graph Node Creation; cuda_graph_original_node=51\n"
                    " Enter@35 CUDA graph; cuda_graph_original=3\n"
                    " Enter@35 CUDA graph; cuda_graph_exec=4\n"));
    QCOMPARE(reportOf(*source), std::string("table-rows 20; "));
}

/// All of a graph's work has the number of the one call that launched it.
void TestExportGraphs::workOfANodeBelongsToTheLaunchOfItsGraph()
{
    const std::string sql = std::string(kCalls) + kWorkOfNodes;
    const std::string all = everything(*open(sql));
    const std::string work = all.substr(all.find("machine/GPU"));
    QCOMPARE(
        work,
        std::string(
            "machine/GPU 0, pid 7/stream 7: Enter@110 gemm; DeviceKernel@110 9 0 0 0 0 0 0 0 0; Leave@120 0; "
            "Enter@120 gemm; DeviceKernel@120 9 0 0 0 0 0 0 0 0; Leave@130 0; "
            "Enter@130 Memcpy HtoD (Pinned -> Device); DeviceCopy@130 9 64 1 1 2; Leave@135 1; "
            "Enter@135 Memset; DeviceSet@135 9 32 2; Leave@139 2; "
            "Enter@140 gemm; DeviceKernel@140 11 0 0 0 0 0 0 0 0; Leave@150 0;\n"));
    QCOMPARE(
        carried(sql),
        std::string(" DeviceKernel@110 9 0 0 0 0 0 0 0 0; cuda_graph=3\n"
                    " DeviceKernel@110 9 0 0 0 0 0 0 0 0; cuda_graph_node=52\n"
                    " DeviceKernel@120 9 0 0 0 0 0 0 0 0; cuda_graph=3\n"
                    " DeviceKernel@120 9 0 0 0 0 0 0 0 0; cuda_graph_node=53\n"
                    " DeviceCopy@130 9 64 1 1 2; cuda_graph_node=54\n"
                    " DeviceSet@135 9 32 2; cuda_graph_node=55\n"));
}

void TestExportGraphs::wholeGraphsAreWork()
{
    const std::string sql = std::string(kCalls) + kWholeGraphs;
    const std::string all = everything(*open(sql));
    QCOMPARE(
        all.substr(all.find("machine/GPU")),
        std::string("machine/GPU 0, pid 7/stream 7: Enter@210 CUDA graph 3; "
                    "DeviceKernel@210 10 0 0 0 0 0 0 0 0; Leave@250 0;\n"));
    QCOMPARE(
        carried(sql),
        std::string(" DeviceKernel@210 10 0 0 0 0 0 0 0 0; cuda_graph=3\n"
                    " DeviceKernel@210 10 0 0 0 0 0 0 0 0; cuda_graph_exec=4\n"));
}

void TestExportGraphs::graphsMayBeHalfRecorded()
{
    const auto source = open(
        "CREATE TABLE CUDA_GRAPH_NODE_EVENTS(start,\"end\",globalTid);"
        "INSERT INTO CUDA_GRAPH_NODE_EVENTS VALUES(15,NULL,16777216*7+7),(NULL,NULL,16777216*7+7),(20,18,16777216*7+7);");
    QCOMPARE(
        everything(*source),
        std::string("machine/python3 7/thread 7 (python): Instant@0 CUDA graph node; "
                    "Enter@5 CUDA graph node; Leave@5 0;\n"));
    QCOMPARE(
        reportOf(*source),
        std::string("table-rows 16; event-without-time 1; unusable-duration 1; "));
}

/// A stream waits for a function of a node, and for one of cudaLaunchHostFunc; a thread of CUDA's calls them.
void TestExportGraphs::functionsOnTheHostAreThereOnBothSides()
{
    const std::string sql =
        std::string(kCalls)
        + "CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH(start INTEGER,\"end\" INTEGER,deviceId INTEGER,"
          "contextId INTEGER,greenContextId INTEGER,streamId INTEGER,correlationId INTEGER,globalPid INTEGER,graphNodeId INTEGER,"
          "graphId INTEGER);"
          "INSERT INTO CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH VALUES(120,150,0,1,NULL,7,9,16777216*7,53,3),"
          "(220,250,0,1,NULL,7,10,16777216*7,NULL,NULL);"
          "CREATE TABLE CUDA_HOST_CALLBACK(start INTEGER,\"end\" INTEGER,eventClass INTEGER,globalTid INTEGER,correlationId INTEGER,"
          "nameId INTEGER);"
          "INSERT INTO CUDA_HOST_CALLBACK VALUES(130,140,0,16777216*7+8,9,2),(230,240,0,16777216*7+8,10,NULL);";
    const auto source = open(sql);
    const std::string all = everything(*source);
    QCOMPARE(
        all.substr(all.find("machine/python3 7/thread 8")),
        std::string(
            "machine/python3 7/thread 8: Enter@120 gemm; Leave@130 2; Enter@220 CUDA host function; Leave@230 3;\n"
            "machine/GPU 0, pid 7/stream 7: Enter@110 Graph Host Node; DeviceSync@110 9 0; Leave@140 0; "
            "Enter@210 Host Launch; DeviceSync@210 10 0; Leave@240 1;\n"));
    QCOMPARE(
        carried(sql),
        std::string(" Enter@120 gemm; cuda_correlation=9\n"
                    " Enter@220 CUDA host function; cuda_correlation=10\n"
                    " DeviceSync@110 9 0; cuda_graph_node=53\n"
                    " DeviceSync@110 9 0; cuda_graph=3\n"));
    QCOMPARE(source->head().report.countOf("table-left-out"), std::uint64_t{0});
}

VELLUM_TEST_APPLESS(TestExportGraphs)
#include "test_export_graphs.moc"
