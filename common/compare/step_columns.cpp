// What the columns of a comparison by steps mean.

#include "common/compare/step_differences.h"
#include "common/query/limits.h"

namespace vellum::compare {

namespace {

using table::column;
using table::Column;
using table::derived;
using table::Unit;

constexpr std::string_view kPresences[] = {"both", "only-a", "only-b"};

double totalRatio(const StepComparison& comparison)
{
    return stepRatio({.durationA = comparison.totalA, .durationB = comparison.totalB});
}

constexpr Column kStep[] = {
    column<&StepDifference::location>(
        {.name = "location", .says = "in A; of what only B has, in B"}),
    column<&StepDifference::number>(
        {.name = "number",
         .says = "from 1, among the steps of this name on the location",
         .unit = Unit::Count}),
    column<&StepDifference::beginA>(
        {.name = "begin_a", .says = "since A begins", .unit = Unit::Nanoseconds}),
    column<&StepDifference::durationA>(
        {.name = "duration_a", .says = "how long it takes in A", .unit = Unit::Nanoseconds}),
    column<&StepDifference::durationB>(
        {.name = "duration_b", .says = "how long it takes in B", .unit = Unit::Nanoseconds}),
    column<&StepDifference::difference>(
        {.name = "difference", .says = "B - A, of a step of both", .unit = Unit::Nanoseconds}),
    derived<&stepRatio>({.name = "ratio", .says = "B / A, of a step of both", .unit = Unit::Ratio}),
    column<&StepDifference::beginB>(
        {.name = "begin_b", .says = "since B begins", .unit = Unit::Nanoseconds, .isDetail = true}),
    column<&StepDifference::in>({.name = "in", .says = "who has it", .words = kPresences}),
    column<&StepDifference::name>({.name = "name", .says = "function"}),
    column<&StepDifference::locationB>(
        {.name = "location_b",
         .says = "the location in B, where it has another name",
         .isDetail = true})};

constexpr Column kComparison[] = {
    column<&StepComparison::totalA>(
        {.name = "total_a", .says = "of steps of both, in A", .unit = Unit::Nanoseconds}),
    column<&StepComparison::totalB>(
        {.name = "total_b", .says = "of steps of both, in B", .unit = Unit::Nanoseconds}),
    column<&StepComparison::totalDifference>(
        {.name = "total_difference", .says = "B - A", .unit = Unit::Nanoseconds}),
    derived<&totalRatio>({.name = "total_ratio", .says = "B / A", .unit = Unit::Ratio}),
    column<&StepComparison::count>(
        {.name = "count", .says = "steps there are, whatever the limit", .unit = Unit::Count}),
    column<&StepComparison::onlyA>(
        {.name = "only_a", .says = "of these only in A", .unit = Unit::Count}),
    column<&StepComparison::onlyB>(
        {.name = "only_b", .says = "of these only in B", .unit = Unit::Count}),
    column<&StepComparison::rows>(
        {.name = "rows",
         .says = "by location of A, then by begin; what only B has behind them",
         .most = query::kMaxItems})};

constexpr Column kQuestion[] = {column<&StepQuestion::steps>(
    {.name = "steps",
     .says =
         "the function that is visited once a step; with a * behind it all whose names begin so"})};

}  // namespace

constinit const table::Schema StepDifference::kSchema =
    table::schemaOf<StepDifference>("step-difference", kStep);
constinit const table::Schema StepComparison::kSchema =
    table::schemaOf<StepComparison>("compare-steps", kComparison);

constinit const table::Schema StepQuestion::kSchema =
    table::schemaOf<StepQuestion>("compare --steps", kQuestion, &StepComparison::kSchema);

}  // namespace vellum::compare
