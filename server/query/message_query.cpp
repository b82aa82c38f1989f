#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/query/matrix_labels.h"
#include "server/query/left_ends.h"
#include "server/query/message_bursts.h"
#include "server/query/message_scan.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace vellum::server::query {

using vellum::query::Matrix;
using vellum::query::MatrixCell;
using vellum::query::MatrixLabels;
using vellum::query::MatrixRequest;
using vellum::query::Message;
using vellum::query::Messages;
using vellum::query::MessagesRequest;

namespace {

void add(MatrixCell& cell, const Message& message)
{
    const Tick duration = subtractTicks(message.receive, message.send);
    cell.minDuration = cell.count == 0 ? duration : std::min(cell.minDuration, duration);
    cell.maxDuration = cell.count == 0 ? duration : std::max(cell.maxDuration, duration);
    cell.sumDuration = addTicks(cell.sumDuration, duration);
    cell.bytes += message.bytes;
    ++cell.count;
}

Result<void> checkSide(std::size_t labels)
{
    if (labels > vellum::query::kMaxMatrixSide) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = "a matrix of " + grouped(labels) + " rows is too large, at most "
                       + grouped(vellum::query::kMaxMatrixSide)
                       + " can be; ask by location group or node, or for fewer locations"};
    }
    return {};
}

/// Nothing where messages are asked for one by one.
Result<std::optional<MessageBursts>> burstsFor(
    const store::TraceStore& trace, const MessagesRequest& request, TickRange window)
{
    if (request.columns == 0) {
        return std::optional<MessageBursts>();
    }
    VELLUM_RETURN_IF_ERROR(checkColumns(request.columns));
    if (request.limit < vellum::query::kFewestBursts) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "at most " + grouped(request.limit)
                       + " bursts of messages are asked for, at least "
                       + grouped(vellum::query::kFewestBursts) + " may be needed"};
    }
    auto rows = PictureRows::of(trace, request);
    VELLUM_RETURN_IF_ERROR(rows);
    return std::optional<MessageBursts>(
        std::in_place,
        Columns{.range = window, .count = request.columns},
        std::move(rows).value(),
        request.limit);
}

Result<Messages> endsOf(
    const store::TraceStore& trace, const MessagesRequest& request, const ExecutionOptions& options)
{
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    auto ends = leftEndsOf(trace, scope.value().locations, request.scope.filter.visits, options);
    VELLUM_RETURN_IF_ERROR(ends);
    VELLUM_RETURN_IF_ERROR(checkEnds(ends.value().size(), "messages"));
    Messages answer{.window = scope.value().window};
    answer.count = ends.value().size();
    answer.messages = std::move(ends).value();
    return answer;
}

}  // namespace

Result<Messages> messages(
    const store::TraceStore& trace, const MessagesRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "messages"));
    if (request.ends) {
        return endsOf(trace, request, options);
    }
    const auto left = endsLeftIn(trace, request.scope, options);
    VELLUM_RETURN_IF_ERROR(left);
    return messagesWith(trace, request, left.value() ? &*left.value() : nullptr, options);
}

Result<Messages> messagesWith(
    const store::TraceStore& trace,
    const MessagesRequest& request,
    const LeftEnds* left,
    const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "messages"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    Messages answer{.window = scope.value().window};
    const LocationSelection selection(trace, scope.value());
    auto bursts = burstsFor(trace, request, answer.window);
    VELLUM_RETURN_IF_ERROR(bursts);
    const auto take = [&](const Message& message) {
        if (!selection.contains(message.sender) && !selection.contains(message.receiver)) {
            return;
        }
        if (bursts.value()) {
            bursts.value()->add(message);
        } else if (answer.count++ < request.limit) {
            answer.messages.push_back(message);
        }
    };
    VELLUM_RETURN_IF_ERROR(
        forEachMessage(trace, answer.window, request.scope.filter, left, options, take));
    if (bursts.value()) {
        bursts.value()->putInto(answer);
    }
    for (const LocationIndex location : scope.value().locations) {
        answer.unmatchedSends += trace.totalsOf(location).unmatchedSends;
        answer.unmatchedReceives += trace.totalsOf(location).unmatchedReceives;
    }
    return answer;
}

Result<Matrix> matrix(
    const store::TraceStore& trace, const MatrixRequest& request, const ExecutionOptions& options)
{
    const auto left = endsLeftIn(trace, request.scope, options);
    VELLUM_RETURN_IF_ERROR(left);
    return matrixWith(trace, request, left.value() ? &*left.value() : nullptr, options);
}

Result<Matrix> matrixWith(
    const store::TraceStore& trace,
    const MatrixRequest& request,
    const LeftEnds* left,
    const ExecutionOptions& options)
{
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const std::vector<LocationRef> locations = refsOf(trace, scope.value());
    const MatrixLabels labels(trace.definitions, locations, request.by);
    VELLUM_RETURN_IF_ERROR(checkSide(labels.labels().size()));
    Matrix answer{.window = scope.value().window, .by = request.by, .labels = labels.labels()};
    answer.cells.resize(answer.labels.size() * answer.labels.size());
    const auto take = [&](const Message& message) {
        const auto row = labels.placeOf(message.sender);
        const auto column = labels.placeOf(message.receiver);
        if (row && column) {
            add(answer.cells[*row * answer.labels.size() + *column], message);
        }
    };
    VELLUM_RETURN_IF_ERROR(
        forEachMessage(trace, answer.window, request.scope.filter, left, options, take));
    return answer;
}

}  // namespace vellum::server::query
