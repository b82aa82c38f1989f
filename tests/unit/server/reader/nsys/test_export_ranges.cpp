// Ranges and marks of NVTX in exports of Nsight Systems, and what they carry.

#include "server/reader/nsys/export_file.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/nsys/fake_export.h"

#include <algorithm>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)
using reader::nsys::openExport;

class TestExportRanges : public QObject {
    Q_OBJECT

    [[nodiscard]] std::filesystem::path make(const char* name, const std::string& sql) const
    {
        return m_exports.make(name, sql);
    }
    FakeExports m_exports;

private slots:
    void rangesCarryWhatNvtxKnows();
    void operatorsOfPyTorchAreFewFunctions();
    void threadsAreNamed();
    void binaryPayloadsAreTakenApart();
    void readyTextsArePreferred();
    void payloadsThatCannotBeReadAreCounted();
    void payloadsInTablesOfTheirOwnAreCarried();
    void schemasInsideOfOthersNameTheirFields();
    void severalBinaryPayloadsAreCarried();
};

namespace {

constexpr const char* kEvents =
    "CREATE TABLE NVTX_EVENTS(start INTEGER,\"end\" INTEGER,eventType INTEGER,text TEXT,globalTid INTEGER,"
    "domainId INTEGER,int64Value INTEGER,jsonText TEXT,jsonTextId INTEGER,binaryData TEXT);";

/// As NCCL's: a call and its reduction.
constexpr const char* kSchemas =
    "CREATE TABLE NVTX_PAYLOAD_SCHEMAS(domainId INTEGER,schemaId INTEGER,name TEXT,type INTEGER,flags INTEGER,"
    "numEntries INTEGER,payloadSize INTEGER,alignTo INTEGER);"
    "INSERT INTO NVTX_PAYLOAD_SCHEMAS VALUES(1,16777223,NULL,1,NULL,3,24,NULL),(1,16777223,NULL,1,NULL,3,24,NULL);"
    "CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId INTEGER NOT NULL,schemaId INTEGER NOT NULL,idx INTEGER NOT NULL,"
    "flags INTEGER,type INTEGER,name TEXT,description TEXT,arrayOrUnionDetail INTEGER,offset INTEGER);"
    "INSERT INTO NVTX_PAYLOAD_SCHEMA_ENTRIES VALUES"
    "(1,16777223,0,NULL,18,'NCCL communicator ID',NULL,NULL,NULL),"
    "(1,16777223,1,NULL,22,'Message size [bytes]',NULL,NULL,8),"
    "(1,16777223,2,NULL,16777232,'Reduction operation',NULL,NULL,16);";
constexpr const char* kEnums =
    "CREATE TABLE NVTX_PAYLOAD_ENUMS(domainId INTEGER,schemaId INTEGER,name TEXT,numEntries INTEGER,size INTEGER);"
    "INSERT INTO NVTX_PAYLOAD_ENUMS VALUES(1,16777232,NULL,2,4);"
    "CREATE TABLE NVTX_PAYLOAD_ENUM_ENTRIES(domainId INTEGER,schemaId INTEGER,idx INTEGER,name TEXT,value INTEGER,isFlag INTEGER);"
    "INSERT INTO NVTX_PAYLOAD_ENUM_ENTRIES VALUES(1,16777232,0,'Sum',NULL,NULL),(1,16777232,1,'Product',1,NULL);";

/// A range at \p start with a payload: domain 1, the schema, 24 bytes, from byte 32 on.
std::string call(int start, const char* operation, const char* json = "NULL", int schema = 7)
{
    return "INSERT INTO NVTX_EVENTS VALUES(" + std::to_string(start) + ","
           + std::to_string(start + 1) + ",59,'ncclAllReduce',16777216*7+7,1,NULL," + json
           + ",NULL,x'0100000000000000" + "0" + std::to_string(schema)
           + "000001000000001800000000000000" + "2000000000000000" + "bc0a000000000000"
           + "0010000000000000" + operation + "00000000');";
}

}  // namespace

