// What the import report says of exports of Nsight Systems.

#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/nsys/fake_export.h"

#include <QString>

#include <algorithm>
#include <string>
#include <string_view>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)
using reader::nsys::openExport;

namespace {

/// Of a kind of finding; one of nothing where there is none.
query::ImportReportEntry entryOf(const reader::EventSource& source, std::string_view kind)
{
    const auto& entries = source.head().report.entries();
    const auto found = std::ranges::find(entries, kind, &query::ImportReportEntry::kind);
    return found == entries.end() ? query::ImportReportEntry() : *found;
}

}  // namespace

class TestExportReport : public QObject {
    Q_OBJECT

    [[nodiscard]] std::unique_ptr<reader::EventSource> open(const std::string& sql) const
    {
        return openExport(m_exports.make("report", kIdentity + sql)).value();
    }
    FakeExports m_exports;

private slots:
    void valuesThatAreNoNumbersAreSaid();
    void valuesThatRowsNeedAreSaid();
    void valuesOfNamesAndRangesAreSaidOnce();
    void ranksThatAreNoneAreSaid();
    void schedulingThatCannotBeUsedIsSaid();
    void threadsOfOneNameAreToldApart();
    void threadsThatStayOnACpuAreSaid();
    void schemasAreComparedAsNumbers_data();
    void schemasAreComparedAsNumbers();
    void exportsWithoutEventsAreSaid();
    void storedColumnsAreReadAndComputedOnesSaid();
};

void TestExportReport::valuesThatAreNoNumbersAreSaid()
{
    const auto source = open(
        "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start,\"end\",globalTid,correlationId,nameId);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES(10,11,117440519,'42',3),"
        "(20,21,117440519,'abc',3),(30,31,117440519,x'0102',3),(40,41,117440519,NULL,3);");
    QCOMPARE(reportOf(*source), std::string("table-rows 13; unusable-value 2; "));
    QCOMPARE(
        entryOf(*source, "unusable-value").example,
        std::string("row 2 of CUPTI_ACTIVITY_KIND_RUNTIME has 'abc' for correlationId, which is no "
                    "number that can be used there: it is taken for 0 or left out"));
}

/// A column that is not there at all is said once, with the others of its table.
void TestExportReport::valuesThatRowsNeedAreSaid()
{
    const auto source = open(
        "CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start,\"end\",globalPid,deviceId,streamId,bytes);"
        "INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES(10,11,117440512,0,7,1),"
        "(20,21,117440512,0,NULL,1),(30,31,117440512,0,7,x'010203');");
    QCOMPARE(reportOf(*source), std::string("table-rows 12; unusable-value 2; empty-track 1; "));
    QCOMPARE(
        entryOf(*source, "unusable-value").example,
        std::string("row 2 of CUPTI_ACTIVITY_KIND_MEMSET has nothing for streamId, which is no "
                    "number that can be used there: it is taken for 0 or left out"));
}

/// Their table is read twice.
void TestExportReport::valuesOfNamesAndRangesAreSaidOnce()
{
    const auto source = open(
        "CREATE TABLE NVTX_EVENTS(start,\"end\",eventType,text,globalTid,domainId,color,doubleValue);"
        "INSERT INTO NVTX_EVENTS VALUES(1,2,59,'a',NULL,0,NULL,NULL),"
        "(3,4,59,'b',117440519,'x',NULL,NULL),(5,6,59,'c',117440519,0,'red',NULL),"
        "(7,8,59,'d',117440519,0,NULL,'much'),(NULL,NULL,75,'lib',117440519,'y',NULL,NULL);");
    QCOMPARE(entryOf(*source, "unusable-value").count, std::uint64_t{5});
}

void TestExportReport::ranksThatAreNoneAreSaid()
{
    const auto source = open(
        "CREATE TABLE MPI_RANKS(globalTid,rank);"
        "INSERT INTO MPI_RANKS VALUES(117440519,0),(134217736,-5),(150994953,'one');"
        "CREATE TABLE MPI_COMMUNICATORS(rank,timestamp,commHandle,localRank,size,groupRoot,groupRootUid);"
        "INSERT INTO MPI_COMMUNICATORS VALUES(0,1,5,4,4,0,1),(0,1,6,0,'x',0,1),(0,1,7,0,2,0,1);");
    const query::ImportReportEntry entry = entryOf(*source, "unusable-value");
    QVERIFY(entry.count >= 4);
    QCOMPARE(
        entry.example,
        std::string("row 2 of MPI_RANKS has '-5' for rank, which is no number that can be used "
                    "there: it is taken for 0 or left out"));
}

void TestExportReport::schedulingThatCannotBeUsedIsSaid()
{
    const auto source =
        open("CREATE TABLE SCHED_EVENTS(start,cpu,isSchedIn,globalTid);"
             "INSERT INTO SCHED_EVENTS VALUES(10,3,1,117440519),(11,NULL,1,117440519),"
             "(12,3,'maybe',117440519),(13,3,1,NULL),(30,3,0,NULL);");
    QCOMPARE(everything(*source), std::string("machine/CPUs/CPU 3: Enter@0 python; Leave@20 0;\n"));
    QCOMPARE(reportOf(*source), std::string("table-rows 14; unusable-scheduling 3; "));
    QCOMPARE(
        entryOf(*source, "unusable-scheduling").example,
        std::string("a row of SCHED_EVENTS at 11 ns does not say of which CPU it is: it is left "
                    "out"));
}

