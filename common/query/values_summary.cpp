#include "common/query/values_summary.h"

#include "common/query/limits.h"

#include <limits>

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::derived;
using table::Unit;

constexpr std::string_view kBy[] = {"object", "site", "line", "function", "location", "kind"};
constexpr Unit kByUnits[] = {
    Unit::None, Unit::None, Unit::None, Unit::Region, Unit::Location, Unit::None};

constexpr Column kQuestion[] = {column<&ValuesSummaryQuestion::by>(
    {.name = "by", .says = "what accesses are summed by", .words = kBy})};

double movedOf(const ValuesSummaryRow& row)
{
    return static_cast<double>(movedBytes(row));
}

double redundantOf(const ValuesSummaryRow& row)
{
    return static_cast<double>(redundantBytes(row));
}

double shareOf(const ValuesSummaryRow& row)
{
    const std::uint64_t moved = movedBytes(row);
    return moved == 0 ? std::numeric_limits<double>::quiet_NaN()
                      : static_cast<double>(redundantBytes(row)) / static_cast<double>(moved);
}

constexpr Column kRow[] = {
    column<&ValuesSummaryRow::key>(
        {.name = "key",
         .says = "function or location; else a number within this answer",
         .unit = Unit::By,
         .isDetail = true}),
    column<&ValuesSummaryRow::name>({.name = "name", .says = "object, line or function"}),
    column<&ValuesSummaryRow::where>(
        {.name = "where", .says = "where an object was allocated; a line's function"}),
    column<&ValuesSummaryRow::file>(
        {.name = "file",
         .says = "a line's source, as the debug information names it",
         .isDetail = true}),
    column<&ValuesSummaryRow::line>(
        {.name = "line", .says = "its number in that file; 0: not known", .isDetail = true}),
    derived<&movedOf>(
        {.name = "moved_bytes", .says = "loaded and stored together", .unit = Unit::Bytes}),
    derived<&redundantOf>(
        {.name = "redundant_bytes",
         .says = "of these, reloaded or unchanged: they need not have moved",
         .unit = Unit::Bytes}),
    derived<&shareOf>({.name = "share", .says = "redundant by moved", .unit = Unit::Share}),
    column<&ValuesSummaryRow::pattern>(
        {.name = "pattern",
         .says = "the one that explains the most accesses",
         .words = kValuePatternWords}),
    column<&ValuesSummaryRow::accesses>(
        {.name = "accesses", .says = "loads and stores of scalars", .unit = Unit::Count}),
    column<&ValuesSummaryRow::loadedBytes>(
        {.name = "loaded_bytes", .says = "each time counted", .unit = Unit::Bytes}),
    column<&ValuesSummaryRow::reloadedBytes>(
        {.name = "reloaded_bytes",
         .says = "loads of what the same thread had seen there last",
         .unit = Unit::Bytes}),
    column<&ValuesSummaryRow::storedBytes>(
        {.name = "stored_bytes", .says = "each time counted", .unit = Unit::Bytes}),
    column<&ValuesSummaryRow::unchangedBytes>(
        {.name = "unchanged_bytes", .says = "stores of what was there", .unit = Unit::Bytes}),
    column<&ValuesSummaryRow::deadBytes>(
        {.name = "dead_bytes",
         .says = "stored, and stored over before anybody looked",
         .unit = Unit::Bytes}),
    column<&ValuesSummaryRow::undefinedBytes>(
        {.name = "undefined_bytes",
         .says = "of what was accessed nobody had seen a store before",
         .unit = Unit::Bytes,
         .isDetail = true})};

constexpr Column kAnswer[] = {
    column<&ValuesSummary::by>({.name = "by", .says = "as asked", .words = kBy, .units = kByUnits}),
    column<&ValuesSummary::operations>(
        {.name = "operations", .says = "that were looked at in the window", .unit = Unit::Count}),
    column<&ValuesSummary::lostAccesses>(
        {.name = "lost_accesses",
         .says = "of these, for want of room or left out on purpose",
         .unit = Unit::Count}),
    column<&ValuesSummary::valuesOf>(kValuesOf),
    column<&ValuesSummary::rows>(
        {.name = "rows",
         .says = "descending by redundant bytes, then by name",
         .most = kMaxItems})};

}  // namespace

std::uint64_t movedBytes(const ValuesSummaryRow& row)
{
    return row.loadedBytes + row.storedBytes;
}

std::uint64_t redundantBytes(const ValuesSummaryRow& row)
{
    return row.reloadedBytes + row.unchangedBytes;
}

constinit const table::Schema ValuesSummaryRow::kSchema =
    table::schemaOf<ValuesSummaryRow>("values-summary-row", kRow);
constinit const table::Schema ValuesSummary::kSchema =
    table::schemaOf<ValuesSummary>("values-summary", kAnswer);
constinit const table::Schema ValuesSummaryQuestion::kSchema =
    table::schemaOf<ValuesSummaryQuestion>("values-summary", kQuestion, &ValuesSummary::kSchema);

}  // namespace vellum::query
