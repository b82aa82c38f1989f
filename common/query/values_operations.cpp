#include "common/query/values_operations.h"

#include "common/query/limits.h"

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::Unit;

constexpr std::uint64_t kLongestName = 10'000;
constexpr std::string_view kAccesses[] = {"any", "load", "store", "atomic"};

constexpr Column kQuestion[] = {
    column<&ValuesOperationsQuestion::object>(
        {.name = "object",
         .says = "only those that accessed what is called so",
         .most = kLongestName}),
    column<&ValuesOperationsQuestion::line>(
        {.name = "line", .says = "only those with accesses there", .most = kLongestName}),
    column<&ValuesOperationsQuestion::function>(
        {.name = "function",
         .says = "only those with accesses in the function of this name",
         .most = kLongestName}),
    column<&ValuesOperationsQuestion::pattern>(
        {.name = "pattern",
         .says = "only those in which it was found, of that object and there",
         .words = kValuePatternWords}),
    column<&ValuesOperationsQuestion::access>(
        {.name = "access", .says = "only of such accesses", .words = kAccesses}),
    column<&ValuesOperationsQuestion::first>(
        {.name = "first",
         .says = "only so many rows",
         .unit = Unit::Count,
         .least = 1,
         .most = kMaxItems})};

constexpr Column kRow[] = {
    column<&ValuesOperationRow::location>(
        {.name = "location", .says = "whose operation it is", .unit = Unit::Location}),
    column<&ValuesOperationRow::region>(
        {.name = "region", .says = "the function it is visits of", .unit = Unit::Region}),
    column<&ValuesOperationRow::begin>(
        {.name = "begin", .says = "since the trace's begin", .unit = Unit::Duration}),
    column<&ValuesOperationRow::duration>(
        {.name = "duration", .says = "from its first visit to its last", .unit = Unit::Duration}),
    column<&ValuesOperationRow::movedBytes>(
        {.name = "moved_bytes",
         .says = "by the accesses that were asked for",
         .unit = Unit::Bytes}),
    column<&ValuesOperationRow::redundantBytes>(
        {.name = "redundant_bytes",
         .says = "of these, reloaded or unchanged",
         .unit = Unit::Bytes}),
    column<&ValuesOperationRow::quality>(
        {.name = "quality",
         .says = "how surely the operation is that of the trace: 3 exact … 0 not found",
         .isDetail = true,
         .most = 3})};

constexpr Column kAnswer[] = {
    column<&ValuesOperations::count>(
        {.name = "count", .says = "also of rows that were not asked for", .unit = Unit::Count}),
    column<&ValuesOperations::valuesOf>(kValuesOf),
    column<&ValuesOperations::rows>(
        {.name = "rows",
         .says = "by begin, then location, then the longer one",
         .most = kMaxItems})};

}  // namespace

constinit const table::Schema ValuesOperationRow::kSchema =
    table::schemaOf<ValuesOperationRow>("values-operation-row", kRow);
constinit const table::Schema ValuesOperations::kSchema =
    table::schemaOf<ValuesOperations>("values-operations", kAnswer);
constinit const table::Schema ValuesOperationsQuestion::kSchema =
    table::schemaOf<ValuesOperationsQuestion>(
        "values-operations", kQuestion, &ValuesOperations::kSchema);

}  // namespace vellum::query
