#include "common/query/message_summary.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "server/query/message_scan.h"
#include "server/query/registry.h"
#include "server/query/tick_sum.h"
#include "server/query/transfer_sums.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

namespace vellum::server::query {

using vellum::query::Message;
using vellum::query::MessageSummary;
using vellum::query::MessageSummaryBy;
using vellum::query::MessageSummaryQuestion;
using vellum::query::MessageSummaryRow;

namespace {

std::uint64_t keyOf(const Message& message, MessageSummaryBy by)
{
    switch (by) {
    case MessageSummaryBy::Size:
        return message.bytes;
    case MessageSummaryBy::SizeClass:
        return std::bit_floor(message.bytes);
    case MessageSummaryBy::Tag:
        return message.tag;
    case MessageSummaryBy::Communicator:
        break;
    }
    return message.communicator.value();
}

Result<MessageSummary> messageSummary(const TableCall& call, const MessageSummaryQuestion& question)
{
    const LocationSelection selection(call.trace, call.scope);
    std::unordered_map<std::uint64_t, MessageSummaryRow> rows;
    const auto take = [&](const Message& message) {
        if (selection.contains(message.sender) || selection.contains(message.receiver)) {
            add(rows[keyOf(message, question.by)].sums,
                message.bytes,
                subtractTicks(message.receive, message.send));
        }
    };
    VELLUM_RETURN_IF_ERROR(
        forEachMessage(call.trace, call.scope.window, call.filter, call.left, call.options, take));
    if (rows.size() > vellum::query::kMaxItems) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "a summary of " + grouped(rows.size()) + " rows is too large, at most "
                       + grouped(vellum::query::kMaxItems) + " can be; ask by size-class"};
    }
    MessageSummary answer{.by = question.by};
    answer.rows.reserve(rows.size());
    for (auto& [key, row] : rows) {
        row.key = key;
        answer.rows.push_back(row);
    }
    std::ranges::sort(answer.rows, {}, &MessageSummaryRow::key);
    return answer;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kMessageSummary{
    .question = &MessageSummaryQuestion::kSchema,
    .purpose = "messages by size, tag or communicator",
    .held = Held::MessageEnds,
    .filters = Filtered::Messages,
    .answer = &Answerer<&messageSummary>::answer};

}  // namespace vellum::server::query
