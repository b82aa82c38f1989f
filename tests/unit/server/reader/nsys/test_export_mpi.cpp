// What rows of MPI calls say of messages and collective operations, in one export and across those
// of a job.

#include "common/trace/collectives.h"
#include "server/import/importer.h"
#include "server/reader/nsys/mpi_names.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/nsys/fake_export.h"

#include <algorithm>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)
using reader::nsys::collectiveCallOf;
using reader::nsys::MessageCall;
using reader::nsys::messageCallOf;
using reader::nsys::openExport;

namespace {

using Direction = MessageCall::Direction;

constexpr const char* kTables =
    "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);"
    "INSERT INTO StringIds VALUES (1,'MPI_Send'),(2,'MPI_Recv'),(3,'MPI_Isend'),(4,'MPI_Irecv'),(5,'MPI_Waitall'),"
    "(6,'MPI_Allreduce'),(7,'MPI_Bcast'),(8,'MPI_Ibarrier'),(9,'MPI_Sendrecv'),(10,'MPI_Comm_dup'),(11,'MPI_Wait');"
    "CREATE TABLE MPI_RANKS(globalTid INTEGER, rank INTEGER);"
    "CREATE TABLE MPI_P2P_EVENTS(start INTEGER,\"end\" INTEGER,globalTid INTEGER,textId INTEGER,commHandle INTEGER,"
    "tag INTEGER,remoteRank INTEGER,size INTEGER,requestHandle INTEGER);"
    "CREATE TABLE MPI_COLLECTIVES_EVENTS(start INTEGER,\"end\" INTEGER,globalTid INTEGER,textId INTEGER,"
    "commHandle INTEGER,rootRank INTEGER,size INTEGER,recvSize INTEGER,requestHandle INTEGER);"
    "CREATE TABLE MPI_START_WAIT_EVENTS(start INTEGER,\"end\" INTEGER,globalTid INTEGER,textId INTEGER,requestHandle INTEGER);"
    "CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs INTEGER);"
    "INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES(1700000000000000000);";

/// Rank 0 sends twice and begins a barrier, rank 1 receives both; each in a process of its own.
constexpr const char* kRank0 =
    "INSERT INTO MPI_RANKS VALUES(16777216*7+7, 0);"
    "INSERT INTO MPI_P2P_EVENTS VALUES(100,110,16777216*7+7,1,111,5,1,64,NULL),(120,121,16777216*7+7,3,111,6,1,32,900);"
    "INSERT INTO MPI_START_WAIT_EVENTS VALUES(130,150,16777216*7+7,5,900),(130,150,16777216*7+7,5,901);"
    "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(200,230,16777216*7+7,6,111,NULL,8,8,NULL),(240,241,16777216*7+7,8,111,NULL,0,0,901);"
    "INSERT INTO MPI_START_WAIT_EVENTS VALUES(250,260,16777216*7+7,11,901);";
constexpr const char* kRank1 =
    "INSERT INTO MPI_RANKS VALUES(16777216*9+9, 1);"
    "INSERT INTO MPI_P2P_EVENTS VALUES(101,115,16777216*9+9,2,222,5,0,64,NULL),(122,123,16777216*9+9,4,222,6,0,32,800);"
    "INSERT INTO MPI_START_WAIT_EVENTS VALUES(140,145,16777216*9+9,11,800),(270,280,16777216*9+9,11,801);"
    "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(210,230,16777216*9+9,6,222,NULL,8,8,NULL),(242,243,16777216*9+9,8,222,NULL,0,0,801);";

std::string messagesOf(const store::TraceStore& trace)
{
    std::string text;
    for (const query::Message& message : trace.messages) {
        text += std::to_string(message.sender.value()) + ">"
                + std::to_string(message.receiver.value()) + " tag " + std::to_string(message.tag)
                + " " + std::to_string(message.bytes) + " B " + std::to_string(message.send) + "-"
                + std::to_string(message.receive) + "; ";
    }
    return text;
}

std::string collectivesOf(const store::TraceStore& trace)
{
    std::string text;
    for (const query::Collective& row : trace.collectives) {
        text += collectiveName(row.operation) + " " + std::to_string(row.seen) + " of "
                + std::to_string(row.members) + " " + std::to_string(row.range.begin) + "-"
                + std::to_string(row.range.end) + "; ";
    }
    return text;
}

std::string reportOf(const store::TraceStore& trace)
{
    std::string text;
    for (const query::ImportReportEntry& entry : trace.report.entries()) {
        text += entry.kind + " " + std::to_string(entry.count) + "; ";
    }
    return text;
}

}  // namespace

