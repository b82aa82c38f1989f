#include "common/compare/comparability.h"
#include "common/compare/comparison.h"
#include "common/compare/tree_match.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using compare::Comparison;
using compare::ComparisonBy;
using compare::Cost;
using compare::Costs;
using compare::DifferenceRow;
using compare::Presence;
using compare::Run;

namespace {

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Costs randomCosts(std::mt19937_64& random)
{
    std::map<std::string, Cost> costs;
    for (std::uint64_t i = random() % 20; i > 0; --i) {
        const std::string name = "f" + std::to_string(random() % 25);
        costs[name] = {
            .name = name,
            .visits = random() % 100,
            .inclusiveNs = static_cast<std::int64_t>(random() % 1000),
            .exclusiveNs = static_cast<std::int64_t>(random() % 4 * 50)};
    }
    Costs all;
    for (const auto& [name, cost] : costs) {
        all.push_back(cost);
    }
    return all;
}

std::int64_t slowTotal(const Costs& costs)
{
    std::int64_t total = 0;
    for (const Cost& cost : costs) {
        total += cost.exclusiveNs;
    }
    return total;
}

/// Nothing where there is none of this name.
Cost slowFind(const Costs& costs, const std::string& name)
{
    for (const Cost& cost : costs) {
        if (cost.name == name) {
            return cost;
        }
    }
    return {};
}

double slowShare(const Costs& a, const Costs& b, const DifferenceRow& row)
{
    double all = 0;
    for (const Cost& cost : a) {
        all += static_cast<double>(std::abs(slowFind(b, cost.name).exclusiveNs - cost.exclusiveNs));
    }
    for (const Cost& cost : b) {
        all += slowFind(a, cost.name).name.empty() ? static_cast<double>(cost.exclusiveNs) : 0;
    }
    return static_cast<double>(row.exclusiveB - row.exclusiveA) / all;
}

bool isRowRight(const DifferenceRow& row, const Costs& a, const Costs& b)
{
    const Cost inA = slowFind(a, row.name);
    const Cost inB = slowFind(b, row.name);
    const Presence in = inB.name.empty()   ? Presence::OnlyA
                        : inA.name.empty() ? Presence::OnlyB
                                           : Presence::Both;
    const double share = slowShare(a, b, row);
    return row.in == in && row.visitsA == inA.visits && row.visitsB == inB.visits
           && row.inclusiveA == inA.inclusiveNs && row.inclusiveB == inB.inclusiveNs
           && row.inclusiveDifference == inB.inclusiveNs - inA.inclusiveNs
           && row.exclusiveA == inA.exclusiveNs && row.exclusiveB == inB.exclusiveNs
           && row.difference == inB.exclusiveNs - inA.exclusiveNs
           && (std::isnan(share) ? std::isnan(row.share) : std::abs(row.share - share) < 1e-12);
}

/// A run of up to 30 call paths.
Run randomPaths(std::mt19937_64& random)
{
    std::map<std::string, std::pair<std::string, std::string>> paths;  // name and path above
    std::vector<std::string> known;
    for (std::uint64_t i = random() % 30; i > 0; --i) {
        const std::string above =
            known.empty() || random() % 5 == 0 ? "" : known[random() % known.size()];
        const std::string name = "function " + std::to_string(random() % 5);
        std::string path = above;
        path.append(above.empty() ? "" : " > ").append(name);
        if (paths.try_emplace(path, name, above).second) {
            known.push_back(path);
        }
    }
    Run run;
    for (const auto& [path, node] : paths) {
        run.paths.push_back(
            {.name = path, .exclusiveNs = static_cast<std::int64_t>(random() % 99)});
    }
    std::map<std::string, std::uint32_t> places;
    for (const std::string& path : known) {  // those above come first
        const auto place = static_cast<std::uint32_t>(run.pathNodes.size());
        const auto& [name, above] = paths[path];
        const Cost* cost = compare::findCost(run.paths, path);
        run.pathNodes.push_back(
            {.name = name,
             .parent = above.empty() ? place : places[above],
             .cost = static_cast<std::uint32_t>(std::distance<const Cost*>(&run.paths[0], cost))});
        places[path] = place;
    }
    return run;
}

std::multiset<std::string> namesOf(const Costs& costs)
{
    std::multiset<std::string> names;
    for (const Cost& cost : costs) {
        names.insert(cost.name);
    }
    return names;
}

bool isInOrder(const DifferenceRow& a, const DifferenceRow& b)
{
    const auto costA = std::abs(a.difference);
    const auto costB = std::abs(b.difference);
    return costA > costB || (costA == costB && a.name < b.name);
}

/// "main > solve > dot": all that reads so, and each function's own time.
Run runOf(const std::vector<std::pair<std::string, std::int64_t>>& paths)
{
    Run run;
    std::map<std::string, std::uint32_t> places;
    std::map<std::string, std::int64_t> functions;
    for (const auto& [path, ns] : paths) {
        run.paths.push_back({.name = path, .visits = 1, .exclusiveNs = ns});
    }
    std::ranges::sort(run.paths, {}, &Cost::name);
    for (const auto& [path, ns] : paths) {
        const auto at = path.rfind(" > ");
        const auto place = static_cast<std::uint32_t>(run.pathNodes.size());
        const std::string name = at == std::string::npos ? path : path.substr(at + 3);
        run.pathNodes.push_back(
            {.name = name,
             .parent = at == std::string::npos ? place : places.at(path.substr(0, at)),
             .cost = static_cast<std::uint32_t>(std::distance<const Cost*>(
                 run.paths.data(), compare::findCost(run.paths, path)))});
        places[path] = place;
        functions[name] += ns;
    }
    for (const auto& [name, ns] : functions) {
        run.functions.push_back({.name = name, .visits = 1, .exclusiveNs = ns});
    }
    return run;
}

const DifferenceRow* rowNamed(const Comparison& comparison, const std::string& name)
{
    const auto row = std::ranges::find(comparison.rows, name, &DifferenceRow::name);
    return row == comparison.rows.end() ? nullptr : &*row;
}

constexpr auto kStructure = compare::MatchBy::Structure;

/// With the functions of its call paths, each called by its name and \p end where it has an even number.
Run withFunctions(const Run& paths, const std::string& end)
{
    std::vector<std::pair<std::string, std::int64_t>> made;
    std::vector<std::string> names;
    for (const compare::PathNode& node : paths.pathNodes) {
        const bool isRoot = node.parent == names.size();
        std::string name = isRoot ? "" : names[node.parent] + " > ";
        name += node.name + ((node.name.back() - '0') % 2 == 0 ? end : "");
        names.push_back(name);
        made.emplace_back(name, paths.paths[node.cost].exclusiveNs);
    }
    return runOf(made);
}

/// The names in A, and in B, of what is in each.
std::pair<std::multiset<std::string>, std::multiset<std::string>> namesOfRows(
    const Comparison& comparison)
{
    std::pair<std::multiset<std::string>, std::multiset<std::string>> names;
    for (const DifferenceRow& row : comparison.rows) {
        if (row.in != Presence::OnlyB) {
            names.first.insert(row.name);
        }
        if (row.in != Presence::OnlyA) {
            names.second.insert(row.isGuessed ? row.nameInB : row.name);
        }
    }
    return names;
}

/// Its times are those of its names, and only what one run has alone is guessed.
bool isMatchedRowRight(const DifferenceRow& row, const Costs& a, const Costs& b)
{
    const Cost inA = slowFind(a, row.name);
    const Cost inB = slowFind(b, row.isGuessed ? row.nameInB : row.name);
    const bool isAlone =
        slowFind(b, row.name).name.empty() && slowFind(a, row.nameInB).name.empty();
    return (row.in == Presence::OnlyB || row.exclusiveA == inA.exclusiveNs)
           && (row.in == Presence::OnlyA || row.exclusiveB == inB.exclusiveNs)
           && (!row.isGuessed || isAlone);
}

}  // namespace

