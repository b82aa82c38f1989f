#include "common/query/message_pairs.h"

#include "common/query/matrix_labels.h"
#include "server/query/message_scan.h"
#include "server/query/registry.h"
#include "server/query/transfer_sums.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace vellum::server::query {

using vellum::query::MatrixLabels;
using vellum::query::Message;
using vellum::query::MessagePairs;
using vellum::query::MessagePairsQuestion;
using vellum::query::TransferSums;

namespace {

/// Places of sender and receiver among the labels, and the messages between these.
using Pair = std::pair<std::uint64_t, TransferSums>;

/// Takes all but the \p most with the most bytes out of \p pairs and counts them in \p answer.
void leaveOut(std::vector<Pair>& pairs, std::uint64_t most, MessagePairs& answer)
{
    if (pairs.size() <= most) {
        return;
    }
    const auto end = pairs.begin() + static_cast<std::ptrdiff_t>(most);
    std::ranges::nth_element(pairs, end, [](const Pair& a, const Pair& b) {
        return std::tuple(b.second.bytes, a.first) < std::tuple(a.second.bytes, b.first);
    });
    for (auto pair = end; pair != pairs.end(); ++pair) {
        answer.leftOutCount += pair->second.count;
        addBytes(answer.leftOutBytes, pair->second.bytes);
    }
    pairs.erase(end, pairs.end());
}

Result<MessagePairs> messagePairs(const TableCall& call, const MessagePairsQuestion& question)
{
    const std::vector<LocationRef> locations = refsOf(call.trace, call.scope);
    const MatrixLabels labels(call.trace.definitions, locations, question.by);
    const std::uint64_t side = labels.labels().size();
    std::unordered_map<std::uint64_t, TransferSums> sums;
    const auto take = [&](const Message& message) {
        const auto from = labels.placeOf(message.sender);
        const auto to = labels.placeOf(message.receiver);
        if (from && to) {
            add(sums[*from * side + *to],
                message.bytes,
                subtractTicks(message.receive, message.send));
        }
    };
    VELLUM_RETURN_IF_ERROR(
        forEachMessage(call.trace, call.scope.window, call.filter, call.left, call.options, take));
    MessagePairs answer{.by = question.by, .pairs = sums.size()};
    std::vector<Pair> pairs(sums.begin(), sums.end());
    leaveOut(pairs, question.most, answer);
    std::ranges::sort(pairs, {}, &Pair::first);
    answer.rows.reserve(pairs.size());
    for (const auto& [place, sum] : pairs) {
        answer.rows.push_back(
            {.from = labels.labels()[place / side],
             .to = labels.labels()[place % side],
             .sums = sum});
    }
    return answer;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kMessagePairs{
    .question = &MessagePairsQuestion::kSchema,
    .purpose = "messages by sender and receiver, the pairs that have some",
    .held = Held::MessageEnds,
    .filters = Filtered::Messages,
    .answer = &Answerer<&messagePairs>::answer};

}  // namespace vellum::server::query
