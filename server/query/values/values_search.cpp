#include "server/query/values/values_search.h"

#include "common/query/values_search.h"
#include "server/query/values/found_operations.h"

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
        search.m_operations[operation.location].push_back(
            {.range = operation.range, .region = operation.region, .isMerged = operation.isMerged});
    }
    return search;
}

namespace {

/// The innermost visit of \p region that is under way before \p change; nothing: there is none.
std::optional<std::size_t> enterAround(
    const store::CallStream& calls, std::size_t change, RegionRef region)
{
    for (std::uint32_t depth = calls.depthBefore(change); depth > 0; --depth) {
        const std::size_t enter = calls.enterOf(change - 1, depth);
        if (calls.regionOf(enter) == region) {
            return enter;
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<std::size_t> ValuesSearch::entersOf(
    LocationIndex location, const store::CallStream& calls, StopPoll& poll) const
{
    std::vector<std::size_t> enters;
    const auto found = m_operations.find(location);
    if (found == m_operations.end()) {
        return enters;
    }
    std::vector<bool> isFound(calls.size());
    for (const Operation& operation : found->second) {
        if (poll.stopNow()) {
            break;
        }
        const std::size_t first = calls.time.firstFrom(operation.range.begin);
        bool isMore = true;
        bool isAny = false;
        for (std::size_t change = first;
             isMore && change < calls.size() && calls.time[change] < operation.range.end
             && !poll.stopNow();
             ++change) {
            if (calls.isEnter(change) && calls.regionOf(change) == operation.region) {
                isFound[change] = true;
                isAny = true;
                isMore = operation.isMerged;
            }
        }
        if (const auto around = enterAround(calls, first, operation.region); !isAny && around) {
            isFound[*around] = true;
        }
    }
    for (std::size_t change = 0; change < isFound.size(); ++change) {
        if (isFound[change]) {
            enters.push_back(change);
        }
    }
    return enters;
}

}  // namespace vellum::server::query