class TestComparison : public QObject {
    Q_OBJECT

private slots:
    void rowsAreThoseOfASlowComparison();
    void hugeTimesEndAtTheEndOf64Bits();
    void costsOfEqualNamesAreOne();
    void ofManyDurationsSomeAreChosenEvenly();
    void pathsKeepTheirOwnDurations();
    void treesAreOfPathsEachOnce();
    void matchedTreesHaveAllRowsAndTheSameTotals();
    void functionsAreMatchedByTheirCallPaths();
    void matchedFunctionsHaveAllRowsAndTheSameTotals();
    void aGuessIsUndoneAndMadeByHand();
    void whatElseDiffersIsSaid();
    void runsThatAreAlikeDifferInNothing();
};

void TestComparison::rowsAreThoseOfASlowComparison()
{
    std::mt19937_64 random(1);
    for (int round = 0; round < 300; ++round) {
        Run a;
        Run b;
        (round % 2 == 0 ? a.functions : a.groups) = randomCosts(random);
        (round % 2 == 0 ? b.functions : b.groups) = randomCosts(random);
        const ComparisonBy by = round % 2 == 0 ? ComparisonBy::Function : ComparisonBy::Group;
        const Costs& inA = compare::costsBy(a, by);
        const Costs& inB = compare::costsBy(b, by);
        const Comparison comparison = compare::compareRuns(a, b, by);
        QVERIFY(std::ranges::all_of(
            comparison.rows, [&](const DifferenceRow& row) { return isRowRight(row, inA, inB); }));
        QVERIFY(
            std::ranges::adjacent_find(
                comparison.rows, [](const auto& x, const auto& y) { return !isInOrder(x, y); })
            == comparison.rows.end());
        const auto inBoth = static_cast<std::size_t>(
            std::ranges::count(comparison.rows, Presence::Both, &DifferenceRow::in));
        QCOMPARE(comparison.rows.size() + inBoth, inA.size() + inB.size());
        QCOMPARE(comparison.totalA, slowTotal(inA));
        QCOMPARE(comparison.totalB, slowTotal(inB));
        QCOMPARE(comparison.totalDifference, slowTotal(inB) - slowTotal(inA));
        QCOMPARE(comparison.count, comparison.onlyA + comparison.onlyB + inBoth);
    }
}

