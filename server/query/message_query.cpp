#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "server/query/left_ends.h"
#include "server/query/message_bursts.h"
#include "server/query/message_scan.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace vellum::server::query {

using vellum::query::Matrix;
using vellum::query::MatrixBy;
using vellum::query::MatrixCell;
using vellum::query::MatrixRequest;
using vellum::query::Message;
using vellum::query::Messages;
using vellum::query::MessagesRequest;

namespace {

/// References of what \p by groups locations under, in definition order.
std::vector<std::uint64_t> definedRefs(const Definitions& definitions, MatrixBy by)
{
    std::vector<std::uint64_t> refs;
    switch (by) {
    case MatrixBy::Location:
        for (const Location& location : definitions.locations) {
            refs.push_back(location.ref.value());
        }
        break;
    case MatrixBy::LocationGroup:
        for (const LocationGroup& group : definitions.locationGroups) {
            refs.push_back(group.ref.value());
        }
        break;
    case MatrixBy::SystemTreeNode:
        for (const SystemTreeNode& node : definitions.systemTreeNodes) {
            refs.push_back(node.ref.value());
        }
        break;
    }
    return refs;
}

/// The group or node of a location, or itself.
std::uint64_t labelOf(const Definitions& definitions, const Location& location, MatrixBy by)
{
    if (by == MatrixBy::Location) {
        return location.ref.value();
    }
    if (by == MatrixBy::LocationGroup) {
        return location.group.value();
    }
    const LocationGroup* group = definitions.find(location.group);
    return group == nullptr ? SystemTreeNodeRef::undefined().value() : group->parent.value();
}

/// Rows and columns of a matrix: what labels them, and where each location belongs.
class MatrixLabels {
public:
    MatrixLabels(const store::TraceStore& trace, const ResolvedScope& scope, MatrixBy by)
    {
        const Definitions& definitions = trace.definitions;
        std::unordered_set<std::uint64_t> used;
        for (const LocationIndex index : scope.locations) {
            used.insert(labelOf(definitions, definitions.locations[index.value()], by));
        }
        std::unordered_map<std::uint64_t, std::size_t> places;
        for (const std::uint64_t ref : definedRefs(definitions, by)) {
            if (used.contains(ref) && places.try_emplace(ref, m_labels.size()).second) {
                m_labels.push_back(ref);
            }
        }
        for (const LocationIndex index : scope.locations) {
            const Location& location = definitions.locations[index.value()];
            const auto place = places.find(labelOf(definitions, location, by));
            if (place != places.end()) {
                m_places.emplace(location.ref, place->second);
            }
        }
    }

    [[nodiscard]] const std::vector<std::uint64_t>& labels() const { return m_labels; }

    /// The cell of a message, or nothing where an end is not selected.
    [[nodiscard]] MatrixCell* cellOf(const Message& message, std::vector<MatrixCell>& cells) const
    {
        const auto row = m_places.find(message.sender);
        const auto column = m_places.find(message.receiver);
        if (row == m_places.end() || column == m_places.end()) {
            return nullptr;
        }
        return &cells[row->second * m_labels.size() + column->second];
    }

private:
    std::vector<std::uint64_t> m_labels;
    std::unordered_map<LocationRef, std::size_t> m_places;
};

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
    const MatrixLabels labels(trace, scope.value(), request.by);
    VELLUM_RETURN_IF_ERROR(checkSide(labels.labels().size()));
    Matrix answer{.window = scope.value().window, .by = request.by, .labels = labels.labels()};
    answer.cells.resize(answer.labels.size() * answer.labels.size());
    const auto take = [&](const Message& message) {
        if (MatrixCell* cell = labels.cellOf(message, answer.cells)) {
            add(*cell, message);
        }
    };
    VELLUM_RETURN_IF_ERROR(
        forEachMessage(trace, answer.window, request.scope.filter, left, options, take));
    return answer;
}

}  // namespace vellum::server::query