class TestExportMpi : public QObject {
    Q_OBJECT

    [[nodiscard]] std::shared_ptr<const store::TraceStore> imported(
        const std::vector<std::filesystem::path>& paths) const
    {
        query::TraceSelection selection;
        for (const std::filesystem::path& path : paths) {
            selection.paths.push_back(path.string());
        }
        return import::importTrace(selection, {.threads = 1}).value();
    }
    FakeExports m_exports;

private slots:
    void namesSayWhatCallsDo();
    void rowsBecomeRecordsOfMpi();
    void messagesMatchAcrossExportsOfAJob();
    void ranksOfOneExportMatchToo();
    void handlesOfCommunicatorsAreEachProcesssOwn();
    void whatCannotBeMatchedIsCounted();
};

void TestExportMpi::namesSayWhatCallsDo()
{
    QVERIFY(messageCallOf("MPI_Ssend").direction == Direction::Send);
    QVERIFY(messageCallOf("mpi_irecv_").direction == Direction::Receive);
    QVERIFY(!messageCallOf("mpi_irecv_").isBlocking);
    QVERIFY(messageCallOf("PMPI_Send_init").isPersistent);
    QVERIFY(messageCallOf("MPI_Iprobe").direction == Direction::None);
    QVERIFY(messageCallOf("MPI_Sendrecv").direction == Direction::Unknown);
    QCOMPARE(collectiveCallOf("MPI_Bcast")->operation, 1U);
    QVERIFY(collectiveCallOf("MPI_Bcast")->hasRoot);
    QCOMPARE(collectiveCallOf("MPI_Ireduce_scatter_block")->operation, 16U);
    QVERIFY(!collectiveCallOf("MPI_Iallreduce")->isBlocking);
    QVERIFY(!collectiveCallOf("MPI_Comm_split"));
}

void TestExportMpi::rowsBecomeRecordsOfMpi()
{
    const auto source = openExport(m_exports.make("one", std::string(kTables) + kRank0));
    QVERIFY(source.isOk());
    QCOMPARE(
        everything(*source.value()),
        std::string(
            "machine/rank 0/process 7/thread 7: Enter@0 MPI_Send; MpiSend@0 1 0 5 64; Leave@10 0; "
            "Enter@20 MPI_Isend; MpiIsend@20 1 0 6 32 1; Leave@21 1; Enter@30 MPI_Waitall; "
            "MpiIsendComplete@50 1; Leave@50 4; Enter@100 MPI_Allreduce; MpiCollectiveBegin@100; "
            "MpiCollectiveEnd@130 11 0 4294967295 8 8; Leave@130 2; Enter@140 MPI_Ibarrier; "
            "NonBlockingCollectiveRequest@140 2; Leave@141 3; Enter@150 MPI_Wait; "
            "NonBlockingCollectiveComplete@160 0 0 4294967295 0 0 2; Leave@160 5;\n"));
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.communicators.size(), std::size_t{1});
    QCOMPARE(definitions.communicators[0].name, std::string("MPI_COMM_WORLD"));
}

void TestExportMpi::messagesMatchAcrossExportsOfAJob()
{
    const auto trace = imported(
        {m_exports.make("rank1", std::string(kTables) + kRank1),
         m_exports.make("rank0", std::string(kTables) + kRank0)});
    QCOMPARE(messagesOf(*trace), std::string("0>1 tag 5 64 B 0-15; 0>1 tag 6 32 B 20-45; "));
    QCOMPARE(
        collectivesOf(*trace), std::string("ALLREDUCE 2 of 2 100-130; BARRIER 2 of 2 140-180; "));
    const std::string report = reportOf(*trace);
    QVERIFY2(report.find("unmatched") == std::string::npos, report.c_str());
    QCOMPARE(trace->definitions.communicators.size(), std::size_t{1});
}

