// Answers of the head, once the parts have said which ends of messages and members of collectives filters of visits
// leave.

#include "server/query/left_ends.h"
#include "server/query/merge.h"
#include "server/query/registry.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vellum::server::query {

using vellum::query::Collectives;
using vellum::query::CollectivesRequest;
using vellum::query::Matrix;
using vellum::query::MatrixRequest;
using vellum::query::Message;
using vellum::query::Messages;
using vellum::query::MessagesRequest;

namespace {

LeftEnds allOf(PartAnswers<Messages> parts)
{
    LeftEnds left;
    for (PartAnswer<Messages>& part : parts) {
        left.add(part.answer.messages);
        part.answer.messages = {};
    }
    return left;
}

/// As one that holds all locations says it.
Messages endsTogether(const MergeContext& context, PartAnswers<Messages> parts)
{
    Messages all{.window = parts.front().answer.window};
    for (PartAnswer<Messages>& part : parts) {
        all.count += part.answer.count;
        std::ranges::move(part.answer.messages, std::back_inserter(all.messages));
    }
    std::ranges::stable_sort(all.messages, {}, [&](const Message& end) {
        return context.trace.definitions.indexOf(
            end.sender.isDefined() ? end.sender : end.receiver);
    });
    return all;
}

Collectives operationsTogether(PartAnswers<Collectives> parts)
{
    Collectives all{.window = parts.front().answer.window};
    for (PartAnswer<Collectives>& part : parts) {
        std::ranges::move(part.answer.collectives, std::back_inserter(all.collectives));
    }
    putOperationsInOrder(all.collectives);
    all.count = all.collectives.size();
    return all;
}

}  // namespace

Result<Messages> merged(
    const MergeContext& context, const MessagesRequest& request, PartAnswers<Messages> parts)
{
    if (request.ends) {
        return endsTogether(context, std::move(parts));
    }
    const LeftEnds left = allOf(std::move(parts));
    return messagesWith(context.trace, request, &left, {});
}

Result<Matrix> merged(
    const MergeContext& context, const MatrixRequest& request, PartAnswers<Messages> parts)
{
    const LeftEnds left = allOf(std::move(parts));
    return matrixWith(context.trace, request, &left, {});
}

Result<vellum::query::Table> merged(
    const MergeContext& context,
    const vellum::query::TableRequest& request,
    PartAnswers<Messages> parts)
{
    const LeftEnds left = allOf(std::move(parts));
    return answerTableWith(context.trace, request, &left, {});
}

Result<Collectives> merged(
    const MergeContext& context, const CollectivesRequest& request, PartAnswers<Collectives> parts)
{
    if (request.ends) {
        return operationsTogether(std::move(parts));
    }
    LeftOperations left;
    for (PartAnswer<Collectives>& part : parts) {
        left.add(part.answer.collectives);
        part.answer.collectives = {};
    }
    return collectivesWith(context.trace, request, &left, {});
}

}  // namespace vellum::server::query
