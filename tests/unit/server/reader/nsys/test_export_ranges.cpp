// Ranges and marks of NVTX in exports of Nsight Systems, and what they carry.

#include "server/reader/nsys/export_file.h"
#include "tests/unit/server/reader/nsys/fake_export.h"

#include <QtTest/QtTest>

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
};

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
              "INSERT INTO NVTX_EVENTS VALUES(0,NULL,39,NULL,16777216*7+7,NULL,0,NULL,NULL,NULL,NULL,NULL,NULL);"));
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

QTEST_APPLESS_MAIN(TestExportRanges)
#include "test_export_ranges.moc"
