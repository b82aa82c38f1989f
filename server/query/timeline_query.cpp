#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/time/columns.h"
#include "server/query/column_scan.h"
#include "server/query/key_table.h"
#include "server/query/level_query.h"
#include "server/query/presence.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/set_timeline.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"

#include <algorithm>
#include <span>

namespace vellum::server::query {

using vellum::query::GroupBy;
using vellum::query::Timeline;
using vellum::query::TimelineRequest;
using vellum::query::TimelineRow;
using vellum::query::TimelineRun;

namespace {

constexpr std::size_t kStepsOfColumn = 64;  // what a column costs, about, in steps of a scan

/// What a row's scan needs and no scan changes.
struct TimelineJob {
    KeyTable keys;
    std::vector<Tick> edges;  ///< columns + 1 of them
    std::uint32_t maxDepth = 0;
};

/// \param presence  null where nothing of any class is in the location
std::vector<TimelineRun> runsOf(
    const TimelineJob& job,
    const store::LocationStore& location,
    PresenceScan* presence,
    StopPoll& poll)
{
    std::vector<TimelineRun> runs;
    ColumnScan scan(location, job.keys, job.edges.front(), job.maxDepth);
    for (std::size_t column = 0; column + 1 < job.edges.size(); ++column) {
        if (poll.stopNow(kStepsOfColumn)) {
            return {};
        }
        if (column % ColumnScan::kAhead == 0) {
            const std::size_t count = std::min(ColumnScan::kAhead, job.edges.size() - 1 - column);
            scan.expect(std::span(job.edges).subspan(column + 1, count));
        }
        TimelineRun run = scan.nextWinner(job.edges[column + 1]);
        run.firstColumn = static_cast<std::uint32_t>(column);
        if (presence != nullptr) {
            run.present = presence->next(
                {.begin = job.edges[column], .end = job.edges[column + 1]},
                scan.firstChange(),
                scan.lastChange());
            if (poll.stopNow(scan.lastChange() - scan.firstChange())) {
                return {};
            }
        }
        appendRun(runs, run);
    }
    return runs;
}

std::vector<Tick> edgesOf(TickRange window, std::uint32_t count)
{
    const Columns columns{.range = window, .count = count};
    std::vector<Tick> edges(std::size_t{count} + 1);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        edges[i] = columns.boundary(static_cast<std::int64_t>(i));
    }
    return edges;
}

/// The runs of a location, of what filters leave of its visits.
std::vector<TimelineRun> runsOf(
    const TimelineJob& job,
    const PresenceClasses& classes,
    const store::LocationStore& left,
    const store::LocationStore& whole,
    StopPoll& poll)
{
    if (!classes.empty()) {
        PresenceScan presence(classes, left, whole, job.edges.front());
        return runsOf(job, left, presence.isEmpty() ? nullptr : &presence, poll);
    }
    return runsOf(job, left, nullptr, poll);
}

}  // namespace

Result<void> checkTimeline(const TimelineRequest& request)
{
    if (request.by != GroupBy::Region && request.by != GroupBy::FunctionGroup) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "a timeline is by region or by function group"};
    }
    if (request.maxDepth == 0) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "depth 0 asked for; the outermost visits have depth 1"};
    }
    if (request.levels > vellum::query::kMaxLevels) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = grouped(request.levels) + " levels asked for, at most "
                       + grouped(vellum::query::kMaxLevels) + " can be"};
    }
    VELLUM_RETURN_IF_ERROR(PresenceClasses::check(request));
    return checkColumns(request.columns);
}

Result<Timeline> timeline(
    const store::TraceStore& trace, const TimelineRequest& request, const ExecutionOptions& options)
{
    if (!request.rows.empty()) {
        return setTimeline(trace, request, options);
    }
    VELLUM_RETURN_IF_ERROR(checkTimeline(request));
    const auto window = resolveWindow(trace, request.scope.window);
    VELLUM_RETURN_IF_ERROR(window);
    const auto locations = resolveLocations(trace, request.scope.locations);
    VELLUM_RETURN_IF_ERROR(locations);
    if (request.levels > 0) {
        return levels(trace, request, window.value(), locations.value(), options);
    }
    VELLUM_RETURN_IF_ERROR(checkCells(locations.value().size(), request.columns));
    const TimelineJob job{
        .keys = KeyTable(trace.definitions, request.by),
        .edges = edgesOf(window.value(), request.columns),
        .maxDepth = request.maxDepth};
    const VisitView view(trace, request.scope.filter.visits);
    const PresenceClasses classes(trace.definitions, request.present);
    Timeline answer{.window = window.value(), .columns = request.columns, .by = request.by};
    answer.rows.resize(locations.value().size());
    VELLUM_RETURN_IF_ERROR(forEach(answer.rows.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        const LocationIndex location = locations.value()[i];
        answer.rows[i] = TimelineRow{
            .location = trace.definitions.locations[location.value()].ref,
            .runs = runsOf(job, classes, *view.at(location, poll), trace.at(location), poll)};
    }));
    addMarkers(trace, classes, answer);
    answer.presenceClasses = static_cast<std::uint32_t>(request.present.size());
    return answer;
}

}  // namespace vellum::server::query
