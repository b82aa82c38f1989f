#include "common/compare/tally_differences.h"

#include "common/base/number_text.h"
#include "common/compare/run.h"
#include "common/time/clock_properties.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace vellum::compare {

namespace {

std::uint64_t absolute(std::int64_t number)
{
    const auto bits = static_cast<std::uint64_t>(number);
    return number < 0 ? 0 - bits : bits;
}

template <typename Of>
Of bothOf(std::int64_t a, std::int64_t b)
{
    Of both;
    both.a = a;
    both.b = b;
    both.difference = subtractNs(b, a);
    return both;
}

TallyDifference rowOf(const Tally* a, const Tally* b)
{
    static const Tally kNothing;
    const Tally& inA = a != nullptr ? *a : kNothing;
    const Tally& inB = b != nullptr ? *b : kNothing;
    return {
        .name = a != nullptr ? inA.name : inB.name,
        .in = b == nullptr   ? Presence::OnlyA
              : a == nullptr ? Presence::OnlyB
                             : Presence::Both,
        .amounts = {
            .count = bothOf<CountsOfBoth>(inA.count, inB.count),
            .time = bothOf<TimesOfBoth>(inA.timeNs, inB.timeNs),
            .wait = bothOf<TimesOfBoth>(inA.waitNs, inB.waitNs),
            .bytes = bothOf<BytesOfBoth>(inA.bytes, inB.bytes),
            .redundant = bothOf<BytesOfBoth>(inA.redundantBytes, inB.redundantBytes)}};
}

void add(Amounts& all, const Amounts& one)
{
    all.a = addNs(all.a, one.a);
    all.b = addNs(all.b, one.b);
    all.difference = subtractNs(all.b, all.a);
}

void addUp(TallyComparison& comparison)
{
    AmountsByMeasure& total = comparison.total;
    for (const TallyDifference& row : comparison.rows) {
        comparison.onlyA += row.in == Presence::OnlyA ? 1 : 0;
        comparison.onlyB += row.in == Presence::OnlyB ? 1 : 0;
        add(total.count, row.amounts.count);
        add(total.time, row.amounts.time);
        add(total.wait, row.amounts.wait);
        add(total.bytes, row.amounts.bytes);
        add(total.redundant, row.amounts.redundant);
    }
    comparison.count = comparison.rows.size();
}

void setShares(TallyComparison& comparison)
{
    double all = 0;  // the same order of addition in each run: rows are by name
    const auto differenceOf = [&](const TallyDifference& row) {
        return row.amounts.of(comparison.measure).difference;
    };
    for (const TallyDifference& row : comparison.rows) {
        all += static_cast<double>(absolute(differenceOf(row)));
    }
    for (TallyDifference& row : comparison.rows) {
        row.share = all > 0 ? static_cast<double>(differenceOf(row)) / all
                            : std::numeric_limits<double>::quiet_NaN();
    }
}

/// In the order of names.
std::vector<TallyDifference> matched(const Tallies& a, const Tallies& b)
{
    std::vector<TallyDifference> rows;
    rows.reserve(std::max(a.rows.size(), b.rows.size()));
    auto ofA = a.rows.begin();
    auto ofB = b.rows.begin();
    while (ofA != a.rows.end() || ofB != b.rows.end()) {
        const bool isAFirst =
            ofB == b.rows.end() || (ofA != a.rows.end() && ofA->name <= ofB->name);
        const bool isBFirst =
            ofA == a.rows.end() || (ofB != b.rows.end() && ofB->name <= ofA->name);
        rows.push_back(rowOf(isAFirst ? &*ofA : nullptr, isBFirst ? &*ofB : nullptr));
        ofA += isAFirst ? 1 : 0;
        ofB += isBFirst ? 1 : 0;
    }
    return rows;
}

}  // namespace

double ratioOf(const Amounts& amounts)
{
    return amounts.a == 0 ? std::numeric_limits<double>::quiet_NaN()
                          : static_cast<double>(amounts.b) / static_cast<double>(amounts.a);
}

const Amounts& AmountsByMeasure::of(TallyMeasure measure) const
{
    switch (measure) {
    case TallyMeasure::Count:
        return count;
    case TallyMeasure::Wait:
        return wait;
    case TallyMeasure::Bytes:
        return bytes;
    case TallyMeasure::Redundant:
        return redundant;
    case TallyMeasure::Time:
    case TallyMeasure::Usual:
        break;
    }
    return time;
}

TallyComparison compareTallies(const TallyQuestion& question, const Tallies& a, const Tallies& b)
{
    TallyComparison comparison{
        .by = question.by, .key = keyOf(question), .measure = measureOf(question)};
    comparison.rows = matched(a, b);
    addUp(comparison);
    setShares(comparison);
    // By name they are already.
    std::ranges::stable_sort(
        comparison.rows, std::ranges::greater(), [&](const TallyDifference& row) {
            return absolute(row.amounts.of(comparison.measure).difference);
        });
    return comparison;
}

std::string amountText(TallyMeasure measure, std::int64_t amount)
{
    const std::string sign = amount < 0 ? "-" : "";
    switch (measure) {
    case TallyMeasure::Count:
        return sign + grouped(absolute(amount));
    case TallyMeasure::Bytes:
    case TallyMeasure::Redundant:
        return sign + byteText(absolute(amount));
    default:
        return formatDuration(amount, {});
    }
}

std::string differenceText(TallyMeasure measure, std::int64_t difference)
{
    return (difference > 0 ? "+" : "") + amountText(measure, difference);
}

}  // namespace vellum::compare
