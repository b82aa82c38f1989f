// What the columns of a comparison by messages, collective operations and so on mean.

#include "common/compare/tally_differences.h"
#include "common/query/limits.h"

#include <array>
#include <string_view>

namespace vellum::compare {

namespace {

using table::column;
using table::Column;
using table::derived;
using table::Unit;

double ratioOfCounts(const CountsOfBoth& both)
{
    return ratioOf(both);
}
double ratioOfTimes(const TimesOfBoth& both)
{
    return ratioOf(both);
}
double ratioOfBytes(const BytesOfBoth& both)
{
    return ratioOf(both);
}

constexpr std::string_view kPresences[] = {"both", "only-a", "only-b"};

/// A, B, B − A and B / A.
template <auto a, auto b, auto difference, auto ratio>
constexpr std::array<Column, 4> columnsOfBoth(Unit unit)
{
    return {
        column<a>({.name = "a", .says = "in A", .unit = unit}),
        column<b>({.name = "b", .says = "in B", .unit = unit}),
        column<difference>({.name = "difference", .says = "B - A", .unit = unit}),
        derived<ratio>({.name = "ratio", .says = "B / A", .unit = Unit::Ratio})};
}

constexpr auto kCounts =
    columnsOfBoth<&Amounts::a, &Amounts::b, &Amounts::difference, &ratioOfCounts>(Unit::Count);
constexpr auto kTimes =
    columnsOfBoth<&Amounts::a, &Amounts::b, &Amounts::difference, &ratioOfTimes>(Unit::Nanoseconds);
constexpr auto kBytes =
    columnsOfBoth<&Amounts::a, &Amounts::b, &Amounts::difference, &ratioOfBytes>(Unit::Bytes);

constexpr Column kAmounts[] = {
    column<&AmountsByMeasure::time>({.name = "time"}),
    column<&AmountsByMeasure::wait>({.name = "wait"}),
    column<&AmountsByMeasure::bytes>({.name = "bytes"}),
    column<&AmountsByMeasure::redundant>({.name = "redundant_bytes"}),
    column<&AmountsByMeasure::count>({.name = "count"})};

constexpr Column kRow[] = {
    column<&TallyDifference::amounts>({.name = ""}),
    column<&TallyDifference::share>(
        {.name = "share",
         .says = "of all absolute differences of the measure, with the sign of this one",
         .unit = Unit::Share}),
    column<&TallyDifference::in>({.name = "in", .says = "who has it", .words = kPresences}),
    column<&TallyDifference::name>({.name = "name", .says = "what was added up"})};

constexpr Column kComparison[] = {
    column<&TallyComparison::by>({.name = "by", .says = "as asked", .words = kTallyByWords}),
    column<&TallyComparison::key>(
        {.name = "key", .says = "what makes a row", .words = kTallyKeyWords}),
    column<&TallyComparison::measure>(
        {.name = "measure",
         .says = "by what rows are in order, and what shares are of",
         .words = kTallyMeasureWords}),
    column<&TallyComparison::total>({.name = "total"}),
    column<&TallyComparison::count>(
        {.name = "count", .says = "rows there are, whatever the limit", .unit = Unit::Count}),
    column<&TallyComparison::onlyA>(
        {.name = "only_a", .says = "of these only in A", .unit = Unit::Count}),
    column<&TallyComparison::onlyB>(
        {.name = "only_b", .says = "of these only in B", .unit = Unit::Count}),
    column<&TallyComparison::rows>(
        {.name = "rows",
         .says = "by absolute difference of the measure, largest first, then by name",
         .most = query::kMaxItems})};

constexpr Column kQuestion[] = {
    column<&TallyQuestion::by>({.name = "by", .says = "what is compared", .words = kTallyByWords}),
    column<&TallyQuestion::key>(
        {.name = "key",
         .says = "what makes a row; usual: the first that goes with it",
         .words = kTallyKeyWords}),
    column<&TallyQuestion::measure>(
        {.name = "measure",
         .says = "by what rows are in order; usual: redundant bytes of values, else time",
         .words = kTallyMeasureWords})};

}  // namespace

constinit const table::Schema CountsOfBoth::kSchema =
    table::schemaOf<CountsOfBoth>("counts-of-both", kCounts);
constinit const table::Schema TimesOfBoth::kSchema =
    table::schemaOf<TimesOfBoth>("times-of-both", kTimes);
constinit const table::Schema BytesOfBoth::kSchema =
    table::schemaOf<BytesOfBoth>("bytes-of-both", kBytes);
constinit const table::Schema AmountsByMeasure::kSchema =
    table::schemaOf<AmountsByMeasure>("amounts-by-measure", kAmounts);
constinit const table::Schema TallyDifference::kSchema =
    table::schemaOf<TallyDifference>("tally-difference", kRow);
constinit const table::Schema TallyComparison::kSchema =
    table::schemaOf<TallyComparison>("compare-tallies", kComparison);
constinit const table::Schema TallyQuestion::kSchema = table::schemaOf<TallyQuestion>(
    "compare --by message, collective, io, kernel, copy, value",
    kQuestion,
    &TallyComparison::kSchema);

}  // namespace vellum::compare
