// Instants that have a name, beside a walk over all that there is.

#include "common/compare/named_instant.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::FoundInstant;
using compare::NamedInstant;

namespace {

using Parsed = std::optional<NamedInstant>;

/// Two regions and a kind of marker that has a category.
Definitions someDefinitions()
{
    Definitions definitions;
    definitions.regions = {
        {.ref = RegionRef(0), .name = "solve"}, {.ref = RegionRef(1), .name = "solver"}};
    definitions.markers = {{.ref = MarkerRef(4), .group = "run", .category = "phase"}};
    definitions.buildLookups();
    return definitions;
}

}  // namespace

class TestNamedInstant : public QObject {
    Q_OBJECT

private slots:
    static void textIsAKindANameAndANumber();
    static void aMarkerIsCalledByItsTextElseByItsCategory();
    static void theNthMarkerIsTheNthOfAWalk();
    static void theNthVisitIsOfThatNameAlone();
};

void TestNamedInstant::textIsAKindANameAndANumber()
{
    using compare::parseNamedInstant;
    QVERIFY(parseNamedInstant("marker:a b") == (NamedInstant{.name = "a b", .isMarker = true}));
    QVERIFY(parseNamedInstant("function:solve#3") == (NamedInstant{.name = "solve", .number = 3}));
    QVERIFY(
        parseNamedInstant("function:ProfilerStep#12#1")
        == (NamedInstant{.name = "ProfilerStep#12"}));
    QVERIFY(parseNamedInstant("function:a#b") == (NamedInstant{.name = "a#b"}));
    QVERIFY(parseNamedInstant("function:a#") == (NamedInstant{.name = "a#"}));
    for (const char* bad :
         {"", "solve", "marker:", "marker:#2", "function:f#0", "function:f#100001"}) {
        QVERIFY2(parseNamedInstant(bad) == Parsed(), bad);
    }
}

void TestNamedInstant::aMarkerIsCalledByItsTextElseByItsCategory()
{
    const Definitions definitions = someDefinitions();
    const Marker said{.marker = MarkerRef(4), .text = "step"};
    const Marker silent{.marker = MarkerRef(4)};
    QVERIFY(compare::nameOf(said, definitions) == "step");
    QVERIFY(compare::nameOf(silent, definitions) == "phase");
    QVERIFY(compare::nameOf(Marker{}, definitions).empty());
}

void TestNamedInstant::theNthMarkerIsTheNthOfAWalk()
{
    const Definitions definitions = someDefinitions();
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        query::Markers markers;
        Tick tick = 0;
        for (std::size_t i = 0; i < random() % 30; ++i) {
            tick += static_cast<Tick>(random() % 3);
            markers.markers.push_back({.tick = tick, .text = random() % 2 == 0 ? "step" : "stop"});
        }
        const NamedInstant wanted{.name = "step", .number = 1 + random() % 12, .isMarker = true};
        std::vector<Tick> ticks;
        for (const Marker& marker : markers.markers) {
            if (marker.text == "step") {
                ticks.push_back(marker.tick);
            }
        }
        const FoundInstant found = compare::instantIn(markers, definitions, wanted);
        QCOMPARE(found.count, ticks.size());
        QCOMPARE(found.tick.has_value(), wanted.number <= ticks.size());
        if (found.tick) {
            QCOMPARE(*found.tick, ticks[wanted.number - 1]);
        }
    }
}

void TestNamedInstant::theNthVisitIsOfThatNameAlone()
{
    const Definitions definitions = someDefinitions();
    query::SearchHits hits;
    hits.hits = {
        {.region = RegionRef(1), .visit = {.begin = 1, .end = 2}},
        {.region = RegionRef(0), .visit = {.begin = 3, .end = 9}},
        {.region = RegionRef(0), .visit = {.begin = 5, .end = 6}}};
    hits.count = 7;
    const auto find = [&](std::uint64_t number) {
        return compare::instantIn(hits, definitions, {.name = "solve", .number = number});
    };
    QCOMPARE(find(2).tick, std::optional<Tick>(5));
    QCOMPARE(find(3).tick, std::optional<Tick>());
    QCOMPARE(find(3).count, std::uint64_t{7});
    const auto request =
        compare::requestFor({.name = "solve", .number = 2}, {.begin = 0, .end = 9});
    QCOMPARE(std::get<query::SearchRequest>(request).pattern, std::string("^solve$"));
    QCOMPARE(std::get<query::SearchRequest>(request).limit, std::uint64_t{2});
}

VELLUM_TEST_GUILESS(TestNamedInstant)
#include "test_named_instant.moc"