/// Their texts have the arguments of the call in them: each would be a function of its own.
void TestExportRanges::operatorsOfPyTorchAreFewFunctions()
{
    const auto source = openExport(make(
        "operators",
        std::string(kIdentity)
            + "CREATE TABLE NVTX_EVENTS(start INTEGER,\"end\" INTEGER,eventType INTEGER,text TEXT,"
              "globalTid INTEGER);"
              "INSERT INTO NVTX_EVENTS VALUES(10,20,59,'aten::addmm, seq = 47581, op_id = 9, sizes = "
              "[[1, 2], [3]]',16777216*7+7);"
              "INSERT INTO NVTX_EVENTS VALUES(30,40,59,'aten::addmm, seq = 47582, op_id = 10',16777216*7+7);"));
    QVERIFY(source.isOk());
    const auto& regions = source.value()->head().definitions.regions;
    QCOMPARE(
        std::ranges::count_if(
            regions, [](const Region& region) { return region.name == "aten::addmm"; }),
        1);
    QCOMPARE(
        carriedText(*source.value()),
        std::string(" Enter@0 aten::addmm; seq=47581\n"
                    " Enter@0 aten::addmm; op_id=9\n"
                    " Enter@0 aten::addmm; sizes=[[1, 2], [3]]\n"
                    " Enter@20 aten::addmm; seq=47582\n"
                    " Enter@20 aten::addmm; op_id=10\n"));
}

void TestExportRanges::threadsAreNamed()
{
    const auto source = openExport(make(
        "thread",
        std::string(kIdentity)
            + "DROP TABLE ThreadNames; CREATE TABLE NVTX_EVENTS(start INTEGER,\"end\" INTEGER,eventType INTEGER,text TEXT,globalTid INTEGER);"
              "INSERT INTO NVTX_EVENTS VALUES(1,2,59,'a',16777216*7+7),(0,NULL,39,'loader',16777216*7+7);"));
    QCOMPARE(
        everything(*source.value()),
        std::string("machine/python3 7/thread 7 (loader): Enter@0 a; Leave@1 0;\n"));
}

void TestExportRanges::binaryPayloadsAreTakenApart()
{
    const auto source = openExport(make(
        "payload",
        std::string(kIdentity) + kEvents + kSchemas + kEnums + call(10, "01000000")
            + call(20, "00000000")));
    QCOMPARE(
        carriedText(*source.value()),
        std::string(" Enter@0 ncclAllReduce; NCCL communicator ID=2748\n"
                    " Enter@0 ncclAllReduce; Message size [bytes]=4096\n"
                    " Enter@0 ncclAllReduce; Reduction operation=Product\n"
                    " Enter@10 ncclAllReduce; NCCL communicator ID=2748\n"
                    " Enter@10 ncclAllReduce; Message size [bytes]=4096\n"
                    " Enter@10 ncclAllReduce; Reduction operation=Sum\n"));
    const auto& attributes = source.value()->head().definitions.attributes;
    QCOMPARE(attributes.size(), std::size_t{3});
    QCOMPARE(attributes[1].type, ValueType::UInt64);
    QCOMPARE(attributes[2].type, ValueType::String);
    QCOMPARE(reportOf(*source.value()).find("nvtx-payload"), std::string::npos);
}

void TestExportRanges::readyTextsArePreferred()
{
    const auto source = openExport(make(
        "ready",
        std::string(kIdentity) + kEvents + kSchemas + kEnums
            + call(10, "01000000", "'{\"size\":4096}'")));
    QCOMPARE(
        carriedText(*source.value()),
        std::string(" Enter@0 ncclAllReduce; nvtx_payload={\"size\":4096}\n"));
}

