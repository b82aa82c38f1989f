// Flame graphs beside a slow, obvious calculation.

#include "gui/models/flame_tree.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using namespace vellum::gui::models;  // NOLINT(google-build-using-namespace)

namespace {

using Path = std::vector<std::string>;

std::shared_ptr<const Definitions> names(const std::vector<std::string>& list)
{
    Definitions definitions;
    for (std::uint32_t i = 0; i < list.size(); ++i) {
        definitions.regions.push_back({.ref = RegionRef(i), .name = list[i]});
    }
    definitions.buildLookups();
    return std::make_shared<const Definitions>(std::move(definitions));
}

query::CallTreeNode node(
    std::uint32_t region, std::uint32_t depth, std::uint32_t parent, Tick inclusive)
{
    return {
        .region = RegionRef(region),
        .depth = depth,
        .parent = parent,
        .visits = 1,
        .inclusive = inclusive,
        .exclusive = inclusive};
}

/// A random tree in preorder, of which no child is larger than its parent; names repeat.
query::CallTree randomTree(std::mt19937& random, std::uint32_t regions)
{
    query::CallTree tree;
    const auto pick = [&random](std::uint32_t below) {
        return static_cast<std::uint32_t>(random() % below);
    };
    std::vector<std::uint32_t> stack;
    for (std::uint32_t i = 0; i < 40; ++i) {
        while (!stack.empty() && pick(3) == 0) {
            stack.pop_back();
        }
        const std::uint32_t parent = stack.empty() ? i : stack.back();
        const auto depth = static_cast<std::uint32_t>(stack.size() + 1);
        tree.nodes.push_back(node(pick(regions), depth, parent, static_cast<Tick>(pick(100))));
        stack.push_back(i);
    }
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        query::CallTreeNode& one = tree.nodes[i];
        if (one.parent != i) {
            tree.nodes[one.parent].inclusive += one.inclusive;
        }
    }
    return tree;
}

FlameTree treeOf(const query::CallTree& tree, const std::shared_ptr<const Definitions>& definitions)
{
    return flameTree(tree, definitions, FlameSize::Time).value();
}

/// Sums by path of names.
std::map<Path, double> sumsOf(const FlameTree& tree)
{
    std::map<Path, double> sums;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        sums[flamePath(tree, i)] += tree.nodes[i].size;
    }
    return sums;
}

/// Whether no box of the same depth lies over this one.
bool isFreeOfOthers(const FlameTree& tree, const std::vector<FlameBox>& boxes, std::uint32_t node)
{
    for (std::uint32_t k = 0; k < node; ++k) {
        const double common =
            std::min(boxes[node].end, boxes[k].end) - std::max(boxes[node].begin, boxes[k].begin);
        if (tree.nodes[k].depth == tree.nodes[node].depth && common > 1e-9) {
            return false;
        }
    }
    return true;
}

}  // namespace

class TestFlameTree : public QObject {
    Q_OBJECT

private slots:
    static void boxesAreAsWideAsTheirTime();
    static void boxesFillTheirCallersAndOverlapNowhere();
    static void aFocusIsAsWideAsAll();
    static void pathsOfNothingAreLeftOut();
    static void samplesAreShownWhereNoneOfTheirPathsWasVisited();
    static void aTreeOutOfOrderIsNone();
    static void twoRunsAreTheSumsOfTheirPaths();
    static void matchedRunsAreTheSumsOfTheirPathsToo();
    static void whatIsMatchedIsOneNode();
    static void aChildBeyondItsCallerIsCutThere();
    static void recursionCountsOnce();
    static void aDeepTreeNeedsNoStack();
};

