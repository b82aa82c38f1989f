#include "common/codec/answer_codec.h"
#include "common/codec/definitions_codec.h"
#include "common/codec/request_codec.h"
#include "tests/support/program/test_program.h"

#include <capnp/message.h>

#include <functional>

namespace protocol = vellum::protocol;
using vellum::ErrorKind;
using vellum::codec::read;

namespace {

/// Builds an answer with \p build and reads it; the error's kind and sentence, if there was one.
template <typename Wire>
std::string refusalOf(const std::function<void(typename Wire::Builder)>& build)
{
    capnp::MallocMessageBuilder message;
    auto root = message.initRoot<Wire>();
    build(root);
    const auto result = read(root.asReader());
    if (result.isOk()) {
        return "accepted";
    }
    return result.error().kind == ErrorKind::InvalidArgument ? result.error().message
                                                             : "another kind";
}

}  // namespace

/// What a lying server could send beside damaged bytes: well-formed messages whose parts disagree.
class TestAnswerChecks : public QObject {
    Q_OBJECT

private slots:
    void columnsOfDifferentLengthAreRefused();
    void aCallTreeWhoseParentStandsBehindIsRefused();
    void runsOutOfOrderAreRefused();
    void runsPastTheColumnsAreRefused();
    void timesOfGroupsForOtherRunsAreRefused();
    void runCountsThatDoNotAddUpAreRefused();
    void aSummaryWhoseEntriesAreMissingIsRefused();
    void aSummaryWithTooFewVisitsIsRefused();
    void setsThatDoNotAddUpAreRefused();
    void aTimelineOfNoSetsIsRefused();
    void burstsOfNoMessagesAreRefused();
    void aMatrixCellOutsideIsRefused();
    void aMatrixWithTooManyLabelsIsRefused();
    void anEventWithAnUnknownNameIsRefused();
    void anUnknownSeverityIsRefused();
    void aClockWithoutTicksIsRefused();
    void anUnknownFunctionGroupIsRefused();
    void aPropertyOfAnUnknownTargetIsRefused();
    void attributesOfNoEventAreRefused();
    void launchesOfNoKindAreRefused();
    void countersOutOfOrderAreRefused();
    void markersWithoutTextAreRefused();
};

void TestAnswerChecks::columnsOfDifferentLengthAreRefused()
{
    const std::string refusal = refusalOf<protocol::Profile>([](auto out) {
        out.initKeys(3);
        out.initLocations(3);
        out.initVisits(2);
    });
    QCOMPARE(refusal, std::string("profile: 2 visits for 3 rows"));
}

void TestAnswerChecks::aCallTreeWhoseParentStandsBehindIsRefused()
{
    const std::string refusal = refusalOf<protocol::CallTree>([](auto out) {
        out.initRegions(2);
        out.initDepths(2);
        out.initParents(2).set(0, 1);
    });
    QVERIFY2(refusal.find("node 0 has node 1") != std::string::npos, refusal.c_str());
}

namespace {

/// One row of two runs that begin at the given columns, of 10.
std::string refusalOfRuns(std::uint32_t first, std::uint32_t second, std::uint32_t count = 2)
{
    return refusalOf<protocol::Timeline>([=](auto out) {
        out.setColumns(10);
        out.initLocations(1);
        out.initRunCounts(1).set(0, count);
        auto columns = out.initFirstColumns(2);
        columns.set(0, first);
        columns.set(1, second);
        out.initWinners(2);
        out.initMissing(2);
        out.initVisits(2);
        out.initWinnerVisits(2);
    });
}

}  // namespace

void TestAnswerChecks::runsOutOfOrderAreRefused()
{
    QCOMPARE(refusalOfRuns(0, 9), std::string("accepted"));
    QVERIFY(refusalOfRuns(0, 0).find("out of order") != std::string::npos);
    QVERIFY(refusalOfRuns(1, 2).find("out of order") != std::string::npos);
}

void TestAnswerChecks::runsPastTheColumnsAreRefused()
{
    QVERIFY(refusalOfRuns(0, 10).find("past 10") != std::string::npos);
}

