#include "common/query/values_redundancy.h"

#include "common/query/limits.h"

#include <limits>

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::derived;
using table::Unit;

constexpr Column kQuestion[] = {column<&ValuesRedundancyQuestion::columns>(
    {.name = "columns",
     .says = "so many of equal width",
     .unit = Unit::Count,
     .least = 1,
     .most = kMaxColumns})};

double shareOf(const ValuesRedundancyRow& row)
{
    return row.movedBytes == 0
               ? std::numeric_limits<double>::quiet_NaN()
               : static_cast<double>(row.redundantBytes) / static_cast<double>(row.movedBytes);
}

constexpr Column kRow[] = {
    column<&ValuesRedundancyRow::location>(
        {.name = "location", .says = "who moved it", .unit = Unit::Location}),
    column<&ValuesRedundancyRow::column>(
        {.name = "column", .says = "from 0 on", .unit = Unit::Count}),
    column<&ValuesRedundancyRow::movedBytes>(
        {.name = "moved_bytes", .says = "loaded and stored together", .unit = Unit::Bytes}),
    column<&ValuesRedundancyRow::redundantBytes>(
        {.name = "redundant_bytes",
         .says = "of these, reloaded or unchanged",
         .unit = Unit::Bytes}),
    derived<&shareOf>({.name = "share", .says = "redundant by moved", .unit = Unit::Share}),
    column<&ValuesRedundancyRow::pattern>(
        {.name = "pattern", .says = "the most telling one", .words = kValuePatternWords}),
    column<&ValuesRedundancyRow::quality>(
        {.name = "quality",
         .says = "how surely the operations are those of the trace: 3 exact … 0 not found",
         .isDetail = true,
         .most = 3})};

constexpr Column kAnswer[] = {
    column<&ValuesRedundancy::columns>(
        {.name = "columns", .says = "as asked", .unit = Unit::Count}),
    column<&ValuesRedundancy::operations>(
        {.name = "operations", .says = "that were looked at in the window", .unit = Unit::Count}),
    column<&ValuesRedundancy::lostAccesses>(
        {.name = "lost_accesses",
         .says = "of these, for want of room or left out on purpose",
         .unit = Unit::Count}),
    column<&ValuesRedundancy::valuesOf>(kValuesOf),
    column<&ValuesRedundancy::rows>(
        {.name = "rows",
         .says = "ascending by the location's place, then by column; none where nothing moved",
         .most = kMaxItems})};

}  // namespace

constinit const table::Schema ValuesRedundancyRow::kSchema =
    table::schemaOf<ValuesRedundancyRow>("values-redundancy-row", kRow);
constinit const table::Schema ValuesRedundancy::kSchema =
    table::schemaOf<ValuesRedundancy>("values-redundancy", kAnswer);
constinit const table::Schema ValuesRedundancyQuestion::kSchema =
    table::schemaOf<ValuesRedundancyQuestion>(
        "values-redundancy", kQuestion, &ValuesRedundancy::kSchema);

}  // namespace vellum::query
