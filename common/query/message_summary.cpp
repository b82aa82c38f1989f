#include "common/query/message_summary.h"

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

double meanBytes(const MessageSummaryRow& row)
{
    return row.count == 0 ? kNone : static_cast<double>(row.bytes) / static_cast<double>(row.count);
}
double meanDuration(const MessageSummaryRow& row)
{
    return row.count == 0 ? kNone
                          : static_cast<double>(row.sumDuration) / static_cast<double>(row.count);
}
/// Of all together: large messages weigh more.
double meanRate(const MessageSummaryRow& row)
{
    return row.rated == 0
               ? kNone
               : static_cast<double>(row.ratedBytes) / static_cast<double>(row.ratedDuration);
}

constexpr std::string_view kBy[] = {"size", "size-class", "tag", "communicator"};
constexpr Unit kByUnits[] = {Unit::Bytes, Unit::Bytes, Unit::None, Unit::Communicator};

constexpr Column kQuestion[] = {column<&MessageSummaryQuestion::by>(
    {.name = "by", .says = "what messages are summed by", .words = kBy})};

constexpr Column kRow[] = {
    column<&MessageSummaryRow::key>(
        {.name = "key",
         .says = "bytes, the least bytes of a class, tag or communicator",
         .unit = Unit::By,
         .merge = Merge::Key}),
    column<&MessageSummaryRow::count>(
        {.name = "count", .says = "messages", .unit = Unit::Count, .merge = Merge::Sum}),
    column<&MessageSummaryRow::bytes>(
        {.name = "bytes", .says = "of all together", .unit = Unit::Bytes, .merge = Merge::Sum}),
    column<&MessageSummaryRow::minBytes>(
        {.name = "min_bytes",
         .says = "of the smallest message",
         .unit = Unit::Bytes,
         .merge = Merge::Least}),
    derived<&meanBytes>({.name = "mean_bytes", .says = "bytes / count", .unit = Unit::Bytes}),
    column<&MessageSummaryRow::maxBytes>(
        {.name = "max_bytes",
         .says = "of the largest message",
         .unit = Unit::Bytes,
         .merge = Merge::Most}),
    column<&MessageSummaryRow::minDuration>(
        {.name = "min_duration",
         .says = "shortest time from send to receive; below 0 where clocks disagree",
         .unit = Unit::Duration,
         .merge = Merge::Least}),
    derived<&meanDuration>(
        {.name = "mean_duration", .says = "sum_duration / count", .unit = Unit::Duration}),
    column<&MessageSummaryRow::maxDuration>(
        {.name = "max_duration",
         .says = "longest time from send to receive",
         .unit = Unit::Duration,
         .merge = Merge::Most}),
    column<&MessageSummaryRow::sumDuration>(
        {.name = "sum_duration",
         .says = "time from send to receive, added up",
         .unit = Unit::Duration,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&MessageSummaryRow::rated>(
        {.name = "rated",
         .says = "messages that take time and so have a rate",
         .unit = Unit::Count,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&MessageSummaryRow::ratedBytes>(
        {.name = "rated_bytes",
         .says = "of these together",
         .unit = Unit::Bytes,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&MessageSummaryRow::ratedDuration>(
        {.name = "rated_duration",
         .says = "of these, added up",
         .unit = Unit::Duration,
         .merge = Merge::Sum,
         .isDetail = true}),
    column<&MessageSummaryRow::minRate>(
        {.name = "min_rate",
         .says = "of the slowest of these",
         .unit = Unit::Rate,
         .merge = Merge::Least}),
    derived<&meanRate>(
        {.name = "mean_rate", .says = "rated_bytes / rated_duration", .unit = Unit::Rate}),
    column<&MessageSummaryRow::maxRate>(
        {.name = "max_rate",
         .says = "of the fastest of these",
         .unit = Unit::Rate,
         .merge = Merge::Most})};

constexpr Column kAnswer[] = {
    column<&MessageSummary::by>(
        {.name = "by", .says = "as asked", .words = kBy, .units = kByUnits}),
    column<&MessageSummary::rows>({.name = "rows", .says = "ascending by key", .most = kMaxItems})};

}  // namespace

constinit const table::Schema MessageSummaryRow::kSchema =
    table::schemaOf<MessageSummaryRow>("message-summary-row", kRow);
constinit const table::Schema MessageSummary::kSchema =
    table::schemaOf<MessageSummary>("message-summary", kAnswer);
constinit const table::Schema MessageSummaryQuestion::kSchema =
    table::schemaOf<MessageSummaryQuestion>("message-summary", kQuestion, &MessageSummary::kSchema);

}  // namespace vellum::query