void TestFlameTree::boxesAreAsWideAsTheirTime()
{
    const auto definitions = names({"main", "solve", "send"});
    query::CallTree tree;
    tree.nodes = {node(0, 1, 0, 100), node(2, 2, 0, 20), node(1, 2, 0, 60)};
    const FlameTree flame = treeOf(tree, definitions);
    const auto largest = flameBoxes(flame, std::nullopt, FlameOrder::Largest, FlameWidth::After);
    const std::vector<FlameBox> expected = {{0, 1}, {0.6, 0.8}, {0, 0.6}};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(largest[i].begin, expected[i].begin);
        QCOMPARE(largest[i].end, expected[i].end);
    }
    const auto named = flameBoxes(flame, std::nullopt, FlameOrder::Name, FlameWidth::After);
    QCOMPARE(named[1].begin, 0.0);
    QCOMPARE(named[2].begin, 0.2);
}

void TestFlameTree::boxesFillTheirCallersAndOverlapNowhere()
{
    std::mt19937 random(7);
    const auto definitions = names({"a", "b", "c", "d"});
    for (int round = 0; round < 300; ++round) {
        const FlameTree tree = treeOf(randomTree(random, 4), definitions);
        const auto boxes = flameBoxes(
            tree,
            std::nullopt,
            round % 2 == 0 ? FlameOrder::Largest : FlameOrder::Name,
            FlameWidth::After);
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
            const FlameNode& one = tree.nodes[i];
            QVERIFY(std::abs((boxes[i].end - boxes[i].begin) * tree.total - one.size) < 1e-6);
            const FlameBox& caller = boxes[one.parent];  // its own of an outermost one
            QVERIFY(
                boxes[i].begin >= caller.begin - 1e-9 && boxes[i].end <= caller.end + 1e-9
                && isFreeOfOthers(tree, boxes, i));
        }
    }
}

void TestFlameTree::aFocusIsAsWideAsAll()
{
    std::mt19937 random(8);
    const auto definitions = names({"a", "b", "c", "d"});
    for (int round = 0; round < 100; ++round) {
        const FlameTree tree = treeOf(randomTree(random, 4), definitions);
        if (tree.nodes.empty()) {
            continue;
        }
        const auto focus = static_cast<std::uint32_t>(random() % tree.nodes.size());
        const auto boxes = flameBoxes(tree, focus, FlameOrder::Largest, FlameWidth::After);
        std::set<std::uint32_t> around;
        for (std::uint32_t i = focus; around.insert(i).second; i = tree.nodes[i].parent) {}
        for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
            bool isBelow = false;
            for (std::uint32_t k = i; tree.nodes[k].parent != k && !isBelow;
                 k = tree.nodes[k].parent) {
                isBelow = tree.nodes[k].parent == focus;
            }
            const double expected = around.contains(i) ? 1
                                    : isBelow          ? tree.nodes[i].size / tree.nodes[focus].size
                                                       : 0;
            QVERIFY(std::abs(boxes[i].end - boxes[i].begin - expected) < 1e-9);
        }
        QCOMPARE(
            flamePath(tree, *findFlamePath(tree, flamePath(tree, focus))), flamePath(tree, focus));
    }
}

void TestFlameTree::pathsOfNothingAreLeftOut()
{
    const auto definitions = names({"main", "solve", "send"});
    query::CallTree tree;
    tree.nodes = {node(0, 1, 0, 100), node(1, 2, 0, 0), node(2, 3, 1, 5), node(2, 2, 0, 7)};
    const FlameTree flame = treeOf(tree, definitions);
    QCOMPARE(flame.nodes.size(), std::size_t{2});
    QCOMPARE(flame.nodes[1].size, 7.0);
    QCOMPARE(flame.nodes[1].parent, 0U);
    const FlameTree samples = flameTree(tree, definitions, FlameSize::Samples).value();
    QVERIFY(samples.nodes.empty());
    QVERIFY(flameBoxes(samples, std::nullopt, FlameOrder::Name, FlameWidth::After).empty());
}

