#include "server/query/level_query.h"

#include "server/query/level_rows.h"
#include "server/query/scope.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"

#include <algorithm>
#include <string>

namespace vellum::server::query {

using vellum::query::Timeline;
using vellum::query::TimelineRequest;
using vellum::query::TimelineRun;

namespace {

/// Those on the stack before \p change, outermost first.
void enterStack(
    const store::CallStream& calls,
    std::size_t change,
    TickRange window,
    const KeyTable& keys,
    LevelRows& rows)
{
    const std::uint32_t depth = calls.depthBefore(change);
    for (std::uint32_t level = 1; level <= depth; ++level) {
        const std::size_t enter = calls.enterOf(change - 1, level);
        const TickRange visit = calls.visitFrom(enter);
        rows.enter(
            visit.begin,
            keys.slotOf(calls.regionOf(enter)),
            calls.visitsBefore(enter),
            visit.end > window.begin);
    }
}

/// Tells \p rows of every enter and leave in the window, and of the stack that it begins with.
void walk(
    const store::CallStream& calls,
    TickRange window,
    const KeyTable& keys,
    LevelRows& rows,
    StopPoll& poll)
{
    const std::size_t first = calls.time.firstFrom(window.begin);
    const std::size_t last = calls.time.firstFrom(window.end, first);
    enterStack(calls, first, window, keys, rows);
    std::uint64_t visit = calls.visitsBefore(first);
    for (std::size_t change = first; change < last && !poll.stopNow(); ++change) {
        if (calls.isEnter(change)) {
            rows.enter(calls.time[change], keys.slotOf(calls.regionOf(change)), visit++, true);
        } else {
            rows.leave(calls.time[change]);
        }
    }
}

}  // namespace

Result<Timeline> levels(
    const store::TraceStore& trace,
    const TimelineRequest& request,
    TickRange window,
    const std::vector<LocationIndex>& locations,
    const ExecutionOptions& options)
{
    const std::uint32_t most = std::min(request.levels, request.maxDepth);
    VELLUM_RETURN_IF_ERROR(checkCells(locations.size() * std::uint64_t{most}, request.columns));
    const Columns columns{.range = window, .count = request.columns};
    const KeyTable keys(trace.definitions, request.by);
    const VisitView view(trace, request.scope.filter.visits);
    std::vector<std::vector<std::vector<TimelineRun>>> found(locations.size());
    VELLUM_RETURN_IF_ERROR(forEach(locations.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        LevelRows rows(columns, keys, most, request.exclusiveOnly);
        walk(view.at(locations[i], poll)->calls, window, keys, rows, poll);
        found[i] = rows.finish();
    }));
    Timeline answer{.window = window, .columns = request.columns, .by = request.by};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const LocationRef location = trace.definitions.locations[locations[i].value()].ref;
        for (std::size_t level = 0; level < found[i].size(); ++level) {
            answer.rows.push_back(
                {.location = location,
                 .runs = std::move(found[i][level]),
                 .level = static_cast<std::uint32_t>(level + 1)});
        }
    }
    return answer;
}

}  // namespace vellum::server::query
