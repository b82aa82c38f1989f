// What the columns of two distributions side by side mean.

#include "common/compare/distribution.h"
#include "common/query/limits.h"

namespace vellum::compare {

namespace {

using table::column;
using table::Column;
using table::Unit;

constexpr Column kBin[] = {
    column<&DurationBin::low>(
        {.name = "low", .says = "where it begins", .unit = Unit::Nanoseconds}),
    column<&DurationBin::high>(
        {.name = "high", .says = "where the next begins", .unit = Unit::Nanoseconds}),
    column<&DurationBin::visitsA>(
        {.name = "visits_a", .says = "visits of A so long", .unit = Unit::Count}),
    column<&DurationBin::visitsB>(
        {.name = "visits_b", .says = "visits of B so long", .unit = Unit::Count}),
    column<&DurationBin::shareA>(
        {.name = "share_a", .says = "of all visits of A", .unit = Unit::Share}),
    column<&DurationBin::shareB>(
        {.name = "share_b", .says = "of all visits of B", .unit = Unit::Share}),
    column<&DurationBin::upToA>(
        {.name = "up_to_a", .says = "share of the visits of A below high", .unit = Unit::Share}),
    column<&DurationBin::upToB>(
        {.name = "up_to_b", .says = "share of the visits of B below high", .unit = Unit::Share})};

constexpr Column kDistribution[] = {
    column<&Distribution::function>({.name = "function", .says = "as asked"}),
    column<&Distribution::functionInB>(
        {.name = "function_b", .says = "what it is called in B, where that is another name"}),
    column<&Distribution::perDecade>(
        {.name = "per_decade",
         .says = "bins from a duration to ten times as much",
         .unit = Unit::Count}),
    column<&Distribution::visitsA>(
        {.name = "visits_a", .says = "that begin and end in the window of A", .unit = Unit::Count}),
    column<&Distribution::visitsB>(
        {.name = "visits_b", .says = "that begin and end in the window of B", .unit = Unit::Count}),
    column<&Distribution::medianA>(
        {.name = "median_a",
         .says = "of the durations in A; of an even number the lower one in the middle",
         .unit = Unit::Nanoseconds}),
    column<&Distribution::medianB>(
        {.name = "median_b", .says = "of the durations in B", .unit = Unit::Nanoseconds}),
    column<&Distribution::leastA>(
        {.name = "min_a", .says = "the shortest in A", .unit = Unit::Nanoseconds}),
    column<&Distribution::leastB>(
        {.name = "min_b", .says = "the shortest in B", .unit = Unit::Nanoseconds}),
    column<&Distribution::mostA>(
        {.name = "max_a", .says = "the longest in A", .unit = Unit::Nanoseconds}),
    column<&Distribution::mostB>(
        {.name = "max_b", .says = "the longest in B", .unit = Unit::Nanoseconds}),
    column<&Distribution::rows>(
        {.name = "rows",
         .says =
             "bins of equal width on a logarithmic axis, ascending, from the shortest visit of either run to the longest",
         .most = query::kMaxItems})};

constexpr Column kQuestion[] = {
    column<&DurationQuestion::function>(
        {.name = "function", .says = "the whole name of the function", .most = 65'536}),
    column<&DurationQuestion::perDecade>(
        {.name = "per_decade",
         .says = "bins from a duration to ten times as much; 0: as many as make no more than 80",
         .most = DurationQuestion::kMostPerDecade})};

}  // namespace

constinit const table::Schema DurationBin::kSchema =
    table::schemaOf<DurationBin>("duration-bin", kBin);
constinit const table::Schema Distribution::kSchema =
    table::schemaOf<Distribution>("compare-durations", kDistribution);
constinit const table::Schema DurationQuestion::kSchema =
    table::schemaOf<DurationQuestion>("compare --by duration", kQuestion, &Distribution::kSchema);

}  // namespace vellum::compare