void TestExportRanges::payloadsThatCannotBeReadAreCounted()
{
    // The enumeration is not in the file; the others hold.
    const auto source = openExport(make(
        "unknown",
        std::string(kIdentity) + kEvents + kSchemas + call(10, "01000000")
            + call(20, "01000000", "NULL", 8)
            + "INSERT INTO NVTX_EVENTS VALUES(30,31,59,'short',16777216*7+7,1,NULL,NULL,NULL,"
              "x'01000000000000000700000100000000080000000000000020000000000000000100000000000000'),"
              "(40,41,59,'bare',16777216*7+7,1,NULL,NULL,NULL,x'0100');"));
    QCOMPARE(
        carriedText(*source.value()),
        std::string(" Enter@0 ncclAllReduce; NCCL communicator ID=2748\n"
                    " Enter@0 ncclAllReduce; Message size [bytes]=4096\n"
                    " Enter@20 short; NCCL communicator ID=1\n"));
    QCOMPARE(
        reportOf(*source.value()),
        std::string("table-rows 18; nvtx-payload-unknown-type 2; nvtx-payload-without-schema 1; "
                    "nvtx-payload-too-short 1; nvtx-payload-left-out 1; "));
    std::string said;
    for (const query::ImportReportEntry& entry : source.value()->head().report.entries()) {
        said += entry.kind == "nvtx-payload-too-short" ? entry.example : "";
    }
    QCOMPARE(
        said,
        std::string("the binary payload (40 bytes) of NVTX range or mark 'short' at 30 ns ends "
                    "before a field that its schema says there is: Message size [bytes]"));
}

