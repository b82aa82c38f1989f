#include "common/compare/comparison.h"

#include "common/compare/matched_costs.h"

#include <algorithm>
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

DifferenceRow rowOf(const MatchedCosts& matched, RankSumTests& tests)
{
    static const Cost kNothing;
    const Cost* a = matched.a;
    const Cost* b = matched.b;
    DifferenceRow row{
        .name = a != nullptr ? a->name : b->name,
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
    row.noise = testNoise(inA.durationsNs, inB.durationsNs, tests);
    row.likeness = row.in == Presence::Both ? matched.likeness : NoiseTest::kNone;
    row.isGuessed = row.in == Presence::Both && row.likeness < 1;
    if (row.in == Presence::Both && a->name != b->name) {
        row.nameInB = b->name;
    }
    return row;
}

std::vector<MatchedCosts> matchedOf(
    const Run& a,
    const Run& b,
    ComparisonBy by,
    const Matching& matching,
    const std::stop_token& stop)
{
    const bool isByName = matching.by == MatchBy::Name || by == ComparisonBy::Group;
    return isByName                   ? matchNames(costsBy(a, by), costsBy(b, by))
           : by == ComparisonBy::Path ? matchPaths(a, b, matching.choices, stop)
                                      : matchFunctions(a, b, matching.choices, stop);
}

/// By name, then by who has it.
std::vector<DifferenceRow> rowsOf(std::vector<MatchedCosts> matched, const std::stop_token& stop)
{
    std::vector<DifferenceRow> rows;
    rows.reserve(matched.size());
    RankSumTests tests;
    for (MatchedCosts& one : matched) {
        if (stop.stop_requested()) {
            break;
        }
        rows.push_back(rowOf(one, tests));
        rows.back().functions = std::move(one.functions);
    }
    const auto key = [](const DifferenceRow& row) {
        return std::tie(row.name, row.in);  // one may be in A and, as another's, in B
    };
    if (!std::ranges::is_sorted(rows, {}, key)) {
        std::ranges::sort(rows, {}, key);
    }
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

Comparison compareRuns(
    const Run& a,
    const Run& b,
    ComparisonBy by,
    const Matching& matching,
    const std::stop_token& stop)
{
    Comparison comparison{.by = by, .lengthA = a.facts.lengthNs, .lengthB = b.facts.lengthNs};
    comparison.rows = rowsOf(matchedOf(a, b, by, matching, stop), stop);
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
