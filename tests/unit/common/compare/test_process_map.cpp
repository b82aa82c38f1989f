// Which process belongs to which, beside tables and a walk.

#include "common/compare/process_map.h"
#include "common/compare/step_differences.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::MapBy;
using compare::MappedPair;
using compare::ProcessMap;
using compare::RunProcesses;

namespace {

using Pairs = std::vector<MappedPair>;
using Names = std::vector<std::string>;

/// Each process with a master and a thread; "gpu…" is an accelerator's, with a stream.
RunProcesses runOf(const Names& processes)
{
    RunProcesses run;
    for (const std::string& name : processes) {
        const bool isAccelerator = name.starts_with("gpu");
        const std::size_t place = run.processes.size();
        run.processes.push_back({.name = name, .isAccelerator = isAccelerator});
        for (const char* location : {"master", "thread"}) {
            run.places.push_back(
                {.process = place, .name = location, .whole = name + " · " + location});
        }
    }
    return run;
}

Pairs processes(const Names& a, const Names& b, const std::string& map)
{
    return compare::mapProcesses(runOf(a), runOf(b), *compare::parseProcessMap(map));
}

std::vector<std::size_t> allOf(const RunProcesses& run)
{
    std::vector<std::size_t> all(run.places.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = i;
    }
    return all;
}

MappedPair pair(std::size_t a, std::size_t b)
{
    return {.a = a, .b = b};
}

MappedPair onlyA(std::size_t a)
{
    return {.a = a, .b = std::nullopt};
}

MappedPair onlyB(std::size_t b)
{
    return {.a = std::nullopt, .b = b};
}

/// Whether each of \p count is in a pair, and none twice unless \p mayRepeat.
bool isComplete(const Pairs& pairs, std::size_t count, bool ofA, bool mayRepeat)
{
    std::multiset<std::size_t> seen;
    for (const MappedPair& one : pairs) {
        const auto& side = ofA ? one.a : one.b;
        if (side) {
            seen.insert(*side);
        }
    }
    bool isGood = true;
    for (std::size_t i = 0; i < count; ++i) {
        isGood = isGood && (mayRepeat ? seen.contains(i) : seen.count(i) == 1);
    }
    return isGood;
}

Names randomNames(std::mt19937& random)
{
    Names names(random() % 9);
    for (std::string& name : names) {
        name = (random() % 4 == 0 ? "gpu " : "rank ") + std::to_string(random() % 6);
    }
    return names;
}

}  // namespace

class TestProcessMap : public QObject {
    Q_OBJECT

private slots:
    static void textIsARuleWithEdits();
    static void ruleByRule();
    static void anEditGoesBeforeTheRule();
    static void acceleratorsBelongToAccelerators();
    static void everyProcessAndLocationStandsSomewhere();
    static void withoutAnEditLocationsAreMatchedAsStepsAre();
    static void aLocationWithoutAProcessHasAPlace();
};

void TestProcessMap::textIsARuleWithEdits()
{
    using compare::parseProcessMap;
    const ProcessMap expected{
        .by = MapBy::Fold, .edits = {{.a = "rank 3", .b = "rank 1"}, {.a = "rank 4", .b = ""}}};
    QVERIFY(parseProcessMap(" fold;rank 3 = rank 1 ; rank 4 =;") == expected);
    QVERIFY(parseProcessMap(compare::textOf(expected)) == expected);
    QVERIFY(parseProcessMap("name") == (ProcessMap{.by = MapBy::Name, .edits = {}}));
    for (const char* bad : {"", "ranks", "rank; a", "rank; = b"}) {
        QVERIFY2(!parseProcessMap(bad), bad);
    }
}

void TestProcessMap::ruleByRule()
{
    const Names a{"rank 0", "rank 1", "rank 2", "rank 3"};
    const Names b{"rank 2", "rank 0"};
    QCOMPARE(processes(a, b, "rank"), (Pairs{pair(0, 0), pair(1, 1), onlyA(2), onlyA(3)}));
    QCOMPARE(processes(a, b, "name"), (Pairs{pair(0, 1), onlyA(1), pair(2, 0), onlyA(3)}));
    QCOMPARE(
        processes(a, {"x", "rank 0"}, "likely"),
        (Pairs{pair(0, 1), pair(1, 0), onlyA(2), onlyA(3)}));
    QCOMPARE(processes(a, b, "fold"), (Pairs{pair(0, 0), pair(1, 0), pair(2, 1), pair(3, 1)}));
    QCOMPARE(processes(b, a, "fold"), (Pairs{pair(0, 0), pair(0, 1), pair(1, 2), pair(1, 3)}));
    QCOMPARE(
        processes({"0", "1", "2", "3", "4"}, {"0", "1"}, "fold"),
        (Pairs{pair(0, 0), pair(1, 0), pair(2, 0), pair(3, 1), pair(4, 1)}));
    QCOMPARE(processes({"0"}, {}, "fold"), Pairs{onlyA(0)});
}