void TestAnswerChecks::timesOfGroupsForOtherRunsAreRefused()
{
    const std::string refusal = refusalOf<protocol::Timeline>([](auto out) {
        out.setColumns(10);
        out.initLocations(1);
        out.initRunCounts(1).set(0, 1);
        out.initFirstColumns(1);
        out.initWinners(1);
        out.initMissing(1);
        out.initVisits(1);
        out.initWinnerVisits(1);
        out.initGroupMissing(2);
    });
    QVERIFY2(refusal.find("2 groups' missing times for 1") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::runCountsThatDoNotAddUpAreRefused()
{
    QVERIFY(refusalOfRuns(0, 1, 3).find("for 3 rows") != std::string::npos);
    QVERIFY(refusalOfRuns(0, 1, 1).find("for 1 rows") != std::string::npos);
}

void TestAnswerChecks::aSummaryWhoseEntriesAreMissingIsRefused()
{
    const std::string refusal = refusalOf<protocol::SummaryTimeline>([](auto out) {
        out.setColumns(4);
        out.initRowLocations(1);
        out.initSeriesCounts(1).set(0, 2);
        out.initKeys(2);
        out.initExclusive(7);
    });
    QVERIFY2(refusal.find("7 entries") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::aSummaryWithTooFewVisitsIsRefused()
{
    const std::string refusal = refusalOf<protocol::SummaryTimeline>([](auto out) {
        out.setColumns(4);
        out.initRowLocations(2);
        out.initSeriesCounts(2);
        out.initVisits(7);
    });
    QVERIFY2(refusal.find("7 numbers of visits for 2 rows") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::setsThatDoNotAddUpAreRefused()
{
    const std::string refusal = refusalOf<protocol::Request>([](auto out) {
        auto sets = out.initSetTimeline();
        auto sizes = sets.initRowSizes(2);
        sizes.set(0, 0xffffffff);
        sizes.set(1, 3);
        sets.initLocations(2);
    });
    QVERIFY2(
        refusal.find("4294967298 locations in all, 2 given") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::aTimelineOfNoSetsIsRefused()
{
    const std::string refusal =
        refusalOf<protocol::Request>([](auto out) { out.initSetTimeline().initRequest(); });
    QVERIFY2(refusal.find("no set of locations") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::aMatrixCellOutsideIsRefused()
{
    const std::string refusal = refusalOf<protocol::Matrix>([](auto out) {
        out.initLabels(2);
        out.initCells(1).set(0, 4);
        out.initCounts(1);
        out.initBytes(1);
        out.initMinDurations(1);
        out.initMaxDurations(1);
        out.initSumDurations(1);
    });
    QVERIFY2(refusal.find("cell 4 of 4") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::aMatrixWithTooManyLabelsIsRefused()
{
    const std::string refusal = refusalOf<protocol::Matrix>([](auto out) { out.initLabels(8193); });
    QVERIFY2(refusal.find("8193 labels") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::anEventWithAnUnknownNameIsRefused()
{
    const std::string refusal = refusalOf<protocol::Events>([](auto out) {
        out.initNames(1);
        out.initLocations(1);
        out.initTicks(1);
        out.initKinds(1).set(0, 1);
        out.initAttributeCounts(1);
    });
    QCOMPARE(refusal, std::string("events: name 1 of 1"));
}

void TestAnswerChecks::anUnknownSeverityIsRefused()
{
    const std::string refusal = refusalOf<protocol::TraceInfo>([](auto out) {
        out.initImportReport(1)[0].setSeverity(static_cast<protocol::Severity>(9));
    });
    QCOMPARE(refusal, std::string("severity 9 is unknown"));
}

void TestAnswerChecks::aClockWithoutTicksIsRefused()
{
    QCOMPARE(
        refusalOf<protocol::Definitions>([](auto out) { out.initClock(); }),
        std::string("clock of 0 ticks per second"));
}

void TestAnswerChecks::anUnknownFunctionGroupIsRefused()
{
    const std::string refusal = refusalOf<protocol::Definitions>([](auto out) {
        out.initClock().setTicksPerSecond(1);
        out.initRegions(1)[0].setGroup(vellum::kFunctionGroupCount);
    });
    QVERIFY2(refusal.find("function group 12") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::aPropertyOfAnUnknownTargetIsRefused()
{
    const std::string refusal = refusalOf<protocol::Definitions>([](auto out) {
        out.initClock().setTicksPerSecond(1);
        out.initProperties(1)[0].setTarget(7);
    });
    QVERIFY2(refusal.find("target 7") != std::string::npos, refusal.c_str());
}

void TestAnswerChecks::attributesOfNoEventAreRefused()
{
    const auto refusal = [](std::uint32_t first, std::uint32_t second, std::uint32_t values = 2) {
        return refusalOf<protocol::Events>([=](auto out) {
            out.initNames(1);
            out.initLocations(3);
            out.initTicks(3);
            out.initKinds(3);
            out.initAttributeCounts(3);
            auto places = out.initCarriedEvents(2);
            places.set(0, first);
            places.set(1, second);
            out.initCarriedAttributes(2);
            out.initCarriedTypes(2);
            out.initCarriedValues(values);
        });
    };
    QCOMPARE(refusal(2, 2), std::string("accepted"));
    QVERIFY(refusal(2, 3).find("event 3 of 3") != std::string::npos);
    QVERIFY(refusal(2, 1).find("event 1 of 3 after one of event 2") != std::string::npos);
    QVERIFY(refusal(1, 2, 1).find("1 values for 2 rows") != std::string::npos);
}

void TestAnswerChecks::launchesOfNoKindAreRefused()
{
    const auto refusal = [](std::uint32_t kinds) {
        return refusalOf<protocol::Launches>([kinds](auto out) {
            out.initHosts(1);
            out.initDevices(1);
            out.initCallBegins(1);
            out.initCallEnds(1);
            out.initWorkBegins(1);
            out.initWorkEnds(1);
            out.initCallRegions(1);
            out.initWorkRegions(1);
            out.initCorrelations(1);
            auto wire = out.initKinds(kinds);
            for (std::uint32_t i = 0; i < kinds; ++i) {
                wire.set(i, vellum::event_kind::kCount);
            }
        });
    };
    QCOMPARE(refusal(0), std::string("launches: 0 kinds for 1 rows"));
    QVERIFY(refusal(1).find("is unknown") != std::string::npos);
}

void TestAnswerChecks::countersOutOfOrderAreRefused()
{
    const auto refusal = [](std::uint32_t columns, std::uint32_t second, std::uint64_t samples) {
        return refusalOf<protocol::Counters>([=](auto out) {
            out.setColumns(columns);
            out.initLocations(1).set(0, 8);
            out.initRecordedAs(1);
            out.initMetrics(1);
            out.initHasBefore(1);
            out.initBefore(1);
            out.initPointCounts(1).set(0, 2);
            auto places = out.initPointColumns(2);
            places.set(0, 3);
            places.set(1, second);
            auto counts = out.initSamples(2);
            counts.set(0, 1);
            counts.set(1, samples);
            out.initMin(2);
            out.initMax(2);
            out.initMean(2);
            out.initLast(2);
        });
    };
    QCOMPARE(refusal(5, 4, 1), std::string("accepted"));
    QVERIFY(refusal(5, 3, 1).find("location 8 has 1 samples in column 3") != std::string::npos);
    QVERIFY(refusal(5, 5, 1).find("past 5") != std::string::npos);
    QVERIFY(refusal(5, 4, 0).find("has 0 samples") != std::string::npos);
    QVERIFY(refusal(1'000'000, 4, 1).find("1000000 columns") != std::string::npos);
    const std::string missing = refusalOf<protocol::Counters>([](auto out) {
        out.initLocations(1);
        out.initRecordedAs(1);
        out.initMetrics(1);
        out.initHasBefore(1);
        out.initBefore(1);
        out.initPointCounts(1).set(0, 2);
    });
    QCOMPARE(missing, std::string("counters: 0 columns with samples for 2 rows"));
}

void TestAnswerChecks::markersWithoutTextAreRefused()
{
    const std::string refusal = refusalOf<protocol::Markers>([](auto out) {
        out.initTicks(1);
        out.initDurations(1);
        out.initMarkers(1);
        out.initScopes(1);
        out.initScopeRefs(1);
    });
    QCOMPARE(refusal, std::string("markers: 0 texts for 1 rows"));
}

void TestAnswerChecks::burstsOfNoMessagesAreRefused()
{
    const auto refusal = [](unsigned messages, std::uint64_t count) {
        return refusalOf<protocol::Messages>([=](auto out) {
            out.initSenders(messages);
            out.initReceivers(messages);
            out.initCommunicators(messages);
            out.initTags(messages);
            out.initBytes(messages);
            out.initSends(messages);
            out.initReceives(messages);
            out.initBurstCounts(1).set(0, count);
            out.initBurstBytes(1);
            out.initLastSends(1);
            out.initFirstReceives(1);
            out.initLastReceives(1);
        });
    };
    QCOMPARE(refusal(1, 1), std::string("accepted"));
    QCOMPARE(refusal(1, 0), std::string("messages: burst 0 has no message"));
    QCOMPARE(refusal(2, 1), std::string("messages: 1 bursts for 2 rows"));
}

VELLUM_TEST_GUILESS(TestAnswerChecks)
#include "test_answer_checks.moc"
