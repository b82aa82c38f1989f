#include "server/query/set_timeline.h"

#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/time/columns.h"
#include "server/query/scope.h"
#include "server/query/winner.h"

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

__extension__ using Wide = __int128;

/// Of all locations together; at the end of the type where it does not fit.
Tick missingOf(std::uint64_t locations, Tick width, Wide ticks)
{
    const Wide missing = static_cast<Wide>(locations) * width - ticks;
    constexpr Tick kMost = std::numeric_limits<Tick>::max();
    return missing > kMost ? kMost : static_cast<Tick>(missing);
}

/// \param groups  of the row's series
TimelineRun runAt(
    const SummaryRow& row,
    const std::vector<std::uint8_t>& groups,
    std::size_t column,
    Tick width,
    WinnerSearch<Wide>& search)
{
    TimelineRun run{
        .firstColumn = static_cast<std::uint32_t>(column), .visits = row.visits[column]};
    const auto best = search.among(row.series.size(), [&](std::size_t i) {  // by key, as slots are
        return Candidate{
            .group = groups[i],
            .slot = static_cast<KeyTable::Slot>(i),
            .ticks = row.series[i].exclusive[column]};
    });
    if (best.ticks > 0) {
        run.winner = row.series[best.slot].key;
        run.missing = missingOf(row.locations, width, best.ticks);
        run.groupMissing = missingOf(row.locations, width, best.groupTicks);
    }
    return run;
}

std::vector<std::uint8_t> groupsOf(const SummaryRow& row, const KeyTable& keys)
{
    std::vector<std::uint8_t> groups(row.series.size());
    std::ranges::transform(row.series, groups.begin(), [&keys](const SummarySeries& series) {
        return keys.groupOf(keys.slotOf(series.key));
    });
    return groups;
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

void addWinners(const KeyTable& keys, const SummaryTimeline& sums, Timeline& answer)
{
    const Columns columns{.range = sums.window, .count = sums.columns};
    WinnerSearch<Wide> search;
    for (const SummaryRow& from : sums.rows) {
        const std::vector<std::uint8_t> groups = groupsOf(from, keys);
        TimelineRow& row = answer.rows.emplace_back();
        row.location = LocationRef::undefined();
        for (std::uint32_t column = 0; column < sums.columns; ++column) {
            TimelineRun run = runAt(from, groups, column, columns.column(column).length(), search);
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
    const KeyTable keys(trace.definitions, request.by);
    const std::uint64_t series = std::max<std::uint64_t>(1, keys.size());
    const std::uint64_t atOnce =
        std::max<std::uint64_t>(1, vellum::query::kMaxCells / (series * request.columns));
    SummaryTimelineRequest some = sumsForSets(request);
    for (std::size_t i = 0; i < request.rows.size(); i += some.rows.size()) {
        const auto first = request.rows.begin() + static_cast<std::ptrdiff_t>(i);
        const std::uint64_t left = request.rows.size() - i;
        some.rows.assign(first, first + static_cast<std::ptrdiff_t>(std::min(left, atOnce)));
        const auto sums = summaryTimeline(trace, some, options);
        VELLUM_RETURN_IF_ERROR(sums);
        addWinners(keys, sums.value(), answer);
    }
    return answer;
}

}  // namespace vellum::server::query