/// Threads of one name are several, and one that runs has events.
void TestExportReport::threadsOfOneNameAreToldApart()
{
    const auto source = open("INSERT INTO ThreadNames VALUES(4,0,117440520),(4,0,117440521);"
                             "CREATE TABLE SCHED_EVENTS(start,cpu,isSchedIn,globalTid);"
                             "INSERT INTO SCHED_EVENTS VALUES(10,3,1,117440519),(11,3,0,117440519),"
                             "(12,3,1,117440520),(13,3,0,117440520);");
    QCOMPARE(
        everything(*source),
        std::string("machine/CPUs/CPU 3: Enter@0 python; Leave@1 0; Enter@2 python; Leave@3 1;\n"));
    const std::vector<Region>& regions = source->head().definitions.regions;
    QCOMPARE(regions.size(), std::size_t{2});
    QCOMPARE(regions[0].description, std::string("thread 7 of process 7"));
    QCOMPARE(regions[1].description, std::string("thread 8 of process 7"));
    QCOMPARE(reportOf(*source), std::string("table-rows 15; empty-track 1; "));
    QCOMPARE(
        entryOf(*source, "empty-track").example,
        std::string("thread 9 of process 7, called 'python', has no event: it is left out"));
}

void TestExportReport::threadsThatStayOnACpuAreSaid()
{
    const auto source = open(
        "CREATE TABLE SCHED_EVENTS(start,cpu,isSchedIn,globalTid);"
        "INSERT INTO SCHED_EVENTS VALUES(10,3,1,117440519),(20,4,1,117440519),(30,4,0,117440519);");
    QCOMPARE(
        everything(*source),
        std::string("machine/CPUs/CPU 3: Enter@0 python; Leave@20 0;\n"
                    "machine/CPUs/CPU 4: Enter@10 python; Leave@20 0;\n"));
    QCOMPARE(reportOf(*source), std::string("table-rows 12; open-visit 1; "));
    const query::ImportReportEntry entry = entryOf(*source, "open-visit");
    QCOMPARE(
        entry.example,
        std::string("CPU 3: a thread was put on it and never taken from it: it is closed at the "
                    "last event"));
    QCOMPARE(entry.places.front().location, std::string("location 0 'CPU 3'"));
}

void TestExportReport::schemasAreComparedAsNumbers_data()
{
    QTest::addColumn<QString>("kind");
    const auto add = [](const char* schema, const char* kind) {
        QTest::newRow(schema) << QString(kind);
    };
    add("3.1", "");
    add("3.28.7", "");
    add("3.29", "newer-version");
    add("3.99999999999999999999", "newer-version");
    add("99999999999999999999.1", "newer-version");
    add("3.0", "older-version");
    add("2.99", "older-version");
    add("-3.1", "unusable-version");
    add("3.", "unusable-version");
    add("new", "unusable-version");
}

void TestExportReport::schemasAreComparedAsNumbers()
{
    const auto source = open(
        std::string("UPDATE META_DATA_EXPORT SET value='") + QTest::currentDataTag() + "';"
        + kWork);
    QString kinds;
    for (const char* kind : {"newer-version", "older-version", "unusable-version"}) {
        kinds += entryOf(*source, kind).count > 0 ? kind : "";
    }
    QTEST(kinds, "kind");
}

void TestExportReport::exportsWithoutEventsAreSaid()
{
    const auto empty = openExport(m_exports.make(
        "empty",
        "CREATE TABLE StringIds(id INTEGER, value TEXT); INSERT INTO StringIds VALUES(1,'a');"
        "CREATE TABLE EXPORT_META_DATA(name TEXT, value TEXT);"
        "INSERT INTO EXPORT_META_DATA VALUES('EXPORT_SCHEMA_VERSION','3.1');"));
    QVERIFY2(empty.isOk(), empty.isOk() ? "" : empty.error().message.c_str());
    QCOMPARE(
        entryOf(*empty.value(), "no-events").example,
        "'" + m_exports.path("empty").string()
            + "' is an export without events that are shown here: the trace is empty");
    QCOMPARE(entryOf(*open(kWork), "no-events").count, std::uint64_t{0});
}

/// Whatever a column's expression is, nothing in a file is run.
void TestExportReport::storedColumnsAreReadAndComputedOnesSaid()
{
    const auto opened = [this](const char* how) {
        return open(
            std::string("CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start,length,globalTid,"
                        "correlationId,nameId,\"end\" GENERATED ALWAYS AS (start+length) ")
            + how
            + ");INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME(start,length,globalTid,correlationId,nameId) "
              "VALUES(10,5,117440519,42,3);");
    };
    const auto stored = opened("STORED");
    QCOMPARE(
        everything(*stored),
        std::string(
            "machine/python3 7/thread 7 (python): Enter@0 cudaLaunchKernel; DeviceLaunch@0 42; Leave@5 0;\n"));
    QCOMPARE(entryOf(*stored, "column-missing").count, std::uint64_t{0});
    const auto computed = opened("VIRTUAL");
    QCOMPARE(entryOf(*computed, "column-missing").count, std::uint64_t{0});
    const std::string said = entryOf(*computed, "column-not-read").example;
    QVERIFY2(said.ends_with(": CUPTI_ACTIVITY_KIND_RUNTIME.end"), said.c_str());
}

VELLUM_TEST_APPLESS(TestExportReport)
#include "test_export_report.moc"