void TestExportMpi::ranksOfOneExportMatchToo()
{
    const auto trace = imported({m_exports.make("both", std::string(kTables) + kRank0 + kRank1)});
    QCOMPARE(messagesOf(*trace), std::string("0>1 tag 5 64 B 0-15; 0>1 tag 6 32 B 20-45; "));
    QCOMPARE(
        collectivesOf(*trace), std::string("ALLREDUCE 2 of 2 100-130; BARRIER 2 of 2 140-180; "));
}

void TestExportMpi::handlesOfCommunicatorsAreEachProcesssOwn()
{
    // The same handle means two communicators, and is given anew at 150; places are turned round.
    const std::string communicators =
        "CREATE TABLE MPI_COMMUNICATORS(rank INTEGER,timestamp INTEGER,commHandle INTEGER,localRank INTEGER,"
        "size INTEGER,groupRoot INTEGER,groupRootUid INTEGER);"
        "INSERT INTO MPI_COMMUNICATORS VALUES(0,0,111,1,2,1,77),(1,0,222,0,2,1,77),(0,150,111,0,1,0,78);"
        "INSERT INTO MPI_P2P_EVENTS VALUES(100,110,16777216*7+7,1,111,5,0,64,NULL),(101,115,16777216*9+9,2,222,5,1,64,NULL);"
        "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(200,230,16777216*7+7,7,111,0,8,0,NULL);"
        "INSERT INTO MPI_RANKS VALUES(16777216*7+7, 0),(16777216*9+9, 1);";
    const auto trace = imported({m_exports.make("own", kTables + communicators)});
    QCOMPARE(messagesOf(*trace), std::string("0>1 tag 5 64 B 0-15; "));
    QCOMPARE(collectivesOf(*trace), std::string("BCAST 1 of 1 100-130; "));
}

void TestExportMpi::whatCannotBeMatchedIsCounted()
{
    const std::string rows =
        "INSERT INTO MPI_RANKS VALUES(16777216*7+7, 0);"
        "INSERT INTO MPI_P2P_EVENTS VALUES(1,2,16777216*7+7,9,111,5,1,64,NULL),(3,4,16777216*7+7,2,111,5,-1,64,NULL),"
        "(5,6,16777216*8+8,1,111,5,0,64,NULL),(7,8,16777216*7+7,4,111,5,1,64,33),(9,10,16777216*7+7,4,111,5,1,64,NULL),"
        "(10,11,16777216*7+7,1,111,5,1,64,NULL);"
        "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(11,12,16777216*7+7,10,111,NULL,0,0,NULL);";
    const auto trace = imported({m_exports.make("left", kTables + rows)});
    const std::string report = reportOf(*trace);
    for (const char* said :
         {"mpi-without-direction 1;",
          "mpi-without-partner 1;",
          "mpi-without-rank 1;",
          "mpi-request-without-end 2;",
          "mpi-without-operation 1;",
          "unmatched-send 1;"}) {
        QVERIFY2(report.find(said) != std::string::npos, report.c_str());
    }
    // Two communicators and no description: nobody knows which is which.
    const auto two = imported({m_exports.make(
        "two",
        std::string(kTables)
            + "INSERT INTO MPI_RANKS VALUES(16777216*7+7, 0);"
              "INSERT INTO MPI_COLLECTIVES_EVENTS VALUES(1,2,16777216*7+7,6,111,NULL,0,0,NULL),(3,4,16777216*7+7,6,112,NULL,0,0,NULL);")});
    QVERIFY(reportOf(*two).find("mpi-without-communicator 2;") != std::string::npos);
}

VELLUM_TEST_APPLESS(TestExportMpi)
#include "test_export_mpi.moc"
