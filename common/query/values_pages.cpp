#include "common/query/values_pages.h"

#include "common/query/limits.h"

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::Unit;

constexpr std::uint64_t kLongestName = 10'000;
constexpr std::uint64_t kMostRanges = 4096;
constexpr std::string_view kClasses[] = {
    "unknown", "private", "read-shared", "false-shared", "true-shared"};

constexpr Column kQuestion[] = {
    column<&ValuesPagesQuestion::columns>(
        {.name = "columns",
         .says = "so many of equal width",
         .unit = Unit::Count,
         .least = 1,
         .most = kMaxColumns}),
    column<&ValuesPagesQuestion::ranges>(
        {.name = "ranges",
         .says = "so many of an object at most",
         .unit = Unit::Count,
         .least = 1,
         .most = kMostRanges}),
    column<&ValuesPagesQuestion::object>(
        {.name = "object", .says = "only what is called so", .most = kLongestName})};

constexpr Column kRow[] = {
    column<&ValuesPagesRow::object>({.name = "object", .says = "what lies there"}),
    column<&ValuesPagesRow::where>({.name = "where", .says = "where it is from"}),
    column<&ValuesPagesRow::offset>(
        {.name = "offset", .says = "of the first byte, in the object", .unit = Unit::Count}),
    column<&ValuesPagesRow::bytes>(
        {.name = "bytes", .says = "of these pages", .unit = Unit::Bytes}),
    column<&ValuesPagesRow::firstTouch>(
        {.name = "first_touch",
         .says = "in the window, since the trace's begin",
         .unit = Unit::Duration}),
    column<&ValuesPagesRow::writes>(
        {.name = "writes", .says = "a page in a slice of time counts once", .unit = Unit::Count}),
    column<&ValuesPagesRow::unchanged>(
        {.name = "unchanged",
         .says = "of these, those after which the page held what it held before",
         .unit = Unit::Count}),
    column<&ValuesPagesRow::changedBytes>(
        {.name = "changed_bytes",
         .says = "that were others after a write than before, each time counted",
         .unit = Unit::Bytes}),
    column<&ValuesPagesRow::sharing>(
        {.name = "sharing", .says = "the worst of them", .words = kClasses}),
    column<&ValuesPagesRow::states>(
        {.name = "states",
         .says = "a letter for each column: . untouched, r read, 1 written first, w written, = "
                 "written without effect, ? written, s shared, f falsely shared"})};

constexpr Column kAnswer[] = {
    column<&ValuesPages::columns>({.name = "columns", .says = "as asked", .unit = Unit::Count}),
    column<&ValuesPages::watchedBy>(
        {.name = "watched_by", .says = "how it is known which pages were written"}),
    column<&ValuesPages::objectsLeftOut>(
        {.name = "objects_left_out", .says = "for want of room", .unit = Unit::Count}),
    column<&ValuesPages::valuesOf>(kValuesOf),
    column<&ValuesPages::rows>(
        {.name = "rows",
         .says = "objects by what was written without effect, then by what was written, then by "
                 "name; of each ascending by offset",
         .most = kMaxItems})};

}  // namespace

constinit const table::Schema ValuesPagesRow::kSchema =
    table::schemaOf<ValuesPagesRow>("values-pages-row", kRow);
constinit const table::Schema ValuesPages::kSchema =
    table::schemaOf<ValuesPages>("values-pages", kAnswer);
constinit const table::Schema ValuesPagesQuestion::kSchema =
    table::schemaOf<ValuesPagesQuestion>("values-pages", kQuestion, &ValuesPages::kSchema);

}  // namespace vellum::query