void TestComparison::hugeTimesEndAtTheEndOf64Bits()
{
    Run a;
    Run b;
    a.functions = {{.name = "f", .exclusiveNs = kMost}, {.name = "g", .exclusiveNs = kMost}};
    b.functions = {{.name = "f", .exclusiveNs = -kMost}, {.name = "g", .exclusiveNs = kMost}};
    const Comparison comparison = compare::compareRuns(a, b, ComparisonBy::Function);
    QCOMPARE(comparison.totalA, kMost);
    QCOMPARE(comparison.rows[0].name, std::string("f"));
    QCOMPARE(comparison.rows[0].difference, std::numeric_limits<std::int64_t>::min());
    QCOMPARE(comparison.rows[0].share, -1.0);
}

/// Two regions of one name, by a clock of three ticks a nanosecond.
void TestComparison::costsOfEqualNamesAreOne()
{
    query::Profile profile;
    profile.rows = {
        {.key = {.value = 1}, .location = {}, .visits = 2, .inclusive = 30, .exclusive = 15},
        {.key = {.value = 2}, .location = {}, .visits = 1, .inclusive = 9, .exclusive = 9},
        {.key = {.value = 3}, .location = {}, .visits = 1, .inclusive = 3, .exclusive = 3}};
    query::DurationSummary durations;
    durations.rows = {
        {.key = 1, .duration = 0, .visits = 1},
        {.key = 1, .duration = 15, .visits = 1},
        {.key = 2, .duration = 9, .visits = 1},
        {.key = 9, .duration = 9, .visits = 1}};
    const auto nameOf = [](std::uint64_t key) { return std::string(key < 3 ? "same" : "other"); };
    const Costs costs =
        compare::costsOf(profile, nameOf, durations, 10, nameOf, {.ticksPerSecond = 3'000'000'000});
    QCOMPARE(costs.size(), std::size_t{2});
    const Cost& same = costs[1];
    QCOMPARE(same.name, std::string("same"));
    QCOMPARE(same.visits, std::uint64_t{3});
    QCOMPARE(same.inclusiveNs, std::int64_t{13});
    QCOMPARE(same.exclusiveNs, std::int64_t{8});
    QCOMPARE(same.durationsNs.size(), std::size_t{3});
    QVERIFY(std::abs(same.durationsNs[0] - 0.5 / 3) < 1e-12);  // no ticks: half a tick
    QVERIFY(std::abs(same.durationsNs[2] - 5) < 1e-12);
    QVERIFY(compare::findCost(costs, "same") == &same);
    QVERIFY(compare::findCost(costs, "nothing") == nullptr);
}

void TestComparison::ofManyDurationsSomeAreChosenEvenly()
{
    query::Profile profile;
    profile.rows = {{.key = {.value = 1}, .location = {}, .visits = 40'000}};
    query::DurationSummary durations;
    durations.rows = {
        {.key = 1, .duration = 2, .visits = 30'000}, {.key = 1, .duration = 5, .visits = 10'000}};
    const auto nameOf = [](std::uint64_t /*key*/) { return std::string("f"); };
    const Costs costs = compare::costsOf(profile, nameOf, durations, 10, nameOf, {});
    QCOMPARE(costs[0].durationsNs.size(), compare::kMostDurations);
    QCOMPARE(std::ranges::count(costs[0].durationsNs, 2.0), std::ptrdiff_t{7'500});
    QCOMPARE(std::ranges::count(costs[0].durationsNs, 5.0), std::ptrdiff_t{2'500});
}

void TestComparison::pathsKeepTheirOwnDurations()
{
    query::CallTree tree;
    tree.nodes = {
        {.region = RegionRef(1), .depth = 1, .parent = 0, .visits = 1, .exclusive = 10},
        {.region = RegionRef(2), .depth = 2, .parent = 0, .visits = 1, .exclusive = 20},
        {.region = RegionRef(2), .depth = 1, .parent = 2, .visits = 1, .exclusive = 30}};
    const std::uint64_t outer = query::callPathKey(query::kOutermostPathKey, RegionRef(1));
    query::DurationSummary durations{.by = query::DurationSummaryBy::CallPath};
    durations.rows = {
        {.key = query::callPathKey(outer, RegionRef(2)), .duration = 20, .visits = 1},
        {.key = outer, .duration = 10, .visits = 1},
        {.key = query::callPathKey(query::kOutermostPathKey, RegionRef(2)),
         .duration = 30,
         .visits = 1}};
    const Costs costs = compare::costsOf(tree, {"a", "a > b", "b"}, durations, 10, {});
    QCOMPARE(costs.size(), std::size_t{3});
    QCOMPARE(costs[0].durationsNs, std::vector<double>{10});
    QCOMPARE(costs[1].durationsNs, std::vector<double>{20});
    QCOMPARE(costs[2].durationsNs, std::vector<double>{30});
}

/// Two regions of one name, in one another's place.
void TestComparison::treesAreOfPathsEachOnce()
{
    query::CallTree tree;
    tree.nodes = {
        {.region = RegionRef(1), .depth = 1, .parent = 0},
        {.region = RegionRef(2), .depth = 2, .parent = 0},
        {.region = RegionRef(3), .depth = 3, .parent = 1},
        {.region = RegionRef(4), .depth = 2, .parent = 0},
        {.region = RegionRef(3), .depth = 3, .parent = 3}};
    const std::vector<std::string> names{"a", "same", "c", "same", "c"};
    const std::vector<std::string> paths{
        "a", "a > same", "a > same > c", "a > same", "a > same > c"};
    const Costs costs = compare::costsOf(tree, paths, {}, 10, {});
    const auto nodes = compare::pathNodesOf(tree, names, paths, costs);
    const std::vector<compare::PathNode> wanted{
        {.name = "a", .parent = 0, .cost = 0},
        {.name = "same", .parent = 0, .cost = 1},
        {.name = "c", .parent = 1, .cost = 2}};
    QVERIFY(nodes == wanted);
    // Long paths that read alike have one cost: the first one's.
    const std::vector<std::string> alike{"a", "a … c", "a … c", "a … c", "a … c"};
    const auto cut =
        compare::pathNodesOf(tree, names, alike, compare::costsOf(tree, alike, {}, 10, {}));
    QCOMPARE(cut[1].cost, std::uint32_t{1});
    QCOMPARE(cut[2].cost, compare::PathNode::kNoCost);
}

void TestComparison::matchedTreesHaveAllRowsAndTheSameTotals()
{
    std::mt19937_64 random(5);
    for (int round = 0; round < 300; ++round) {
        const Run a = randomPaths(random);
        const Run b = randomPaths(random);
        const Comparison byName = compare::compareRuns(a, b, ComparisonBy::Path);
        const Comparison matched = compare::compareRuns(
            a, b, ComparisonBy::Path, {.by = compare::MatchBy::Structure, .choices = {}});
        std::multiset<std::string> inA;
        std::multiset<std::string> inB;
        for (const DifferenceRow& row : matched.rows) {
            if (row.in != Presence::OnlyB) {
                inA.insert(row.name);
            }
            if (row.in != Presence::OnlyA) {
                inB.insert(row.isGuessed ? row.nameInB : row.name);
            }
            const Cost foundInB = slowFind(b.paths, row.isGuessed ? row.nameInB : row.name);
            QCOMPARE(row.exclusiveB, row.in == Presence::OnlyA ? 0 : foundInB.exclusiveNs);
            QCOMPARE(row.isGuessed, row.likeness < 1);
        }
        QVERIFY(inA == namesOf(a.paths) && inB == namesOf(b.paths));
        QCOMPARE(matched.totalA, byName.totalA);
        QCOMPARE(matched.totalB, byName.totalB);
        // All that has the same path in both is no guess.
        const auto sure = matched.count - matched.onlyA - matched.onlyB - matched.guessed;
        QCOMPARE(sure, byName.count - byName.onlyA - byName.onlyB);
    }
}

/// Kernels that another device calls something else, below operators of the same names.
void TestComparison::functionsAreMatchedByTheirCallPaths()
{
    const Run a = runOf(
        {{"main", 1},
         {"main > aten::mm", 2},
         {"main > aten::mm > volta_sgemm_128x64_nn", 70},
         {"main > aten::add", 3},
         {"main > aten::add > elementwise_kernel<4>", 20}});
    const Run b = runOf(
        {{"main", 1},
         {"main > aten::mm", 2},
         {"main > aten::mm > ampere_sgemm_128x64_nn", 40},
         {"main > aten::add", 3},
         {"main > aten::add > vectorized_elementwise_kernel<4>", 10}});
    const Comparison byName = compare::compareRuns(a, b, ComparisonBy::Function);
    QCOMPARE(byName.onlyA, std::uint64_t{2});
    const Comparison matched =
        compare::compareRuns(a, b, ComparisonBy::Function, {.by = kStructure, .choices = {}});
    QCOMPARE(matched.onlyA + matched.onlyB, std::uint64_t{0});
    QCOMPARE(matched.guessed, std::uint64_t{2});
    const DifferenceRow* mm = rowNamed(matched, "volta_sgemm_128x64_nn");
    QVERIFY(mm != nullptr && mm->isGuessed && mm->likeness >= compare::kLeastLikeness);
    QCOMPARE(mm->nameInB, std::string("ampere_sgemm_128x64_nn"));
    QCOMPARE(mm->difference, std::int64_t{-30});
    QVERIFY(mm->functions == (compare::NamePair{.a = mm->name, .b = mm->nameInB}));
}

void TestComparison::matchedFunctionsHaveAllRowsAndTheSameTotals()
{
    std::mt19937_64 random(6);
    std::uint64_t guessed = 0;
    for (int round = 0; round < 300; ++round) {
        const Run a = withFunctions(randomPaths(random), "");
        const Run b = withFunctions(randomPaths(random), "0");
        const Comparison byName = compare::compareRuns(a, b, ComparisonBy::Function);
        const Comparison matched =
            compare::compareRuns(a, b, ComparisonBy::Function, {.by = kStructure, .choices = {}});
        QVERIFY(std::ranges::all_of(matched.rows, [&](const DifferenceRow& row) {
            return isMatchedRowRight(row, a.functions, b.functions);
        }));
        const auto [inA, inB] = namesOfRows(matched);
        QVERIFY(inA == namesOf(a.functions) && inB == namesOf(b.functions));
        QCOMPARE(matched.totalA, byName.totalA);
        QCOMPARE(matched.totalB, byName.totalB);
        guessed += matched.guessed;
    }
    QVERIFY2(guessed > 30, qPrintable(QString::number(guessed)));
}

void TestComparison::aGuessIsUndoneAndMadeByHand()
{
    const Run a = runOf({{"main", 1}, {"main > solve", 50}, {"main > solve > dot", 9}});
    const Run b = runOf(
        {{"main", 1}, {"main > solve_2", 40}, {"main > solve_2 > dot", 9}, {"main > other", 30}});
    compare::Matching matching{.by = kStructure, .choices = {}};
    for (const ComparisonBy by : {ComparisonBy::Function, ComparisonBy::Path}) {
        const std::string above = by == ComparisonBy::Path ? "main > " : "";
        matching.choices = {};
        const Comparison guess = compare::compareRuns(a, b, by, matching);
        const DifferenceRow* row = rowNamed(guess, above + "solve");
        QCOMPARE(row->nameInB, above + "solve_2");
        // What is below a guess is told by it.
        const DifferenceRow* below = rowNamed(guess, above + "solve > dot");
        QVERIFY(below == nullptr || below->functions == row->functions);
        matching.choices.apart = {row->functions};
        const Comparison apart = compare::compareRuns(a, b, by, matching);
        QVERIFY(rowNamed(apart, above + "solve")->nameInB != above + "solve_2");
        matching.choices.same = {{.a = "solve", .b = "other"}};
        const Comparison byHand = compare::compareRuns(a, b, by, matching);
        const DifferenceRow* same = rowNamed(byHand, above + "solve");
        QCOMPARE(same->nameInB, above + "other");
        QVERIFY(!same->isGuessed && same->likeness == 1);
        QVERIFY(same->functions == matching.choices.same.front());
        QCOMPARE(same->difference, std::int64_t{-20});
        QCOMPARE(rowNamed(byHand, above + "solve_2")->functions.b, std::string("solve_2"));
    }
}

void TestComparison::whatElseDiffersIsSaid()
{
    Run a{.facts = {.format = "OTF2", .locations = 4, .ticksPerSecond = 1000, .lengthNs = 100}};
    Run b{.facts = {.format = "OTF2", .locations = 8, .ticksPerSecond = 1000, .lengthNs = 200}};
    b.facts.isDamaged = true;
    a.functions = {{.name = "both"}, {.name = "old", .exclusiveNs = 1}};
    b.functions = {{.name = "both"}, {.name = "new", .exclusiveNs = 1}, {.name = "newer"}};
    QStringList sentences;
    for (const auto& difference : compare::differencesOf(a, b).differences) {
        sentences.append(QString::fromStdString(compare::sentenceOf(difference)));
    }
    QCOMPARE(
        sentences.join('\n'),
        QStringLiteral("locations: 4 in A, 8 in B\n"
                       "length: 100 ns in A, 200 ns in B\n"
                       "damage: none in A, yes in B\n"
                       "functions that only one has: 1, 'old' in A, 2, such as 'new' in B"));
}

void TestComparison::runsThatAreAlikeDifferInNothing()
{
    Run a{.facts = {.name = "a", .lengthNs = 1000}};
    a.functions = {{.name = "f"}};
    Run b = a;
    b.facts.name = "b";
    b.facts.lengthNs = 1005;
    QVERIFY(compare::differencesOf(a, b).differences.empty());
    const Run none;
    QVERIFY(compare::differencesOf(none, none).differences.empty());
    QVERIFY(compare::compareRuns(none, none, ComparisonBy::Path).rows.empty());
}

VELLUM_TEST_APPLESS(TestComparison)
#include "test_comparison.moc"
