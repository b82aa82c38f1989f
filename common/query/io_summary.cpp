#include "common/query/io_summary.h"

#include "common/query/limits.h"

#include <limits>

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::derived;
using table::Merge;
using table::Unit;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

double meanBytes(const IoSummaryRow& row)
{
    return row.count == 0 ? kNone : static_cast<double>(row.bytes) / static_cast<double>(row.count);
}
double meanDuration(const IoSummaryRow& row)
{
    return row.count == 0 ? kNone
                          : static_cast<double>(row.sumDuration) / static_cast<double>(row.count);
}
/// Of all together: large operations weigh more.
double meanRate(const IoSummaryRow& row)
{
    return row.rated == 0
               ? kNone
               : static_cast<double>(row.ratedBytes) / static_cast<double>(row.ratedDuration);
}

constexpr std::string_view kBy[] = {"operation", "file", "location", "size-class"};
constexpr Unit kByUnits[] = {Unit::None, Unit::IoFile, Unit::Location, Unit::Bytes};
constexpr std::string_view kOperations[] = {"read", "write", "flush", "other"};

constexpr Column kQuestion[] = {column<&IoSummaryQuestion::by>(
    {.name = "by", .says = "what operations are summed by, besides what they do", .words = kBy})};

constexpr Column kRow[] = {
    column<&IoSummaryRow::operation>(
        {.name = "operation",
         .says = "what they do",
         .merge = Merge::Key,
         .words = kOperations}),
    column<&IoSummaryRow::key>(
        {.name = "key",
         .says = "file, location, the least bytes of a class, or 0",
         .unit = Unit::By,
         .merge = Merge::Key}),
    column<&IoSummaryRow::count>(
        {.name = "count", .says = "completed operations", .unit = Unit::Count, .merge = Merge::Sum}),
    column<&IoSummaryRow::bytes>(
        {.name = "bytes", .says = "transferred by all together", .unit = Unit::Bytes, .merge = Merge::Sum}),
    column<&IoSummaryRow::minBytes>(
        {.name = "min_bytes",
         .says = "by the smallest operation",
         .unit = Unit::Bytes,
         .merge = Merge::Least}),
    derived<&meanBytes>({.name = "mean_bytes", .says = "bytes / count", .unit = Unit::Bytes}),
    column<&IoSummaryRow::maxBytes>(
        {.name = "max_bytes",
         .says = "by the largest operation",
         .unit = Unit::Bytes,
         .merge = Merge::Most}),
    column<&IoSummaryRow::minDuration>(
        {.name = "min_duration",
         .says = "of the shortest",
         .unit = Unit::Duration,
         .merge = Merge::Least}),
    derived<&meanDuration>(
        {.name = "mean_duration", .says = "sum_duration / count", .unit = Unit::Duration}),
    column<&IoSummaryRow::maxDuration>(
        {.name = "max_duration",
         .says = "of the longest",
         .unit = Unit::Duration,
         .merge = Merge::Most}),
    column<&IoSummaryRow::sumDuration>(
        {.name = "sum_duration",
         .says = "of all, added up; they may overlap",
         .unit = Unit::Duration,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&IoSummaryRow::rated>(
        {.name = "rated",
         .says = "operations that take time and so have a rate",
         .unit = Unit::Count,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&IoSummaryRow::ratedBytes>(
        {.name = "rated_bytes",
         .says = "of these together",
         .unit = Unit::Bytes,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&IoSummaryRow::ratedDuration>(
        {.name = "rated_duration",
         .says = "of these, added up",
         .unit = Unit::Duration,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&IoSummaryRow::minRate>(
        {.name = "min_rate",
         .says = "of the slowest of these",
         .unit = Unit::Rate,
         .merge = Merge::Least}),
    derived<&meanRate>(
        {.name = "mean_rate", .says = "rated_bytes / rated_duration", .unit = Unit::Rate}),
    column<&IoSummaryRow::maxRate>(
        {.name = "max_rate",
         .says = "of the fastest of these",
         .unit = Unit::Rate,
         .merge = Merge::Most})};

constexpr Column kAnswer[] = {
    column<&IoSummary::by>(
        {.name = "by", .says = "as asked", .words = kBy, .units = kByUnits}),
    column<&IoSummary::rows>({.name = "rows", .says = "ascending by key, then operation", .most = kMaxItems})};

}  // namespace

constinit const table::Schema IoSummaryRow::kSchema =
    table::schemaOf<IoSummaryRow>("io-summary-row", kRow);
constinit const table::Schema IoSummary::kSchema =
    table::schemaOf<IoSummary>("io-summary", kAnswer);
constinit const table::Schema IoSummaryQuestion::kSchema =
    table::schemaOf<IoSummaryQuestion>("io-summary", kQuestion, &IoSummary::kSchema);

}  // namespace vellum::query
