#include "common/compare/comparison.h"

#include "common/compare/tree_match.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <tuple>
#include <utility>

namespace vellum::compare {

namespace {

std::uint64_t absolute(std::int64_t number)
{
    const auto bits = static_cast<std::uint64_t>(number);
    return number < 0 ? 0 - bits : bits;
}

/// \p a, \p b  null where the run has no row of that name
DifferenceRow rowOf(const std::string& name, const Cost* a, const Cost* b)
{
    static const Cost kNothing;
    DifferenceRow row{
        .name = name,
        .in = b == nullptr   ? Presence::OnlyA
              : a == nullptr ? Presence::OnlyB
                             : Presence::Both};
    const Cost& inA = a != nullptr ? *a : kNothing;
    const Cost& inB = b != nullptr ? *b : kNothing;
    row.visitsA = inA.visits;
    row.visitsB = inB.visits;
    row.inclusiveA = inA.inclusiveNs;
    row.inclusiveB = inB.inclusiveNs;
    row.inclusiveDifference = subtractNs(inB.inclusiveNs, inA.inclusiveNs);
    row.exclusiveA = inA.exclusiveNs;
    row.exclusiveB = inB.exclusiveNs;
    row.difference = subtractNs(inB.exclusiveNs, inA.exclusiveNs);
    row.noise = testNoise(inA.durationsNs, inB.durationsNs);
    row.likeness = row.in == Presence::Both ? 1 : NoiseTest::kNone;
    return row;
}

/// Both are by name.
std::vector<DifferenceRow> rowsOf(const Costs& a, const Costs& b)
{
    std::vector<DifferenceRow> rows;
    auto inA = a.begin();
    auto inB = b.begin();
    while (inA != a.end() || inB != b.end()) {
        const bool isInA = inA != a.end() && (inB == b.end() || inA->name <= inB->name);
        const bool isInB = inB != b.end() && (inA == a.end() || inB->name <= inA->name);
        rows.push_back(
            rowOf(isInA ? inA->name : inB->name, isInA ? &*inA : nullptr, isInB ? &*inB : nullptr));
        inA += isInA ? 1 : 0;
        inB += isInB ? 1 : 0;
    }
    return rows;
}

NamedTree treeOf(const std::vector<PathNode>& nodes)
{
    NamedTree tree;
    for (const PathNode& node : nodes) {
        tree.parents.push_back(node.parent);
        tree.names.emplace_back(node.name);
    }
    return tree;
}

/// The path in B that stands for a node of A; null: there is none.
const Cost* partnerOf(const Cost& inA, std::uint32_t partner, double likeness, const Run& b)
{
    if (partner == TreeMatch::kNone || likeness == 1) {
        return partner == TreeMatch::kNone ? nullptr : findCost(b.paths, inA.name);
    }
    const std::uint32_t cost = b.pathNodes[partner].cost;
    return cost == PathNode::kNoCost ? nullptr : &b.paths[cost];
}

/// Of call paths, as their trees are aligned; by name, then by the name in B.
std::vector<DifferenceRow> rowsOfTrees(const Run& a, const Run& b)
{
    const TreeMatch match = matchTrees(treeOf(a.pathNodes), treeOf(b.pathNodes));
    std::vector<DifferenceRow> rows;
    std::vector<bool> isInBoth(b.paths.size());
    for (std::size_t i = 0; i < a.pathNodes.size(); ++i) {
        if (a.pathNodes[i].cost == PathNode::kNoCost) {
            continue;
        }
        const Cost& inA = a.paths[a.pathNodes[i].cost];
        const Cost* inB = partnerOf(inA, match.partners[i], match.likeness[i], b);
        rows.push_back(rowOf(inA.name, &inA, inB));
        if (inB != nullptr) {
            DifferenceRow& row = rows.back();
            isInBoth[static_cast<std::size_t>(std::distance(b.paths.data(), inB))] = true;
            row.likeness = match.likeness[i];
            row.isGuessed = row.likeness < 1;
            row.nameInB = row.isGuessed ? inB->name : std::string();
        }
    }
    for (std::size_t i = 0; i < b.paths.size(); ++i) {
        if (!isInBoth[i]) {
            rows.push_back(rowOf(b.paths[i].name, nullptr, &b.paths[i]));
        }
    }
    std::ranges::sort(rows, {}, [](const DifferenceRow& row) {
        return std::tie(row.name, row.in);  // one may be in A and, as another's, in B
    });
    return rows;
}

void setShares(std::vector<DifferenceRow>& rows)
{
    double all = 0;  // the same order of addition in each run: rows are by name
    for (const DifferenceRow& row : rows) {
        all += static_cast<double>(absolute(row.difference));
    }
    for (DifferenceRow& row : rows) {
        row.share = all > 0 ? static_cast<double>(row.difference) / all
                            : std::numeric_limits<double>::quiet_NaN();
    }
}

void addUp(Comparison& comparison)
{
    for (const DifferenceRow& row : comparison.rows) {
        comparison.totalA = addNs(comparison.totalA, row.exclusiveA);
        comparison.totalB = addNs(comparison.totalB, row.exclusiveB);
        comparison.onlyA += row.in == Presence::OnlyA ? 1 : 0;
        comparison.onlyB += row.in == Presence::OnlyB ? 1 : 0;
        comparison.guessed += row.isGuessed ? 1 : 0;
        if (row.in == Presence::Both) {
            comparison.matchedA = addNs(comparison.matchedA, row.exclusiveA);
            comparison.matchedB = addNs(comparison.matchedB, row.exclusiveB);
        }
    }
    comparison.totalDifference = subtractNs(comparison.totalB, comparison.totalA);
    comparison.count = comparison.rows.size();
}

}  // namespace

const Costs& costsBy(const Run& run, ComparisonBy by)
{
    switch (by) {
    case ComparisonBy::Group:
        return run.groups;
    case ComparisonBy::Path:
        return run.paths;
    case ComparisonBy::Function:
        break;
    }
    return run.functions;
}

Comparison compareRuns(const Run& a, const Run& b, ComparisonBy by, MatchBy match)
{
    Comparison comparison{.by = by, .lengthA = a.facts.lengthNs, .lengthB = b.facts.lengthNs};
    comparison.rows =
        match == MatchBy::Structure ? rowsOfTrees(a, b) : rowsOf(costsBy(a, by), costsBy(b, by));
    setShares(comparison.rows);
    addUp(comparison);
    std::vector<NoiseTest*> tests;
    tests.reserve(comparison.rows.size());
    for (DifferenceRow& row : comparison.rows) {
        tests.push_back(&row.noise);
    }
    judgeTogether(tests);
    // By name they are already.
    std::ranges::stable_sort(comparison.rows, std::ranges::greater(), [](const DifferenceRow& row) {
        return absolute(row.difference);
    });
    return comparison;
}

}  // namespace vellum::compare