void TestProcessMap::anEditGoesBeforeTheRule()
{
    const Names a{"0", "1", "2"};
    const Names b{"0", "1", "2"};
    // The rule does not give away again what an edit has given; without a partner is without one.
    QCOMPARE(processes(a, b, "rank; 0 = 2"), (Pairs{pair(0, 2), pair(1, 1), onlyA(2), onlyB(0)}));
    QCOMPARE(processes(a, b, "name; 1 ="), (Pairs{pair(0, 0), onlyA(1), pair(2, 2), onlyB(1)}));
    QCOMPARE(processes(a, b, "likely; 0 = 2"), (Pairs{pair(0, 2), pair(1, 1), pair(2, 0)}));
    QCOMPARE(processes(a, {"0"}, "fold; 2 ="), (Pairs{pair(0, 0), pair(1, 0), onlyA(2)}));
    // The last one counts; what B has not, nobody belongs to.
    QCOMPARE(
        processes(a, b, "rank; 0 = 2; 0 = 9"), (Pairs{onlyA(0), pair(1, 1), pair(2, 2), onlyB(0)}));
}

void TestProcessMap::acceleratorsBelongToAccelerators()
{
    const Names a{"rank 0", "gpu 0", "rank 1", "gpu 1"};
    const Names b{"rank 0", "rank 1", "gpu 0"};
    QCOMPARE(processes(a, b, "rank"), (Pairs{pair(0, 0), pair(1, 2), pair(2, 1), onlyA(3)}));
    QCOMPARE(processes(a, b, "fold"), (Pairs{pair(0, 0), pair(1, 2), pair(2, 1), pair(3, 2)}));
}

void TestProcessMap::everyProcessAndLocationStandsSomewhere()
{
    std::mt19937 random(4);
    for (int round = 0; round < 400; ++round) {
        const RunProcesses a = runOf(randomNames(random));
        const RunProcesses b = runOf(randomNames(random));
        ProcessMap map{.by = static_cast<MapBy>(random() % 4), .edits = {}};
        for (std::size_t i = 0; i < random() % 3; ++i) {
            map.edits.push_back(
                {.a = "rank " + std::to_string(random() % 6),
                 .b = random() % 4 == 0 ? "" : "rank " + std::to_string(random() % 6)});
        }
        // An edit may give one of B to several.
        const bool mayRepeat = map.by == MapBy::Fold || !map.edits.empty();
        const Pairs pairs = compare::mapProcesses(a, b, map);
        QVERIFY(isComplete(pairs, a.processes.size(), true, map.by == MapBy::Fold));
        QVERIFY(isComplete(pairs, b.processes.size(), false, mayRepeat));
        const Pairs locations = compare::mapLocations(a, allOf(a), b, allOf(b), map);
        QVERIFY(isComplete(locations, a.places.size(), true, map.by == MapBy::Fold));
        QVERIFY(isComplete(locations, b.places.size(), false, mayRepeat));
    }
}

void TestProcessMap::withoutAnEditLocationsAreMatchedAsStepsAre()
{
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        const RunProcesses a = runOf(randomNames(random));
        const RunProcesses b = runOf(randomNames(random));
        Names ofA;
        Names ofB;
        for (const auto& place : a.places) {
            ofA.push_back(place.whole);
        }
        for (const auto& place : b.places) {
            ofB.push_back(place.whole);
        }
        const auto matches = compare::matchLocations(ofA, ofB);
        for (const MappedPair& one : compare::mapLocations(a, allOf(a), b, allOf(b), {})) {
            QVERIFY(!one.a || one.b == matches[*one.a]);
        }
    }
}

void TestProcessMap::aLocationWithoutAProcessHasAPlace()
{
    Definitions definitions;
    definitions.locationGroups = {
        {.ref = LocationGroupRef(5), .name = "empty"},
        {.ref = LocationGroupRef(3), .name = "gpu", .type = LocationGroupType::Accelerator}};
    definitions.locations = {
        {.ref = LocationRef(0), .name = "stream", .group = LocationGroupRef(3)},
        {.ref = LocationRef(1), .name = "lost", .group = LocationGroupRef(77)}};
    definitions.buildLookups();
    const RunProcesses run = compare::processesOf(definitions);
    QCOMPARE(run.processes.size(), std::size_t{2});
    QVERIFY(run.processes[0].isAccelerator);
    QCOMPARE(run.processes[0].name, std::string("gpu"));
    QCOMPARE(run.places[0].process, std::size_t{0});
    QCOMPARE(run.places[1].process, std::size_t{1});
    QCOMPARE(run.places[0].whole, std::string("gpu · stream"));
}

VELLUM_TEST_GUILESS(TestProcessMap)
#include "test_process_map.moc"
