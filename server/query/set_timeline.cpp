#include "server/query/set_timeline.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/time/columns.h"
#include "server/query/key_table.h"
#include "server/query/scope.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace vellum::server::query {

using vellum::query::SummaryRow;
using vellum::query::SummarySeries;
using vellum::query::SummaryTimeline;
using vellum::query::SummaryTimelineRequest;
using vellum::query::Timeline;
using vellum::query::TimelineRequest;
using vellum::query::TimelineRow;
using vellum::query::TimelineRun;

namespace {

/// Of all locations together; at the end of the type where it does not fit.
Tick missingOf(std::uint64_t locations, Tick width, Tick ticks)
{
    __extension__ using Wide = __int128;
    const Wide missing = static_cast<Wide>(locations) * width - ticks;
    constexpr Tick kMost = std::numeric_limits<Tick>::max();
    return missing > kMost ? kMost : static_cast<Tick>(missing);
}

TimelineRun runAt(const SummaryRow& row, std::size_t column, Tick width)
{
    TimelineRun run{
        .firstColumn = static_cast<std::uint32_t>(column), .visits = row.visits[column]};
    Tick best = 0;
    for (const SummarySeries& series : row.series) {  // by key: the lower one wins a tie
        if (series.exclusive[column] > best) {
            best = series.exclusive[column];
            run.winner = series.key;
        }
    }
    if (best > 0) {
        run.missing = missingOf(row.locations, width, best);
    }
    return run;
}

Error tooManyLocations(std::uint64_t count)
{
    return {
        .kind = ErrorKind::InvalidArgument,
        .message = grouped(count) + " locations in all rows asked for, at most "
                   + grouped(vellum::query::kMaxSelectedLocations) + " can be"};
}

/// Of those that are named: what the wire would refuse.
Result<void> checkNamed(const TimelineRequest& request)
{
    std::uint64_t named = 0;
    for (const auto& row : request.rows) {
        named += row.size();
    }
    return named > vellum::query::kMaxSelectedLocations ? Result<void>(tooManyLocations(named))
                                                        : Result<void>();
}

Result<void> checkLocations(const store::TraceStore& trace, const TimelineRequest& request)
{
    std::uint64_t all = 0;
    for (const auto& row : request.rows) {
        const auto locations = resolveLocations(trace, row);
        VELLUM_RETURN_IF_ERROR(locations);
        all += locations.value().size();
    }
    if (request.rows.size() > 1 && all > vellum::query::kMaxSelectedLocations) {
        return tooManyLocations(all);
    }
    return {};
}

}  // namespace

Result<void> checkSets(const store::TraceStore& trace, const TimelineRequest& request)
{
    VELLUM_RETURN_IF_ERROR(checkTimeline(request));
    VELLUM_RETURN_IF_ERROR(resolveWindow(trace, request.scope.window));
    if (!request.scope.locations.empty() || request.levels > 0 || !request.present.empty()) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message =
                "rows of sets go with no other locations, with no levels and with no presence classes"};
    }
    VELLUM_RETURN_IF_ERROR(checkNamed(request));
    VELLUM_RETURN_IF_ERROR(checkCells(request.rows.size(), request.columns));
    return checkLocations(trace, request);
}

SummaryTimelineRequest sumsForSets(const TimelineRequest& request)
{
    return {
        .window = request.scope.window,
        .columns = request.columns,
        .rows = request.rows,
        .by = request.by,
        .filter = request.scope.filter,
        .visits = true,
        .maxDepth = request.maxDepth};
}

void addWinners(const SummaryTimeline& sums, Timeline& answer)
{
    const Columns columns{.range = sums.window, .count = sums.columns};
    for (const SummaryRow& from : sums.rows) {
        TimelineRow& row = answer.rows.emplace_back();
        row.location = LocationRef::undefined();
        for (std::uint32_t column = 0; column < sums.columns; ++column) {
            TimelineRun run = runAt(from, column, columns.column(column).length());
            const std::uint32_t first = run.firstColumn;
            run.firstColumn = row.runs.empty() ? first : row.runs.back().firstColumn;
            if (row.runs.empty() || run != row.runs.back()) {
                run.firstColumn = first;
                row.runs.push_back(run);
            }
        }
    }
}

Result<Timeline> setTimeline(
    const store::TraceStore& trace, const TimelineRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkSets(trace, request));
    const auto window = resolveWindow(trace, request.scope.window);
    VELLUM_RETURN_IF_ERROR(window);
    Timeline answer{.window = window.value(), .columns = request.columns, .by = request.by};
    const std::uint64_t keys =
        std::max<std::uint64_t>(1, KeyTable(trace.definitions, request.by).size());
    const std::uint64_t atOnce =
        std::max<std::uint64_t>(1, vellum::query::kMaxCells / (keys * request.columns));
    SummaryTimelineRequest some = sumsForSets(request);
    for (std::size_t i = 0; i < request.rows.size(); i += some.rows.size()) {
        const auto first = request.rows.begin() + static_cast<std::ptrdiff_t>(i);
        const std::uint64_t left = request.rows.size() - i;
        some.rows.assign(first, first + static_cast<std::ptrdiff_t>(std::min(left, atOnce)));
        const auto sums = summaryTimeline(trace, some, options);
        VELLUM_RETURN_IF_ERROR(sums);
        addWinners(sums.value(), answer);
    }
    return answer;
}

}  // namespace vellum::server::query
