#include "common/query/io_summary.h"

#include "common/query/limits.h"

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::Merge;
using table::Unit;

constexpr std::string_view kBy[] = {"operation", "file", "location", "size-class"};
constexpr Unit kByUnits[] = {Unit::None, Unit::IoFile, Unit::Location, Unit::Bytes};
constexpr std::string_view kOperations[] = {"read", "write", "flush", "other"};

constexpr Column kQuestion[] = {column<&IoSummaryQuestion::by>(
    {.name = "by", .says = "what operations are summed by, besides what they do", .words = kBy})};

constexpr Column kRow[] = {
    column<&IoSummaryRow::operation>(
        {.name = "operation", .says = "what they do", .merge = Merge::Key, .words = kOperations}),
    column<&IoSummaryRow::key>(
        {.name = "key",
         .says = "file, location, the least bytes of a class, or 0",
         .unit = Unit::By,
         .merge = Merge::Key}),
    column<&IoSummaryRow::sums>({.name = ""})};

constexpr Column kAnswer[] = {
    column<&IoSummary::by>({.name = "by", .says = "as asked", .words = kBy, .units = kByUnits}),
    column<&IoSummary::rows>(
        {.name = "rows", .says = "ascending by key, then operation", .most = kMaxItems})};

}  // namespace

constinit const table::Schema IoSummaryRow::kSchema =
    table::schemaOf<IoSummaryRow>("io-summary-row", kRow);
constinit const table::Schema IoSummary::kSchema =
    table::schemaOf<IoSummary>("io-summary", kAnswer);
constinit const table::Schema IoSummaryQuestion::kSchema =
    table::schemaOf<IoSummaryQuestion>("io-summary", kQuestion, &IoSummary::kSchema);

}  // namespace vellum::query
