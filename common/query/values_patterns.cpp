#include "common/query/values_patterns.h"

#include "common/query/limits.h"

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::Unit;

constexpr std::string_view kAccesses[] = {"any", "load", "store", "atomic"};

constexpr Column kRow[] = {
    column<&ValuesPatternRow::pattern>(
        {.name = "pattern", .says = "what was found", .words = kValuePatternWords}),
    column<&ValuesPatternRow::access>(
        {.name = "access", .says = "of which accesses", .words = kAccesses}),
    column<&ValuesPatternRow::object>({.name = "object", .says = "of what"}),
    column<&ValuesPatternRow::line>(
        {.name = "line", .says = "where it was accessed; empty: all lines together"}),
    column<&ValuesPatternRow::function>({.name = "function", .says = "that accessed it"}),
    column<&ValuesPatternRow::bytes>(
        {.name = "bytes", .says = "that need not have moved, at most", .unit = Unit::Bytes}),
    column<&ValuesPatternRow::coverage>(
        {.name = "coverage",
         .says = "share of the accesses that it explains",
         .unit = Unit::Share}),
    column<&ValuesPatternRow::evidence>({.name = "evidence", .says = "how one can tell"}),
    column<&ValuesPatternRow::advice>({.name = "advice", .says = "what helped others"}),
    column<&ValuesPatternRow::accesses>(
        {.name = "accesses", .says = "of scalars", .unit = Unit::Count, .isDetail = true}),
    column<&ValuesPatternRow::operations>(
        {.name = "operations", .says = "in which it was found", .unit = Unit::Count})};

constexpr Column kAnswer[] = {
    column<&ValuesPatterns::valuesOf>(kValuesOf),
    column<&ValuesPatterns::rows>(
        {.name = "rows",
         .says = "descending by bytes, then by object, line and pattern",
         .most = kMaxItems})};

}  // namespace

constinit const table::Schema ValuesPatternRow::kSchema =
    table::schemaOf<ValuesPatternRow>("values-pattern-row", kRow);
constinit const table::Schema ValuesPatterns::kSchema =
    table::schemaOf<ValuesPatterns>("values-patterns", kAnswer);
constinit const table::Schema ValuesPatternsQuestion::kSchema =
    table::schemaOf<ValuesPatternsQuestion>("values-patterns", {}, &ValuesPatterns::kSchema);

}  // namespace vellum::query
