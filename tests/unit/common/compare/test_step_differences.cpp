#include "common/compare/step_differences.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::Presence;
using compare::Step;
using compare::StepComparison;
using compare::StepDifference;
using compare::StepName;
using compare::StepRun;

namespace {

using Random = std::mt19937_64;

std::size_t upTo(Random& random, std::size_t most)
{
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
}

/// Locations of some of the same names, and steps of some of the same names on them.
StepRun randomRun(Random& random, std::uint64_t ticksPerSecond)
{
    StepRun run;
    run.clock.ticksPerSecond = ticksPerSecond;
    run.processes.processes = {{.name = "rank 0"}};
    const std::size_t locations = upTo(random, 5);
    for (std::size_t i = 0; i < locations; ++i) {
        const std::string name = "location " + std::to_string(upTo(random, 4));
        run.processes.places.push_back({.process = 0, .name = name, .whole = name});
    }
    Tick begin = 0;
    const std::size_t steps = locations == 0 ? 0 : upTo(random, 60);
    for (std::size_t i = 0; i < steps; ++i) {
        begin += static_cast<Tick>(upTo(random, 50));
        const auto length = static_cast<Tick>(upTo(random, 90));
        run.steps.push_back(
            {.location = upTo(random, locations - 1),
             .name = "step " + std::to_string(upTo(random, 2)),
             .visit = {.begin = begin, .end = begin + length}});
    }
    return run;
}

bool hasSteps(const StepRun& run, std::size_t location)
{
    return std::ranges::any_of(
        run.steps, [location](const Step& step) { return step.location == location; });
}

using Matches = std::map<std::size_t, std::size_t>;

/// The first of B that nobody has, of the same name or of any.
std::optional<std::size_t> firstFree(
    const StepRun& b, const Matches& matches, const std::string* name)
{
    for (std::size_t j = 0; j < b.processes.places.size(); ++j) {
        const bool isTaken =
            std::ranges::any_of(matches, [j](const auto& match) { return match.second == j; });
        if (!isTaken && hasSteps(b, j)
            && (name == nullptr || b.processes.places[j].whole == *name)) {
            return j;
        }
    }
    return std::nullopt;
}

/// By looking at all places again and again.
Matches slowMatches(const StepRun& a, const StepRun& b)
{
    Matches matches;
    for (const bool byName : {true, false}) {
        for (std::size_t i = 0; i < a.processes.places.size(); ++i) {
            const auto free =
                firstFree(b, matches, byName ? &a.processes.places[i].whole : nullptr);
            if (free && hasSteps(a, i) && !matches.contains(i)) {
                matches[i] = *free;
            }
        }
    }
    return matches;
}

/// How many of its name there are on its location up to it.
std::uint64_t numberOf(const StepRun& run, std::size_t place)
{
    const Step& step = run.steps[place];
    std::uint64_t number = 0;
    for (std::size_t i = 0; i <= place; ++i) {
        const Step& other = run.steps[i];
        number += other.location == step.location && other.name == step.name ? 1U : 0U;
    }
    return number;
}

std::optional<std::size_t> find(
    const StepRun& run, std::size_t location, const std::string& name, std::uint64_t number)
{
    for (std::size_t i = 0; i < run.steps.size(); ++i) {
        if (run.steps[i].location == location && run.steps[i].name == name
            && numberOf(run, i) == number) {
            return i;
        }
    }
    return std::nullopt;
}

std::int64_t nanoseconds(Tick ticks, const StepRun& run)
{
    return std::llround(
        static_cast<double>(ticks) * 1e9 / static_cast<double>(run.clock.ticksPerSecond));
}

/// The rows of the steps of A, each with its partner.
std::vector<StepDifference> slowRowsOfA(const StepRun& a, const StepRun& b)
{
    std::vector<StepDifference> rows;
    const auto matches = slowMatches(a, b);
    std::size_t number = 0;
    for (std::size_t location = 0; location < a.processes.places.size(); ++location) {
        number += location > 0 && hasSteps(a, location - 1) ? 1U : 0U;
        for (std::size_t i = 0; i < a.steps.size(); ++i) {
            const Step& step = a.steps[i];
            if (step.location != location) {
                continue;
            }
            const auto match = matches.find(location);
            const auto partner = match == matches.end()
                                     ? std::nullopt
                                     : find(b, match->second, step.name, numberOf(a, i));
            StepDifference row{
                .location = a.processes.places[location].whole,
                .name = step.name,
                .number = numberOf(a, i),
                .in = partner ? Presence::Both : Presence::OnlyA,
                .beginA = nanoseconds(step.visit.begin, a),
                .durationA = nanoseconds(step.visit.length(), a),
                .visitA = step.visit,
                .row = number};
            if (match != matches.end() && b.processes.places[match->second].whole != row.location) {
                row.locationB = b.processes.places[match->second].whole;
            }
            if (partner) {
                row.visitB = b.steps[*partner].visit;
                row.beginB = nanoseconds(row.visitB.begin, b);
                row.durationB = nanoseconds(row.visitB.length(), b);
                row.difference = row.durationB - row.durationA;
            }
            rows.push_back(row);
        }
    }
    return rows;
}

std::string idOf(const std::string& name, std::uint64_t number, std::int64_t duration)
{
    return name + " #" + std::to_string(number) + ", " + std::to_string(duration);
}

/// What every row is told by, but where it stands.
std::multiset<std::string> onlyInB(const StepComparison& comparison)
{
    std::multiset<std::string> names;
    for (const StepDifference& row : comparison.rows) {
        if (row.in == Presence::OnlyB) {
            names.insert(idOf(row.name, row.number, row.durationB));
        }
    }
    return names;
}

std::multiset<std::string> slowOnlyInB(const StepRun& a, const StepRun& b)
{
    std::multiset<std::string> names;
    const auto matches = slowMatches(a, b);
    for (std::size_t i = 0; i < b.steps.size(); ++i) {
        const Step& step = b.steps[i];
        bool hasPartner = false;
        for (const auto& [ofA, ofB] : matches) {
            hasPartner =
                hasPartner || (ofB == step.location && find(a, ofA, step.name, numberOf(b, i)));
        }
        if (!hasPartner) {
            names.insert(idOf(step.name, numberOf(b, i), nanoseconds(step.visit.length(), b)));
        }
    }
    return names;
}

query::SearchHit hit(std::uint64_t location, std::uint32_t region, Tick begin, Tick end)
{
    return {
        .location = LocationRef(location),
        .region = RegionRef(region),
        .visit = {.begin = begin, .end = end}};
}

Definitions twoLocations()
{
    Definitions definitions;
    definitions.locationGroups = {{.ref = LocationGroupRef(7), .name = "rank 0"}};
    definitions.locations = {
        {.ref = LocationRef(4), .name = "main", .group = LocationGroupRef(7)},
        {.ref = LocationRef(2), .name = "other", .group = LocationGroupRef(7)}};
    definitions.buildLookups();
    return definitions;
}

/// In time order, on both locations, on the group and on the trace; some last for a while.
query::Markers randomMarkers(Random& random)
{
    query::Markers markers;
    Tick tick = 0;
    const std::size_t count = upTo(random, 25);
    for (std::size_t i = 0; i < count; ++i) {
        tick += 1 + static_cast<Tick>(upTo(random, 8));
        const std::size_t place = upTo(random, 3);
        Marker marker{
            .tick = tick, .text = upTo(random, 3) == 0 ? "else" : "it " + std::to_string(i % 2)};
        marker.duration = upTo(random, 4) == 0 ? 5 : 0;
        marker.scope = place < 2    ? MarkerScope::Location
                       : place == 2 ? MarkerScope::LocationGroup
                                    : MarkerScope::Global;
        marker.scopeRef = place == 0 ? 4 : place == 1 ? 2 : 7;
        markers.markers.push_back(marker);
    }
    markers.count = count;
    return markers;
}

std::vector<Step> slowSteps(const query::Markers& markers, TickRange window)
{
    std::vector<Step> steps;
    const auto& all = markers.markers;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].text.starts_with("it") || !window.contains(all[i].tick)) {
            continue;
        }
        std::optional<Tick> end;
        if (all[i].duration > 0) {
            end = all[i].tick + static_cast<Tick>(all[i].duration);
        }
        for (std::size_t j = i + 1; j < all.size() && !end; ++j) {
            if (all[j].text.starts_with("it") && all[j].scope == all[i].scope
                && all[j].scopeRef == all[i].scopeRef) {
                end = all[j].tick;
            }
        }
        const std::size_t location = all[i].scope == MarkerScope::Location
                                         ? (all[i].scopeRef == 4 ? 0 : 1)
                                     : all[i].scope == MarkerScope::LocationGroup ? 2
                                                                                  : 3;
        if (end) {
            steps.push_back(
                {.location = location,
                 .name = all[i].text,
                 .visit = {.begin = all[i].tick, .end = *end}});
        }
    }
    return steps;
}

}  // namespace