void TestFlameTree::samplesAreShownWhereNoneOfTheirPathsWasVisited()
{
    const auto sampled = [](std::uint32_t parent, std::uint32_t depth, std::uint64_t samples) {
        query::CallTreeNode sampledNode = node(0, depth, parent, 0);
        sampledNode.visits = 0;
        sampledNode.inclusiveSamples = samples;
        return sampledNode;
    };
    query::CallTree tree;
    QCOMPARE(naturalFlameSize(tree), FlameSize::Time);
    tree.nodes = {node(0, 1, 0, 100), node(1, 2, 0, 50)};
    QCOMPARE(naturalFlameSize(tree), FlameSize::Time);
    // As of a program that is sampled, and whose calls of the thread library are recorded.
    tree.nodes.push_back(sampled(2, 1, 7));
    tree.nodes.push_back(sampled(2, 2, 7));
    QCOMPARE(naturalFlameSize(tree), FlameSize::Samples);
    tree.nodes[0].inclusiveSamples = 1;
    QCOMPARE(naturalFlameSize(tree), FlameSize::Time);
}

void TestFlameTree::aTreeOutOfOrderIsNone()
{
    const auto definitions = names({"main"});
    query::CallTree tree;
    tree.nodes = {node(0, 2, 1, 10), node(0, 1, 1, 10)};
    QVERIFY(!flameTree(tree, definitions, FlameSize::Time));
    tree.nodes = {node(0, 1, 0, 10), node(0, 1, 0, 10)};
    QVERIFY(!flameTree(tree, definitions, FlameSize::Time));
    // A region that no definition names is no reason to refuse the rest.
    tree.nodes = {node(9, 1, 0, 10)};
    QVERIFY(flameTree(tree, definitions, FlameSize::Time)->nodes.front().region == nullptr);
}

void TestFlameTree::twoRunsAreTheSumsOfTheirPaths()
{
    std::mt19937 random(9);
    for (int round = 0; round < 200; ++round) {
        const FlameTree before = treeOf(randomTree(random, 5), names({"a", "b", "c", "d", "e"}));
        const FlameTree after = treeOf(randomTree(random, 4), names({"e", "c", "b", "x"}));
        const FlameTree both = flameDifference(before, after);
        std::map<Path, double> was;
        std::map<Path, double> is;
        for (std::uint32_t i = 0; i < both.nodes.size(); ++i) {
            const Path path = flamePath(both, i);
            QVERIFY(!was.contains(path));
            was[path] = both.nodes[i].before;
            is[path] = both.nodes[i].size;
        }
        const auto without = [](std::map<Path, double> sums) {
            std::erase_if(sums, [](const auto& one) { return one.second == 0; });
            return sums;
        };
        QCOMPARE(without(was), sumsOf(before));
        QCOMPARE(without(is), sumsOf(after));
        QCOMPARE(both.total, after.total);
        QCOMPARE(both.totalBefore, before.total);
    }
}

/// As only a broken server sends it.
void TestFlameTree::aChildBeyondItsCallerIsCutThere()
{
    query::CallTree tree;
    constexpr Tick kHuge = Tick{1} << 62;
    tree.nodes = {node(0, 1, 0, 1), node(0, 2, 0, kHuge), node(0, 3, 1, kHuge), node(0, 2, 0, 1)};
    const FlameTree flame = treeOf(tree, names({"main"}));
    const auto boxes = flameBoxes(flame, std::nullopt, FlameOrder::Largest, FlameWidth::After);
    for (const FlameBox& box : boxes) {
        QVERIFY(box.begin >= 0 && box.end <= 1);
    }
    QCOMPARE(boxes[3], FlameBox());  // there is no room left for it
}

