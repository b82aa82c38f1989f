#include "server/query/executor.h"

#include <QtTest/QtTest>

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

QTEST_APPLESS_MAIN(TestMarkerQuery)
#include "test_marker_query.moc"