class TestStepDifferences : public QObject {
    Q_OBJECT

private slots:
    static void randomRunsAreAsTheSlowWaySays();
    static void locationsOfOneNameBelongTogetherThenThoseInOrder();
    static void namesAreWholeOrBegin();
    static void ofVisitsInsideEachOtherTheOutermostIsTheStep();
    static void aStepOfMarkersEndsWhereTheNextBegins();
    static void aRunBesideItselfDiffersNowhere();
    static void aRatioNeedsBoth();
};

void TestStepDifferences::randomRunsAreAsTheSlowWaySays()
{
    Random random(7);
    for (int round = 0; round < 300; ++round) {
        const StepRun a = randomRun(random, 1'000'000'000);
        const StepRun b = randomRun(random, 250'000'000);
        const StepComparison fast = compare::compareSteps(a, b);
        std::vector<StepDifference> ofA;
        std::ranges::copy_if(fast.rows, std::back_inserter(ofA), [](const StepDifference& row) {
            return row.in != Presence::OnlyB;
        });
        const QString where = QStringLiteral("round %1").arg(round);
        const auto slow = slowRowsOfA(a, b);
        QVERIFY2(ofA == slow, qPrintable(where));
        QVERIFY2(onlyInB(fast) == slowOnlyInB(a, b), qPrintable(where));
        std::int64_t difference = 0;
        for (const StepDifference& row : slow) {
            difference += row.difference;
        }
        QCOMPARE(fast.totalDifference, difference);
        QCOMPARE(fast.totalB - fast.totalA, difference);
        QCOMPARE(fast.count, slow.size() + fast.onlyB);
    }
}

void TestStepDifferences::locationsOfOneNameBelongTogetherThenThoseInOrder()
{
    using Names = std::vector<std::string>;
    using Places = std::vector<std::optional<std::size_t>>;
    const auto match = [](const Names& a, const Names& b) { return compare::matchLocations(a, b); };
    QCOMPARE(match({"x", "y"}, {"y", "x"}), (Places{1, 0}));
    QCOMPARE(
        match({"python 1", "gpu", "python 2"}, {"gpu", "python 8", "python 9"}), (Places{1, 0, 2}));
    QCOMPARE(match({"x", "x", "x"}, {"x", "x"}), (Places{0, 1, std::nullopt}));
    QCOMPARE(match({}, {"x"}), Places());
}

void TestStepDifferences::namesAreWholeOrBegin()
{
    QVERIFY(!compare::parseStepName("") && !compare::parseStepName("*"));
    const StepName whole = *compare::parseStepName("solve");
    const StepName begin = *compare::parseStepName("ProfilerStep#*");
    QVERIFY(compare::isStep(whole, "solve") && !compare::isStep(whole, "solver"));
    QVERIFY(compare::isStep(begin, "ProfilerStep#12") && !compare::isStep(begin, "ProfilerStep"));
    const auto patternOf = [](const StepName& step) {
        return std::get<query::SearchRequest>(compare::stepRequest(step, {})).pattern;
    };
    QCOMPARE(patternOf(whole), std::string("^solve$"));
    QCOMPARE(patternOf(begin), std::string("^ProfilerStep#"));
    QCOMPARE(patternOf({.begin = "f(int)*"}), std::string(R"(^f\(int\)\*$)"));
}

void TestStepDifferences::ofVisitsInsideEachOtherTheOutermostIsTheStep()
{
    Definitions definitions;
    definitions.locationGroups = {{.ref = LocationGroupRef(0), .name = "rank 0"}};
    definitions.locations = {
        {.ref = LocationRef(4), .name = "main", .group = LocationGroupRef(0)},
        {.ref = LocationRef(2), .name = "other", .group = LocationGroupRef(0)}};
    definitions.regions = {
        {.ref = RegionRef(0), .name = "step"}, {.ref = RegionRef(1), .name = "stepping"}};
    definitions.buildLookups();
    query::SearchHits hits;
    hits.hits = {
        hit(4, 0, 5, 20),
        hit(4, 1, 10, 100),  // found by a pattern that was too long to be whole
        hit(4, 0, 12, 15),   // inside the first
        hit(2, 0, 14, 30),
        hit(4, 0, 20, 25),
        hit(4, 0, 80, 90)};
    hits.count = 7;
    const StepRun run =
        compare::stepsOf(hits, definitions, {.begin = "step"}, TickRange{.begin = 5, .end = 80});
    const std::vector<Step> expected = {
        {.location = 0, .name = "step", .visit = {.begin = 5, .end = 20}},
        {.location = 1, .name = "step", .visit = {.begin = 14, .end = 30}},
        {.location = 0, .name = "step", .visit = {.begin = 20, .end = 25}}};
    QVERIFY(run.steps == expected);
    QVERIFY(run.isCut);
    QCOMPARE(run.processes.places.size(), std::size_t{2});
    QCOMPARE(run.processes.places[0].whole, std::string("rank 0 · main"));
    QCOMPARE(run.processes.places[1].whole, std::string("rank 0 · other"));
}

/// Beside looking, for each marker, for the next of its place.
void TestStepDifferences::aStepOfMarkersEndsWhereTheNextBegins()
{
    QVERIFY(
        compare::parseStepName("marker:it*")
        == (StepName{.begin = "it", .isWhole = false, .isMarker = true}));
    QVERIFY(!compare::parseStepName("marker:") && !compare::parseStepName("marker:*"));
    const Definitions definitions = twoLocations();
    const StepName step{.begin = "it", .isWhole = false, .isMarker = true};
    QVERIFY(std::holds_alternative<query::MarkersRequest>(compare::stepRequest(step, {})));
    Random random(23);
    for (int round = 0; round < 300; ++round) {
        const query::Markers markers = randomMarkers(random);
        const TickRange window{
            .begin = static_cast<Tick>(upTo(random, 30)),
            .end = 31 + static_cast<Tick>(upTo(random, 90))};
        const StepRun run = compare::stepsOf(markers, definitions, step, window);
        QCOMPARE(run.processes.places.size(), std::size_t{4});  // two, their group, the trace
        QVERIFY(run.steps == slowSteps(markers, window));
    }
}

void TestStepDifferences::aRunBesideItselfDiffersNowhere()
{
    Random random(3);
    for (int round = 0; round < 50; ++round) {
        const StepRun run = randomRun(random, 1'000'000'000);
        const StepComparison comparison = compare::compareSteps(run, run);
        QCOMPARE(comparison.count, run.steps.size());
        QVERIFY(std::ranges::all_of(comparison.rows, [](const StepDifference& row) {
            return row.in == Presence::Both && row.difference == 0 && row.visitA == row.visitB;
        }));
    }
}

void TestStepDifferences::aRatioNeedsBoth()
{
    QCOMPARE(compare::stepRatio({.durationA = 200, .durationB = 300}), 1.5);
    QVERIFY(std::isnan(compare::stepRatio({.durationA = 0, .durationB = 300})));
    QVERIFY(std::isnan(compare::stepRatio({.in = Presence::OnlyA, .durationA = 200})));
}

VELLUM_TEST_GUILESS(TestStepDifferences)
#include "test_step_differences.moc"
