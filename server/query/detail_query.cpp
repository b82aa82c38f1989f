#include "server/query/queries.h"
#include "server/query/tick_sum.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::server::query {

using vellum::query::DetailRequest;
using vellum::query::VisitDetail;

namespace {

using store::CallStream;

/// One visit of the stack.
struct Level {
    std::size_t enter = 0;  ///< changes
    std::size_t leave = 0;
};

/// The visits that hold \p tick, outermost first.
std::vector<Level> stackAt(const CallStream& calls, Tick tick)
{
    const std::size_t after = calls.time.firstAfter(tick);
    std::vector<Level> stack(calls.depthBefore(after));
    for (std::uint32_t depth = 1; depth <= stack.size(); ++depth) {
        stack[depth - 1] = {
            .enter = calls.enterOf(after - 1, depth), .leave = calls.firstBelow(after, depth)};
    }
    return stack;
}

/// How long each level's own visit was on top: one pass over what lies inside the outermost.
std::vector<Tick> exclusiveOf(const CallStream& calls, const std::vector<Level>& stack)
{
    std::vector<Tick> exclusive(stack.size());
    for (std::size_t i = stack.empty() ? 0 : stack.front().enter;
         !stack.empty() && i < stack.front().leave;
         ++i) {
        const std::uint32_t depth = calls.depthAt(i);
        const bool isOwn = depth >= 1 && depth <= stack.size() && i >= stack[depth - 1].enter
                           && i < stack[depth - 1].leave;
        if (isOwn) {
            exclusive[depth - 1] += calls.time[i + 1] - calls.time[i];
        }
    }
    return exclusive;
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
    const store::LocationStore& in = trace.at(location);
    VisitDetail answer{.location = request.location, .tick = request.tick};
    const std::vector<Level> stack = stackAt(in.calls, request.tick);
    const std::vector<Tick> exclusive = exclusiveOf(in.calls, stack);
    for (std::size_t i = 0; i < stack.size(); ++i) {
        const auto leftOut = in.leftOutBelow->find(in.calls.visitsBefore(stack[i].enter));
        answer.stack.push_back(
            {.region = in.calls.regionOf(stack[i].enter),
             .visit =
                 {.begin = in.calls.time[stack[i].enter], .end = in.calls.time[stack[i].leave]},
             .exclusive = subtractTicks(
                 exclusive[i], leftOut == in.leftOutBelow->end() ? 0 : leftOut->second)});
    }
    return answer;
}

}  // namespace vellum::server::query
