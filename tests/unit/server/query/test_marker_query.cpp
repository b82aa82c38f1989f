#include "server/query/executor.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::store::TraceStore;

namespace {

/// Two locations in groups of their own, and markers of every scope; ticks 0 to 100.
TraceStore trace()
{
    TraceStore made;
    for (const std::uint32_t i : {0U, 1U}) {
        made.definitions.locationGroups.push_back({.ref = LocationGroupRef(i + 20)});
        made.definitions.locations.push_back(
            {.ref = LocationRef(i + 10), .group = LocationGroupRef(i + 20)});
        made.locations.emplace_back();
    }
    made.definitions.buildLookups();
    made.range = {.begin = 0, .end = 101};
    made.markers = {
        {.tick = 5, .duration = 10, .text = "long"},
        {.tick = 10, .scope = MarkerScope::Location, .scopeRef = 10, .text = "location 10"},
        {.tick = 20, .scope = MarkerScope::Location, .scopeRef = 11, .text = "location 11"},
        {.tick = 30, .scope = MarkerScope::LocationGroup, .scopeRef = 21, .text = "group 21"},
        {.tick = 100, .text = "last"}};
    return made;
}

std::string textsOf(const query::MarkersRequest& request)
{
    const auto answer = server::query::execute(trace(), request, {});
    if (!answer.isOk()) {
        return answer.error().message;
    }
    const auto& markers = std::get<query::Markers>(answer.value());
    std::string texts;
    for (const Marker& marker : markers.markers) {
        texts += marker.text + "; ";
    }
    return texts + std::to_string(markers.count);
}

query::MarkersRequest request(Tick begin, Tick end)
{
    return {.scope = {.window = {.begin = begin, .end = end}, .locations = {}}, .limit = 100};
}

}  // namespace

class TestMarkerQuery : public QObject {
    Q_OBJECT

private slots:
    void everyMarkerOfTheWholeTraceIsListed();
    void aMarkerBelongsToTheWindowsItOverlaps();
    void markersOfOtherLocationsAreLeftOut();
    void theLimitDoesNotChangeTheCount();
    void instantsAreMarkersOfTheirScope();
    void ofManyInstantsTheFirstAreListed();
};

void TestMarkerQuery::everyMarkerOfTheWholeTraceIsListed()
{
    QCOMPARE(
        textsOf(request(0, 101)), std::string("long; location 10; location 11; group 21; last; 5"));
}

void TestMarkerQuery::aMarkerBelongsToTheWindowsItOverlaps()
{
    QCOMPARE(textsOf(request(0, 5)), std::string("0"));
    QCOMPARE(textsOf(request(5, 6)), std::string("long; 1"));
    QCOMPARE(textsOf(request(14, 15)), std::string("long; 1"));
    QCOMPARE(textsOf(request(15, 16)), std::string("0"));
    QCOMPARE(textsOf(request(20, 21)), std::string("location 11; 1"));
}

void TestMarkerQuery::markersOfOtherLocationsAreLeftOut()
{
    query::MarkersRequest one = request(0, 101);
    one.scope.locations = {LocationRef(10)};
    QCOMPARE(textsOf(one), std::string("long; location 10; last; 3"));
}

void TestMarkerQuery::theLimitDoesNotChangeTheCount()
{
    query::MarkersRequest two = request(0, 101);
    two.limit = 2;
    QCOMPARE(textsOf(two), std::string("long; location 10; 5"));
}

/// What stands in the records, beside what was written on the trace.
void TestMarkerQuery::instantsAreMarkersOfTheirScope()
{
    const auto made = std::const_pointer_cast<TraceStore>(tests::traceFromText(R"(
        length 100
        group 4 "process"
        location 0 "a" group 4
        location 1 "b" group 4
        region 5 tick
        enter 0 @0 main
        event 0 @20 Instant 5 0
        event 0 @40 Instant 5 2
        leave 0 @50 main
        event 1 @10 Instant 5 1
        event 1 @20 Instant 99 0
    )"));
    made->markers = {{.tick = 20, .marker = MarkerRef(0), .text = "written"}};
    const auto answer = server::query::execute(
        *made,
        query::MarkersRequest{.scope = {.window = {.begin = 0, .end = 101}}, .limit = 100},
        {});
    QVERIFY(answer.isOk());
    const std::vector<Marker> expected = {
        {.tick = 10, .scope = MarkerScope::LocationGroup, .scopeRef = 4, .text = "tick"},
        {.tick = 20, .marker = MarkerRef(0), .text = "written"},
        {.tick = 20, .scope = MarkerScope::Location, .scopeRef = 0, .text = "tick"},
        {.tick = 20, .scope = MarkerScope::Location, .scopeRef = 1},
        {.tick = 40, .scope = MarkerScope::Global, .text = "tick"}};
    QVERIFY(std::get<query::Markers>(answer.value()).markers == expected);
    const auto part = server::query::execute(
        *made,
        query::MarkersRequest{
            .scope = {.window = {.begin = 15, .end = 40}, .locations = {LocationRef(0)}},
            .limit = 100},
        {});
    QCOMPARE(std::get<query::Markers>(part.value()).count, 2U);
}

void TestMarkerQuery::ofManyInstantsTheFirstAreListed()
{
    std::string text = "length 1000\nregion 5 tick\n";
    for (int i = 0; i < 100; ++i) {
        text.append("event ").append(std::to_string(i % 3)).append(" @");
        text.append(std::to_string(i)).append(" Instant 5 0\n");
    }
    const auto answer = server::query::execute(
        *tests::traceFromText(text),
        query::MarkersRequest{.scope = {.window = {.begin = 10, .end = 1'000}}, .limit = 7},
        {});
    const auto& markers = std::get<query::Markers>(answer.value());
    QCOMPARE(markers.count, 90U);
    QCOMPARE(markers.markers.size(), std::size_t{7});
    QCOMPARE(markers.markers.back().tick, Tick{16});
}

VELLUM_TEST_APPLESS(TestMarkerQuery)
#include "test_marker_query.moc"