/// However names are matched: no time comes or goes, and no box is wider than the one it is called from.
void TestFlameTree::matchedRunsAreTheSumsOfTheirPathsToo()
{
    std::mt19937 random(10);
    const auto sumOf = [](const FlameTree& tree, double FlameNode::*size) {
        double sum = 0;
        for (const FlameNode& one : tree.nodes) {
            sum += one.*size;
        }
        return sum;
    };
    const compare::Matching byStructure{.by = compare::MatchBy::Structure, .choices = {}};
    std::ptrdiff_t matched = 0;
    for (int round = 0; round < 200; ++round) {
        const FlameTree before =
            treeOf(randomTree(random, 5), names({"alpha", "beta", "c", "d", "e"}));
        const FlameTree after =
            treeOf(randomTree(random, 5), names({"alpha.isra.0", "beta_2", "c", "x", "e"}));
        const FlameTree both = flameDifference(before, after, byStructure);
        QCOMPARE(sumOf(both, &FlameNode::before), sumOf(before, &FlameNode::size));
        QCOMPARE(sumOf(both, &FlameNode::size), sumOf(after, &FlameNode::size));
        std::vector<double> within(both.nodes.size());
        for (const FlameNode& one : both.nodes) {
            const bool isOutermost = &both.nodes[one.parent] == &one;
            within[one.parent] += isOutermost ? 0 : one.before;
            QVERIFY(one.regionBefore == nullptr || (one.likeness >= 0.5 && one.likeness < 1));
            matched += one.regionBefore != nullptr ? 1 : 0;
        }
        for (std::size_t i = 0; i < both.nodes.size(); ++i) {
            QVERIFY(within[i] <= both.nodes[i].before);
        }
    }
    QVERIFY2(matched > 10, qPrintable(QString::number(matched)));
}

void TestFlameTree::whatIsMatchedIsOneNode()
{
    query::CallTree tree;
    tree.nodes = {node(0, 1, 0, 100), node(1, 2, 0, 60), node(2, 3, 1, 30)};
    const FlameTree before = treeOf(tree, names({"main", "solve", "dot"}));
    const FlameTree after = treeOf(tree, names({"main", "solve_v2", "dot"}));
    QCOMPARE(flameDifference(before, after).nodes.size(), std::size_t{5});
    compare::Matching matching{.by = compare::MatchBy::Structure, .choices = {}};
    const FlameTree both = flameDifference(before, after, matching);
    QCOMPARE(both.nodes.size(), std::size_t{3});
    QCOMPARE(both.nodes[1].regionBefore->name, std::string("solve"));
    const compare::NamePair pair{.a = "solve", .b = "solve_v2"};
    QVERIFY(matchedNames(both, 1) == pair);
    QVERIFY(matchedNames(both, 2) == pair);  // what hangs on it
    QVERIFY(!matchedNames(both, 0));
    matching.choices.apart = {pair};
    QCOMPARE(flameDifference(before, after, matching).nodes.size(), std::size_t{5});
    matching.choices = {.same = {pair}, .apart = {}};
    QCOMPARE(flameDifference(before, after, matching).nodes[1].likeness, 1.0);
}

void TestFlameTree::recursionCountsOnce()
{
    const auto definitions = names({"main", "fib"});
    query::CallTree tree;
    tree.nodes = {node(0, 1, 0, 100), node(1, 2, 0, 60), node(1, 3, 1, 30), node(1, 4, 2, 10)};
    const FlameTree flame = treeOf(tree, definitions);
    QCOMPARE(flameShareOf(flame, "fib"), 0.6);
    QCOMPARE(flameShareOf(flame, "main"), 1.0);
    QCOMPARE(flameShareOf(flame, "nobody"), 0.0);
}

void TestFlameTree::aDeepTreeNeedsNoStack()
{
    constexpr std::uint32_t kDepth = 300'000;
    const auto definitions = names({"down"});
    query::CallTree tree;
    for (std::uint32_t i = 0; i < kDepth; ++i) {
        tree.nodes.push_back(node(0, i + 1, i == 0 ? 0 : i - 1, 10));
    }
    const FlameTree flame = treeOf(tree, definitions);
    QCOMPARE(flame.depth, kDepth);
    const auto boxes = flameBoxes(flame, std::nullopt, FlameOrder::Largest, FlameWidth::After);
    QCOMPARE(boxes.back(), (FlameBox{.begin = 0, .end = 1}));
    QCOMPARE(flameDifference(flame, flame).nodes.size(), std::size_t{kDepth});
}

VELLUM_TEST_APPLESS(TestFlameTree)
#include "test_flame_tree.moc"
