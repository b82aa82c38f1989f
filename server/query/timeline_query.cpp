#include "common/time/columns.h"
#include "server/query/key_table.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"
#include "server/query/window_scan.h"
#include "server/query/workers.h"

#include <algorithm>

namespace vellum::server::query {

using vellum::query::GroupBy;
using vellum::query::Timeline;
using vellum::query::TimelineRequest;
using vellum::query::TimelineRow;
using vellum::query::TimelineRun;

namespace {

/// What a row's scan needs and no scan changes.
struct TimelineJob {
    const store::TraceStore& trace;
    KeyTable keys;
    std::vector<Tick> edges;  ///< columns + 1 of them
    std::uint32_t maxDepth = 0;

    [[nodiscard]] std::size_t columns() const { return edges.size() - 1; }
    [[nodiscard]] TickRange column(std::size_t index) const
    {
        return {.begin = edges[index], .end = edges[index + 1]};
    }
};

/// Who is how long on top within one column.
class ColumnSums {
public:
    ColumnSums(const store::VisitTable& visits, const KeyTable& keys)
        : m_visits(visits)
        , m_keys(keys)
        , m_bySlot(keys.size())
    {
    }

    void add(store::VisitIndex visit, Tick ticks)
    {
        const KeyTable::Slot slot = m_keys.slotOf(m_visits.region[visit]);
        if (m_bySlot[slot] == 0) {
            m_slots.push_back(slot);
        }
        m_bySlot[slot] += ticks;
        m_parts.push_back({.visit = visit, .slot = slot, .ticks = ticks});
    }

    /// The column's winner, and a clean slate for the next.
    TimelineRun take(TickRange column)
    {
        TimelineRun run;
        if (m_slots.empty()) {
            return run;
        }
        const KeyTable::Slot winner = *std::ranges::min_element(m_slots, [&](auto a, auto b) {
            return m_bySlot[a] != m_bySlot[b] ? m_bySlot[a] > m_bySlot[b] : a < b;
        });
        run.winner = m_keys.key(winner);
        run.missing = column.length() - m_bySlot[winner];
        run.visit = longestVisitOf(winner);
        for (const KeyTable::Slot slot : m_slots) {
            m_bySlot[slot] = 0;
        }
        m_slots.clear();
        m_parts.clear();
        return run;
    }

private:
    struct Part {
        store::VisitIndex visit = 0;
        KeyTable::Slot slot = 0;
        Tick ticks = 0;
    };

    store::VisitIndex longestVisitOf(KeyTable::Slot slot)
    {
        std::erase_if(m_parts, [slot](const Part& part) { return part.slot != slot; });
        std::ranges::sort(m_parts, {}, &Part::visit);
        store::VisitIndex best = m_parts.front().visit;
        Tick bestTicks = 0;
        for (auto part = m_parts.begin(); part != m_parts.end();) {
            const store::VisitIndex visit = part->visit;
            Tick ticks = 0;
            for (; part != m_parts.end() && part->visit == visit; ++part) {
                ticks += part->ticks;
            }
            if (ticks > bestTicks) {
                best = visit;
                bestTicks = ticks;
            }
        }
        return best;
    }

    const store::VisitTable& m_visits;
    const KeyTable& m_keys;
    std::vector<Tick> m_bySlot;
    std::vector<KeyTable::Slot> m_slots;  ///< those with time
    std::vector<Part> m_parts;            ///< stretches in order of time
};

/// Scans one location column by column.
class RowScan {
public:
    RowScan(const TimelineJob& job, const store::LocationStore& location)
        : m_job(job)
        , m_location(location)
        , m_sums(location.visits, job.keys)
        , m_visit(visitsIn(location.visits, window()).first)
    {
    }

    std::vector<TimelineRun> run(StopPoll& poll)
    {
        forEachSegment(m_location.segments, window(), [&](auto visit, TickRange stretch) {
            const auto owner = clippedToDepth(m_location.visits, visit, m_job.maxDepth);
            while (m_job.edges[m_column + 1] <= stretch.begin) {
                finishColumn();
            }
            for (; m_job.edges[m_column + 1] < stretch.end; finishColumn()) {
                addPart(owner, stretch);
            }
            addPart(owner, stretch);
            return !poll.stopNow();
        });
        while (m_column < m_job.columns()) {
            finishColumn();
        }
        return std::move(m_runs);
    }

private:
    [[nodiscard]] TickRange window() const
    {
        return {.begin = m_job.edges.front(), .end = m_job.edges.back()};
    }

    void addPart(store::VisitIndex visit, TickRange stretch)
    {
        const Tick ticks = clippedLength(stretch, m_job.column(m_column));
        if (ticks > 0) {
            m_sums.add(visit, ticks);
        }
    }

    void finishColumn()
    {
        TimelineRun run = m_sums.take(m_job.column(m_column));
        run.firstColumn = static_cast<std::uint32_t>(m_column);
        run.visits = visitsBefore(m_job.edges[m_column + 1]);
        if (m_runs.empty() || !isAlike(m_runs.back(), run)) {
            m_runs.push_back(run);
        }
        ++m_column;
    }

    std::uint32_t visitsBefore(Tick end)
    {
        const store::VisitTable& visits = m_location.visits;
        std::uint32_t count = 0;
        for (; m_visit < visits.size() && visits.enter[m_visit] < end; ++m_visit) {
            count += visits.depth[m_visit] <= m_job.maxDepth ? 1U : 0U;
        }
        return count;
    }

    static bool isAlike(const TimelineRun& a, TimelineRun b)
    {
        b.firstColumn = a.firstColumn;
        return a == b;
    }

    const TimelineJob& m_job;
    const store::LocationStore& m_location;
    ColumnSums m_sums;
    store::VisitIndex m_visit;  ///< the next to begin
    std::size_t m_column = 0;
    std::vector<TimelineRun> m_runs;
};

std::vector<Tick> edgesOf(TickRange window, std::uint32_t count)
{
    const Columns columns{.range = window, .count = count};
    std::vector<Tick> edges(std::size_t{count} + 1);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        edges[i] = columns.boundary(static_cast<std::int64_t>(i));
    }
    return edges;
}

Result<void> checkRequest(const TimelineRequest& request)
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
    return checkColumns(request.columns);
}

}  // namespace

Result<Timeline> timeline(
    const store::TraceStore& trace, const TimelineRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkRequest(request));
    const auto window = resolveWindow(trace, request.scope.window);
    VELLUM_RETURN_IF_ERROR(window);
    const auto locations = resolveLocations(trace, request.scope.locations);
    VELLUM_RETURN_IF_ERROR(locations);
    VELLUM_RETURN_IF_ERROR(checkCells(locations.value().size(), request.columns));
    const TimelineJob job{
        .trace = trace,
        .keys = KeyTable(trace.definitions, request.by),
        .edges = edgesOf(window.value(), request.columns),
        .maxDepth = request.maxDepth};
    Timeline answer{.window = window.value(), .columns = request.columns, .by = request.by};
    answer.rows.resize(locations.value().size());
    VELLUM_RETURN_IF_ERROR(forEach(answer.rows.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        const LocationIndex location = locations.value()[i];
        answer.rows[i] = TimelineRow{
            .location = trace.definitions.locations[location.value()].ref,
            .runs = RowScan(job, trace.at(location)).run(poll)};
    }));
    return answer;
}

}  // namespace vellum::server::query
