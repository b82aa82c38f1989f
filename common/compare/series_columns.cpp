// What the columns of a series mean.

#include "common/compare/series.h"
#include "common/query/limits.h"

namespace vellum::compare {

namespace {

using table::column;
using table::Column;
using table::Unit;

constexpr std::string_view kScalings[] = {"strong", "weak"};

constexpr Column kRun[] = {
    column<&SeriesRun::number>(
        {.name = "run", .says = "its number: by ranks, then as given", .unit = Unit::Count}),
    column<&SeriesRun::ranks>(
        {.name = "ranks",
         .says = "location groups that have a CPU thread among the locations",
         .unit = Unit::Count}),
    column<&SeriesRun::locations>(
        {.name = "locations", .says = "that the times are of", .unit = Unit::Count}),
    column<&SeriesRun::length>(
        {.name = "length", .says = "from begin to end", .unit = Unit::Nanoseconds}),
    column<&SeriesRun::idealLength>(
        {.name = "ideal_length",
         .says = "of a program that makes the most of its ranks, from the length of the first run",
         .unit = Unit::Nanoseconds}),
    column<&SeriesRun::total>(
        {.name = "total", .says = "exclusive time of all", .unit = Unit::Nanoseconds}),
    column<&SeriesRun::speedUp>(
        {.name = "speed_up",
         .says = "length of the first run by its own; weak: and times the work",
         .unit = Unit::Ratio}),
    column<&SeriesRun::idealSpeedUp>(
        {.name = "ideal_speed_up", .says = "ranks by those of the first run", .unit = Unit::Ratio}),
    column<&SeriesRun::efficiency>(
        {.name = "efficiency", .says = "speed_up by ideal_speed_up", .unit = Unit::Share}),
    column<&SeriesRun::mpiShare>(
        {.name = "mpi_share",
         .says = "part of the total in the function group MPI",
         .unit = Unit::Share}),
    column<&SeriesRun::name>({.name = "path", .says = "of the trace"})};

constexpr Column kValue[] = {
    column<&SeriesValue::exclusive>(
        {.name = "exclusive", .says = "exclusive time in this run", .unit = Unit::Nanoseconds}),
    column<&SeriesValue::share>(
        {.name = "share", .says = "its part of the run's total", .unit = Unit::Share})};

constexpr Column kRow[] = {
    column<&SeriesRow::name>({.name = "name", .says = "function, group or call path"}),
    column<&SeriesRow::slope>(
        {.name = "slope",
         .says =
             "of log exclusive time over log ranks: 0 as much on any number of ranks, 1 in proportion to them",
         .unit = Unit::Ratio}),
    column<&SeriesRow::runs>(
        {.name = "runs", .says = "in each run, in the order of runs", .most = kMostOfSeries})};

constexpr Column kSeries[] = {
    column<&Series::by>({.name = "by", .says = "as asked", .words = kComparisonByWords}),
    column<&Series::scaling>({.name = "scaling", .says = "as asked", .words = kScalings}),
    column<&Series::count>(
        {.name = "count", .says = "rows there are, whatever the limit", .unit = Unit::Count}),
    column<&Series::runs>({.name = "runs", .says = "by ranks", .most = kMostOfSeries}),
    column<&Series::rows>(
        {.name = "rows",
         .says = "by the largest share of a run, largest first, then by name",
         .most = query::kMaxItems})};

constexpr Column kQuestion[] = {
    column<&SeriesQuestion::by>(
        {.name = "by", .says = "what rows are", .words = kComparisonByWords}),
    column<&SeriesQuestion::scaling>(
        {.name = "scaling",
         .says = "whether all runs have the same work, or each rank has",
         .words = kScalings})};

}  // namespace

constinit const table::Schema SeriesRun::kSchema = table::schemaOf<SeriesRun>("series-run", kRun);
constinit const table::Schema SeriesValue::kSchema =
    table::schemaOf<SeriesValue>("series-value", kValue);
constinit const table::Schema SeriesRow::kSchema = table::schemaOf<SeriesRow>("series-row", kRow);
constinit const table::Schema Series::kSchema = table::schemaOf<Series>("series", kSeries);
constinit const table::Schema SeriesQuestion::kSchema =
    table::schemaOf<SeriesQuestion>("compare --series", kQuestion, &Series::kSchema);

}  // namespace vellum::compare
