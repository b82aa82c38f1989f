#include "server/query/values/values_search.h"

#include "common/query/values_search.h"
#include "server/query/values/found_operations.h"
#include "server/query/values/visits_of_operation.h"

#include <algorithm>

namespace vellum::server::query {

Result<ValuesSearch> ValuesSearch::of(
    const store::TraceStore& trace,
    const std::vector<LocationIndex>& locations,
    std::string_view pattern)
{
    ValuesSearch search;
    const auto question = vellum::query::parseValuesSearch(pattern);
    VELLUM_RETURN_IF_ERROR(question);
    if (!question.value()) {
        return search;
    }
    search.m_isAsked = true;
    const auto scope = ValuesInScope::of(trace, trace.range, locations);
    VELLUM_RETURN_IF_ERROR(scope);
    for (const FoundOperation& found : findOperations(scope.value(), *question.value())) {
        const ValueProfile::Operation& operation = *found.operation;
        if (!operation.region.isDefined()) {
            continue;  // the trace has no visits of it
        }
        search.m_operations[operation.location].push_back(operation);
    }
    return search;
}

std::vector<std::size_t> ValuesSearch::entersOf(
    LocationIndex location, const store::CallStream& calls, StopPoll& poll) const
{
    std::vector<std::size_t> enters;
    const auto found = m_operations.find(location);
    if (found == m_operations.end()) {
        return enters;
    }
    std::vector<bool> isFound(calls.size());
    for (const ValueProfile::Operation& operation : found->second) {
        if (poll.stopNow()) {
            break;
        }
        forEachVisit(
            operation, calls, poll, [&isFound](std::size_t enter) { isFound[enter] = true; });
    }
    for (std::size_t change = 0; change < isFound.size(); ++change) {
        if (isFound[change]) {
            enters.push_back(change);
        }
    }
    return enters;
}

}  // namespace vellum::server::query
