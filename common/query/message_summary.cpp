#include "common/query/message_summary.h"

#include "common/query/limits.h"

namespace vellum::query {

namespace {

using table::column;
using table::Column;
using table::Merge;
using table::Unit;

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
    column<&MessageSummaryRow::sums>({.name = ""})};

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