void TestExportRanges::rangesCarryWhatNvtxKnows()
{
    const auto source = openExport(make(
        "nvtx",
        std::string(kIdentity)
            + "CREATE TABLE NVTX_EVENTS(start INTEGER,\"end\" INTEGER,eventType INTEGER,text TEXT,"
              "globalTid INTEGER,textId INTEGER,domainId INTEGER,category INTEGER,color INTEGER,"
              "uint64Value INTEGER,int64Value INTEGER,doubleValue REAL,jsonText TEXT);"
              // Names may stand after what they name.
              "INSERT INTO NVTX_EVENTS VALUES(10,50,59,'step',16777216*7+7,NULL,0,0,NULL,NULL,NULL,NULL,NULL);"
              "INSERT INTO NVTX_EVENTS VALUES(20,30,59,'step',16777216*7+7,NULL,3,5,4278255360,18,NULL,NULL,NULL);"
              "INSERT INTO NVTX_EVENTS VALUES(31,32,59,'step',16777216*7+7,NULL,3,0,255,NULL,NULL,NULL,NULL);"
              "INSERT INTO NVTX_EVENTS VALUES(35,NULL,34,'note',16777216*7+7,NULL,3,6,NULL,NULL,NULL,1.5,NULL);"
              "INSERT INTO NVTX_EVENTS VALUES(40,45,60,'far',16777216*7+7,NULL,0,0,NULL,NULL,-1,NULL,NULL);"
              "INSERT INTO NVTX_EVENTS VALUES(46,47,59,'json',16777216*7+7,NULL,0,0,NULL,NULL,NULL,NULL,'{\"a\":1}');"
              "INSERT INTO NVTX_EVENTS VALUES(0,NULL,75,'library',16777216*7+7,NULL,3,NULL,NULL,NULL,NULL,NULL,NULL);"
              "INSERT INTO NVTX_EVENTS VALUES(0,NULL,33,'loading',16777216*7+7,NULL,3,5,NULL,NULL,NULL,NULL,NULL);"
              "INSERT INTO NVTX_EVENTS VALUES(0,NULL,40,NULL,16777216*7+7,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);"));
    QVERIFY(source.isOk());
    QCOMPARE(
        carriedText(*source.value()),
        std::string(" Enter@10 step; nvtx_domain=library\n"
                    " Enter@10 step; nvtx_category=loading\n"
                    " Enter@10 step; nvtx_color=4278255360\n"
                    " Enter@10 step; nvtx_payload=18\n"
                    " Enter@21 step; nvtx_domain=library\n"
                    " Enter@21 step; nvtx_color=255\n"
                    " Instant@25 note; nvtx_domain=library\n"
                    " Instant@25 note; nvtx_category=category 6\n"
                    " Instant@25 note; nvtx_payload=1.5\n"
                    " Enter@36 json; nvtx_payload={\"a\":1}\n"
                    " Enter@30 far; nvtx_payload=-1\n"));
    // The same text in another domain is another range.
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(std::ranges::count(definitions.regions, "step", &Region::name), std::ptrdiff_t{2});
    QCOMPARE(
        std::ranges::count(definitions.regions, "NVTX domain library", &Region::description),
        std::ptrdiff_t{2});
    QVERIFY(reportOf(*source.value()).find("nvtx-row-left-out 1") != std::string::npos);
    // A region has one colour: the first that any of its ranges has.
    const auto colored = std::ranges::find(definitions.regions, 0xff00'ff00U, &Region::color);
    QVERIFY(colored != definitions.regions.end());
    QCOMPARE(colored->description, std::string("NVTX domain library"));
    QCOMPARE(std::ranges::count(definitions.regions, 0U, &Region::color), std::ptrdiff_t{4});
    QVERIFY(reportOf(*source.value()).find("nvtx-colour-differs 1") != std::string::npos);
}

namespace {

constexpr const char* kEventsWithIds =
    "CREATE TABLE NVTX_EVENTS(start INTEGER,\"end\" INTEGER,eventType INTEGER,text TEXT,globalTid INTEGER,eventId INTEGER);"
    "INSERT INTO NVTX_EVENTS VALUES(10,20,59,'two',16777216*7+7,1),(30,40,59,'none',16777216*7+7,2),"
    "(50,NULL,34,'one',16777216*7+7,3);"
    "CREATE TABLE NVTX_EXPORT_TRANSLATION(originalName TEXT,sanitizedName TEXT);"
    "INSERT INTO NVTX_EXPORT_TRANSLATION VALUES('Message size [bytes]','Message_size__bytes_'),('a b','a_b'),('a-b','a_b');"
    "CREATE TABLE NVTX_EVENTS_PAYLOAD_SCHEMAS(eventId INTEGER,globalPid INTEGER,domainId INTEGER,payloadSchemaID INTEGER);";

const query::ImportReportEntry* finding(const reader::EventSource& source, std::string_view kind)
{
    const auto& report = source.head().report.entries();
    const auto found = std::ranges::find(report, kind, &query::ImportReportEntry::kind);
    return found == report.end() ? nullptr : &*found;
}

}  // namespace

/// As `nsys export --dynamic-tables=all` writes them: an event has a row in the table of each of its payloads, one for
/// each element in those of arrays.
void TestExportRanges::payloadsInTablesOfTheirOwnAreCarried()
{
    const auto source =
        openExport(
            make(
                "tables",
                std::string(kIdentity) + kEventsWithIds
                    + "CREATE TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_7(eventId INTEGER,Message_size__bytes_ INTEGER,a_b REAL);"
                      "INSERT INTO DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_7 VALUES(1,4096,NULL),(3,8,0.5),(1,2,NULL);"
                      "CREATE TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_8(op TEXT,eventId INTEGER);"
                      "INSERT INTO DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_8 VALUES('Sum',1),('nobody',9);"
                      "CREATE TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_8_list(eventId INTEGER,value INTEGER);"
                      "INSERT INTO DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_8_list VALUES(1,1),(3,9),(1,2);"
                      "CREATE TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_8_pairs(eventId INTEGER,idx INTEGER,what TEXT);"
                      "INSERT INTO DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_8_pairs VALUES(1,0,'x'),(1,1,'y');"
                      "CREATE TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1(eventId INTEGER,no INTEGER);"
                      "INSERT INTO NVTX_EVENTS_PAYLOAD_SCHEMAS VALUES(1,117440512,1,7),(1,117440512,1,8),(2,117440512,1,6),(3,117440512,1,7);"))
            .value();
    const std::string carried = carriedText(*source);
    const std::string expected(" Enter@0 two; Message size [bytes]=4096\n"
                               " Enter@0 two; Message size [bytes] (2)=2\n"
                               " Enter@0 two; op=Sum\n"
                               " Enter@0 two; list=[1, 2]\n"
                               " Enter@0 two; pairs.idx=[0, 1]\n"
                               " Enter@0 two; pairs.what=[x, y]\n"
                               " Instant@40 one; Message size [bytes]=8\n"
                               " Instant@40 one; a_b=0.5\n"
                               " Instant@40 one; list=[9]\n");
    QVERIFY2(carried == expected, carried.c_str());
    // What is of no event, and what an event should have, is said.
    const auto* without = finding(*source, "nvtx-payload-without-event");
    QVERIFY(without != nullptr && without->count == 1);
    QVERIFY(without->example.find("event 9") != std::string::npos);
    const auto* missing = finding(*source, "nvtx-payload-left-out");
    QVERIFY(missing != nullptr && missing->count == 1);
    QVERIFY(missing->example.find("mark 2 has a payload of schema 6") != std::string::npos);
    QVERIFY(finding(*source, "table-left-out") == nullptr);
}

void TestExportRanges::schemasInsideOfOthersNameTheirFields()
{
    const auto source =
        openExport(
            make(
                "nested",
                std::string(kIdentity) + kEventsWithIds
                    + "CREATE TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_8(eventId INTEGER,x INTEGER);"
                      "INSERT INTO DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_8 VALUES(1,5),(3,6);"
                      "CREATE TABLE DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_9(eventId INTEGER,y INTEGER);"
                      "INSERT INTO DYNAMIC_NVTXPAYLOAD_DATATYPE_117440512_1_9 VALUES(1,7);"
                      "CREATE TABLE NVTX_PAYLOAD_SCHEMA_RELATIONS(globalPid INTEGER,domainId INTEGER,parentSchemaId INTEGER,"
                      "fieldName TEXT,nestedSchemaId INTEGER);"
                      // 7 holds 8 and that 9; arrays have no schema.
                      "INSERT INTO NVTX_PAYLOAD_SCHEMA_RELATIONS VALUES(117440512,1,7,'Message_size__bytes_',8),"
                      "(117440512,1,8,'inner',9),(117440512,1,7,'list',NULL);"
                      // Event 3 has the inner one by itself.
                      "INSERT INTO NVTX_EVENTS_PAYLOAD_SCHEMAS VALUES(1,117440512,1,7),(3,117440512,1,8);"))
            .value();
    QCOMPARE(
        carriedText(*source),
        std::string(" Enter@0 two; Message size [bytes].x=5\n"
                    " Enter@0 two; Message size [bytes].inner.y=7\n"
                    " Instant@40 one; x=6\n"));
}

/// As above, but as bytes; the second payload has a field of a name that is taken.
void TestExportRanges::severalBinaryPayloadsAreCarried()
{
    const std::string one = "0100000000000000"
                            "0700000100000000"
                            "1800000000000000"
                            "2000000000000000"
                            "bc0a000000000000"
                            "0010000000000000"
                            "0100000000000000";
    const std::string two = "0100000000000000"
                            "0700000100000000"
                            "1800000000000000"
                            "2000000000000000"
                            "bd0a000000000000"
                            "0020000000000000"
                            "0000000000000000";
    const auto source = openExport(make(
        "several",
        std::string(kIdentity) + kEvents + kSchemas + kEnums
            + "INSERT INTO NVTX_EVENTS VALUES(10,20,59,'call',16777216*7+7,1,NULL,NULL,NULL,x'"
            + one + two + "'),(30,40,59,'long',16777216*7+7,1,NULL,NULL,NULL,x'" + one
            + "0102');"));
    QCOMPARE(
        carriedText(*source.value()),
        std::string(" Enter@0 call; NCCL communicator ID=2748\n"
                    " Enter@0 call; Message size [bytes]=4096\n"
                    " Enter@0 call; Reduction operation=Product\n"
                    " Enter@0 call; NCCL communicator ID (2)=2749\n"
                    " Enter@0 call; Message size [bytes] (2)=8192\n"
                    " Enter@0 call; Reduction operation (2)=Sum\n"
                    " Enter@20 long; NCCL communicator ID=2748\n"
                    " Enter@20 long; Message size [bytes]=4096\n"
                    " Enter@20 long; Reduction operation=Product\n"));
    const auto* rest = finding(*source.value(), "nvtx-payload-left-out");
    QVERIFY(rest != nullptr && rest->count == 1);
    QVERIFY(rest->example.ends_with("left out are 2 bytes"));
}

VELLUM_TEST_APPLESS(TestExportRanges)
#include "test_export_ranges.moc"
