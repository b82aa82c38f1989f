#include "common/query/limits.h"
#include "server/match/communicators.h"
#include "server/query/left_ends.h"
#include "server/query/queries.h"
#include "server/query/record_judge.h"
#include "server/query/scope.h"
#include "server/query/workers.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace vellum::server::query {

using vellum::query::Collective;
using vellum::query::Collectives;
using vellum::query::CollectivesRequest;

namespace {

/// Which operations somebody takes part in who is selected.
class Selected {
public:
    Selected(const store::TraceStore& trace, const ResolvedScope& scope)
        : m_scope(scope)
        , m_selection(trace, scope)
        , m_communicators(trace.definitions, trace.leftOut)
        , m_isAll(scope.locations.size() == trace.locations.size())
    {
    }

    [[nodiscard]] bool isSelf(const Collective& row)
    {
        return m_communicators.isSelf(row.communicator);
    }

    [[nodiscard]] bool contains(const Collective& row)
    {
        return m_isAll
               || (m_communicators.isSelf(row.communicator) ? m_selection.contains(row.last)
                                                            : hasMember(row.communicator));
    }

private:
    bool hasMember(CommRef comm)
    {
        const auto [entry, isNew] = m_hasMember.try_emplace(comm);
        if (isNew) {
            entry->second = std::ranges::any_of(m_scope.locations, [&](LocationIndex location) {
                return m_communicators.isMember(comm, location);
            });
        }
        return entry->second;
    }

    const ResolvedScope& m_scope;
    LocationSelection m_selection;
    match::Communicators m_communicators;
    bool m_isAll;
    std::unordered_map<CommRef, bool> m_hasMember;
};

Result<Collectives> endsOf(
    const store::TraceStore& trace,
    const CollectivesRequest& request,
    const ExecutionOptions& options)
{
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    auto operations =
        leftOperationsOf(trace, scope.value().locations, request.scope.filter.visits, options);
    VELLUM_RETURN_IF_ERROR(operations);
    VELLUM_RETURN_IF_ERROR(checkEnds(operations.value().size(), "collectives"));
    Collectives answer{.window = scope.value().window};
    answer.count = operations.value().size();
    answer.collectives = std::move(operations).value();
    return answer;
}

}  // namespace

Result<Collectives> collectives(
    const store::TraceStore& trace,
    const CollectivesRequest& request,
    const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "collectives"));
    VELLUM_RETURN_IF_ERROR(resolve(trace, request.scope));
    if (request.ends) {
        return endsOf(trace, request, options);
    }
    const auto& filters = request.scope.filter.visits;
    if (filters.empty()) {
        return collectivesWith(trace, request, nullptr, options);
    }
    // Of all locations, whichever are selected: an operation is left for any of its members.
    const auto all = resolveLocations(trace, {});
    const auto operations = leftOperationsOf(trace, all.value(), filters, options);
    VELLUM_RETURN_IF_ERROR(operations);
    LeftOperations left;
    left.add(operations.value());
    return collectivesWith(trace, request, &left, options);
}

Result<Collectives> collectivesWith(
    const store::TraceStore& trace,
    const CollectivesRequest& request,
    const LeftOperations* left,
    const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkLimit(request.limit, "collectives"));
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    Selected selected(trace, scope.value());
    const CollectiveJudge judge(request.scope.filter.collectives);
    Collectives answer{.window = scope.value().window};
    StopPoll poll(options);
    for (const Collective& row : trace.sound(trace.collectives)) {
        if (poll.stopNow()) {
            return cancelledError();
        }
        if (row.range.begin >= answer.window.end) {
            break;
        }
        if (!overlaps(row, answer.window)
            || !judge.keeps(row.operation, row.communicator, row.bytesSent, row.bytesReceived)
            || !selected.contains(row)
            || (left != nullptr && !left->contains(row, selected.isSelf(row)))) {
            continue;
        }
        answer.incomplete += row.seen < row.members ? 1 : 0;
        answer.mismatched += row.mismatched > 0 ? 1 : 0;
        if (answer.count++ < request.limit) {
            answer.collectives.push_back(row);
        }
    }
    for (const LocationIndex location : scope.value().locations) {
        const store::LocationTotals& totals = trace.totalsOf(location);
        answer.withoutEnd += totals.collectivesWithoutEnd;
        answer.withoutBegin += totals.collectivesWithoutBegin;
        answer.strays += totals.strayCollectives;
    }
    return answer;
}

}  // namespace vellum::server::query
