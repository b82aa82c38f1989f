// What the columns of a comparison by counters mean.

#include "common/compare/counter_differences.h"
#include "common/query/limits.h"

namespace vellum::compare {

namespace {

using table::Column;
using table::column;
using table::Unit;

constexpr std::string_view kPresences[] = {"both", "only-a", "only-b"};

constexpr Column kRow[] = {
    column<&CounterDifference::metric>({.name = "metric", .says = "whose unit all values have"}),
    column<&CounterDifference::unit>({.name = "unit", .says = "of the metric"}),
    column<&CounterDifference::location>(
        {.name = "location", .says = "in A; of what only B has, in B"}),
    column<&CounterDifference::column>(
        {.name = "column", .says = "from 0", .unit = Unit::Count, .isDetail = true}),
    column<&CounterDifference::begin>(
        {.name = "begin",
         .says = "of the column, since the windows begin",
         .unit = Unit::Nanoseconds}),
    column<&CounterDifference::meanA>(
        {.name = "mean_a", .says = "of the samples in A, or the value that holds"}),
    column<&CounterDifference::meanB>(
        {.name = "mean_b", .says = "of the samples in B, or the value that holds"}),
    column<&CounterDifference::difference>(
        {.name = "difference", .says = "mean_b - mean_a, where both show something"}),
    column<&CounterDifference::least>(
        {.name = "difference_min", .says = "least of all differences: min_b - max_a"}),
    column<&CounterDifference::most>(
        {.name = "difference_max", .says = "greatest of all differences: max_b - min_a"}),
    column<&CounterDifference::minA>({.name = "min_a", .says = "in A", .isDetail = true}),
    column<&CounterDifference::maxA>({.name = "max_a", .says = "in A", .isDetail = true}),
    column<&CounterDifference::samplesA>(
        {.name = "samples_a",
         .says = "in A; 0 where a value holds",
         .unit = Unit::Count,
         .isDetail = true}),
    column<&CounterDifference::minB>({.name = "min_b", .says = "in B", .isDetail = true}),
    column<&CounterDifference::maxB>({.name = "max_b", .says = "in B", .isDetail = true}),
    column<&CounterDifference::samplesB>(
        {.name = "samples_b",
         .says = "in B; 0 where a value holds",
         .unit = Unit::Count,
         .isDetail = true}),
    column<&CounterDifference::in>(
        {.name = "in", .says = "who shows something there", .words = kPresences}),
    column<&CounterDifference::locationB>(
        {.name = "location_b",
         .says = "the location in B, where it has another name",
         .isDetail = true})};

constexpr Column kComparison[] = {
    column<&CounterComparison::columns>(
        {.name = "columns", .says = "as asked", .unit = Unit::Count}),
    column<&CounterComparison::length>(
        {.name = "length", .says = "of the windows that are compared", .unit = Unit::Nanoseconds}),
    column<&CounterComparison::count>(
        {.name = "count", .says = "rows there are, whatever the limit", .unit = Unit::Count}),
    column<&CounterComparison::inBoth>(
        {.name = "in_both", .says = "counters that both have", .unit = Unit::Count}),
    column<&CounterComparison::onlyA>(
        {.name = "only_a", .says = "counters only in A", .unit = Unit::Count}),
    column<&CounterComparison::onlyB>(
        {.name = "only_b", .says = "counters only in B", .unit = Unit::Count}),
    column<&CounterComparison::rows>(
        {.name = "rows",
         .says = "by counter in the order of A, what only B has behind them; then by column",
         .most = query::kMaxItems})};

constexpr Column kQuestion[] = {
    column<&CounterQuestion::metric>(
        {.name = "metric", .says = "only counters of this name; all without"}),
    column<&CounterQuestion::columns>(
        {.name = "columns",
         .says = "into which the windows are cut; 1 without: one row for each counter",
         .least = 1,
         .most = query::kMaxColumns})};

}  // namespace

constinit const table::Schema CounterDifference::kSchema =
    table::schemaOf<CounterDifference>("counter-difference", kRow);
constinit const table::Schema CounterComparison::kSchema =
    table::schemaOf<CounterComparison>("compare-counters", kComparison);
constinit const table::Schema CounterQuestion::kSchema = table::schemaOf<CounterQuestion>(
    "compare --by counter", kQuestion, &CounterComparison::kSchema);

}  // namespace vellum::compare
