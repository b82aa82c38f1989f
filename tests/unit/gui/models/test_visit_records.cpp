// Which records are those of a visit.

#include "gui/models/visit_records.h"
#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::SelectedVisit;
using gui::models::VisitRecords;

namespace {

constexpr const char* kTrace = R"(
length 100
region 1 outer
region 2 inner
enter 0 @0 outer
event 0 @0 DeviceLaunch 11
enter 0 @10 inner
event 0 @10 DeviceLaunch 12
leave 0 @10 inner
enter 0 @10 inner
event 0 @10 DeviceLaunch 13
leave 0 @20 inner
event 0 @30 DeviceLaunch 14
leave 0 @40 outer
event 0 @50 DeviceLaunch 15
)";

VisitRecords recordsOf(RegionRef region, TickRange range, std::uint64_t limit = 1'000)
{
    const auto store = tests::traceFromText(kTrace);
    const SelectedVisit visit{.location = LocationRef(0), .region = region, .visit = range};
    const auto answer =
        server::query::execute(*store, query::Request(gui::models::recordsRequest(visit, limit)));
    return gui::models::recordsOf(
        visit, std::get<query::Events>(answer.value()), store->definitions);
}

/// "11 14": the first member of each.
std::string membersOf(const VisitRecords& visit)
{
    std::string text;
    for (const query::EventRecord& record : visit.records) {
        text.append(text.empty() ? "" : " ")
            .append(std::to_string(record.attributes.front().second));
    }
    return text;
}

}  // namespace

class TestVisitRecords : public QObject {
    Q_OBJECT

private slots:
    static void thoseOfCalleesAreNotItsOwn()
    {
        const VisitRecords visit = recordsOf(RegionRef(1), {.begin = 0, .end = 40});
        QCOMPARE(membersOf(visit), std::string("11 14"));
        QCOMPARE(visit.enter.kind, std::string("Enter"));
        QCOMPARE(visit.leave.kind, std::string("Leave"));
        QVERIFY(visit.isWhole);
    }

    static void ofTwoAtOneTickTheOneOfItsLengthIsMeant()
    {
        QCOMPARE(membersOf(recordsOf(RegionRef(2), {.begin = 10, .end = 20})), std::string("13"));
        QCOMPARE(membersOf(recordsOf(RegionRef(2), {.begin = 10, .end = 10})), std::string("12"));
    }

    static void whatWasNotReadIsSaid()
    {
        const VisitRecords visit = recordsOf(RegionRef(1), {.begin = 0, .end = 40}, 4);
        QCOMPARE(membersOf(visit), std::string("11"));
        QVERIFY(visit.leave.kind.empty());
        QVERIFY(!visit.isWhole);
    }

    static void aVisitThatNoRecordBeginsHasNone()
    {
        const VisitRecords visit = recordsOf(RegionRef(1), {.begin = 5, .end = 40});
        QVERIFY(visit.enter.kind.empty());
        QVERIFY(visit.records.empty());
    }
};

VELLUM_TEST_GUILESS(TestVisitRecords)
#include "test_visit_records.moc"
