#include "server/query/queries.h"
#include "server/query/tick_sum.h"

#include <algorithm>
#include <string>

namespace vellum::server::query {

using vellum::query::DetailRequest;
using vellum::query::VisitDetail;

namespace {

using store::VisitIndex;

/// The visits that hold \p tick, outermost first.
std::vector<VisitIndex> stackAt(const store::VisitTable& visits, Tick tick)
{
    const auto after = std::upper_bound(visits.enter.begin(), visits.enter.end(), tick);
    std::vector<VisitIndex> stack;
    if (after == visits.enter.begin()) {
        return stack;
    }
    auto visit = static_cast<VisitIndex>(after - visits.enter.begin() - 1);
    for (; visit != store::kNoVisit; visit = visits.parent[visit]) {
        if (visits.leave[visit] > tick) {
            stack.push_back(visit);
        }
    }
    std::ranges::reverse(stack);
    return stack;
}

/// Takes from every level the time of the visits right below it: one pass over what lies inside the
/// outermost.
void takeChildren(
    const store::VisitTable& visits,
    const std::vector<VisitIndex>& stack,
    std::vector<vellum::query::DetailLevel>& levels)
{
    if (stack.empty()) {
        return;
    }
    for (std::size_t i = std::size_t{stack.front()} + 1; i < visits.size() && visits.depth[i] > 1;
         ++i) {
        const std::size_t level = visits.depth[i] - 2;
        if (level < stack.size() && stack[level] == visits.parent[i]) {
            levels[level].exclusive = subtractTicks(
                levels[level].exclusive, wholeLength(visits.range(static_cast<VisitIndex>(i))));
        }
    }
}

}  // namespace

Result<VisitDetail> detail(
    const store::TraceStore& trace,
    const DetailRequest& request,
    const ExecutionOptions& /*options*/)
{
    const LocationIndex location = trace.definitions.indexOf(request.location);
    if (!location.isDefined()) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = "the trace has no location " + std::to_string(request.location.value())};
    }
    const store::VisitTable& visits = trace.at(location).visits;
    VisitDetail answer{.location = request.location, .tick = request.tick};
    const auto stack = stackAt(visits, request.tick);
    const auto& leftOutBelow = trace.at(location).leftOutBelow;
    for (const VisitIndex visit : stack) {
        const auto leftOut = leftOutBelow.find(visit);
        answer.stack.push_back(
            {.region = visits.region[visit],
             .visit = visits.range(visit),
             .exclusive = subtractTicks(
                 wholeLength(visits.range(visit)),
                 leftOut == leftOutBelow.end() ? 0 : leftOut->second)});
    }
    takeChildren(visits, stack, answer.stack);
    return answer;
}

}  // namespace vellum::server::query
