#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/time/columns.h"
#include "server/query/cell_budget.h"
#include "server/query/column_scan.h"
#include "server/query/key_table.h"
#include "server/query/merge.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/stretch_columns.h"
#include "server/query/tick_sum.h"
#include "server/query/union_rows.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace vellum::server::query {

using vellum::query::GroupBy;
using vellum::query::SummaryRow;
using vellum::query::SummaryTimeline;
using vellum::query::SummaryTimelineRequest;

namespace {

constexpr std::size_t kStepsOfColumn = 64;  // what a column costs, about, in steps of a scan
/// What a column costs, in changes of a scan that does not go by columns.
constexpr std::size_t kChangesOfColumn = 8;

/// Exclusive ticks by slot and column; a slot without time has no columns.
using SlotSeries = std::vector<std::vector<Tick>>;

/// A few locations of one row: what one call of a worker adds up.
struct Part {
    std::size_t row = 0;
    std::vector<LocationIndex> locations;
};

/// What every part of a request has in common.
struct SummaryScope {
    const VisitView& view;
    const KeyTable& keys;
    const Columns& columns;
    const std::optional<StretchColumns>& stretches;  ///< where it serves
    const std::vector<bool>& wanted;                 ///< by slot; empty: all
    bool visits;
    std::uint32_t maxDepth;
};

/// At the end of the type where it does not fit: the sums of a few parts do not depend on their order.
void addCount(std::uint32_t& to, std::uint64_t count)
{
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    to = static_cast<std::uint32_t>(std::min(kMost, to + std::min(kMost, count)));
}

class SummaryScan {
public:
    SummaryScan(const SummaryScope& scope, CellBudget& budget)
        : m_scope(scope)
        , m_budget(budget)
        , m_sums(scope.keys.size())
        , m_paid(scope.keys.size())
    {
        if (scope.stretches) {
            m_elsewhere = scope.stretches->empty();
        }
    }

    SlotSeries run(const std::vector<LocationIndex>& locations, StopPoll& poll)
    {
        for (const LocationIndex index : locations) {
            const LeftLocation location = m_scope.view.at(index, poll);
            const bool isScanned = hasFewChanges(location->calls) && findSums(location->calls.paths)
                                       ? addStretches(location->calls, poll)
                                       : addColumns(*location, poll);
            if (!isScanned) {
                break;
            }
            if (m_scope.visits) {
                addVisits(location->calls, poll);
            }
        }
        SlotSeries series(m_sums.size());
        for (std::size_t slot = 0; slot < m_sums.size(); ++slot) {
            if (hasTime(m_sums[slot]) && isPaid(slot)) {
                series[slot] = std::move(m_sums[slot].ticks);
            }
        }
        return series;
    }

    /// By column, once `run`; nothing where none are asked for.
    [[nodiscard]] const std::vector<std::uint32_t>& visits() const { return m_visits; }

private:
    void addVisits(const store::CallStream& calls, StopPoll& poll)
    {
        const Columns& columns = m_scope.columns;
        m_visits.resize(columnCount());
        std::size_t place = calls.time.firstFrom(columns.range.begin);
        if (m_scope.maxDepth != ColumnScan::kAllDepths) {
            const std::size_t last = calls.time.firstFrom(columns.range.end, place);
            for (; place < last && !poll.stopNow(); ++place) {
                if (calls.depthAt(place) <= m_scope.maxDepth && calls.isEnter(place)) {
                    addCount(
                        m_visits[static_cast<std::size_t>(columns.columnOf(calls.time[place]))], 1);
                }
            }
            return;
        }
        std::uint64_t before = calls.visitsBefore(place);
        for (std::size_t column = 0; column < m_visits.size(); ++column) {
            place = calls.time.firstFrom(
                columns.boundary(static_cast<std::int64_t>(column) + 1), place);
            const std::uint64_t until = calls.visitsBefore(place);
            addCount(m_visits[column], until - before);
            before = until;
        }
    }

    /// Whether going from change to change is cheaper than from column to column.
    bool hasFewChanges(const store::CallStream& calls)
    {
        m_first = calls.time.firstFrom(m_scope.columns.range.begin);
        m_last = calls.time.firstFrom(m_scope.columns.range.end, m_first);
        return m_scope.stretches && m_last - m_first <= kChangesOfColumn * columnCount();
    }

    bool addStretches(const store::CallStream& calls, StopPoll& poll)
    {
        const StretchColumns& columns = *m_scope.stretches;
        const TickRange window = m_scope.columns.range;
        TickRange stretch{.begin = window.begin, .end = window.begin};
        std::size_t column = 0;
        // No branch in it depends on what was called: the processor could not guess it.
        const auto take = [&](store::PathNode node, Tick ticks) {
            stretch.end = stretch.begin + ticks;
            if (ticks > 0) {
                const std::size_t first = columns.columnOf(stretch.begin, column);
                column = columns.columnOf(stretch.end - 1);
                columns.add(*m_sumsOfNode[node], stretch, first, column);
                stretch.begin = stretch.end;
            }
        };
        calls.forEachStretch(m_first, m_last, window.begin, window.end, take);
        return !poll.stopNow(1 + m_last - m_first);
    }

    /// Where the time of each call path goes; that outside of all and of keys that nobody asked for, elsewhere.
    /// False where so many keys have so many columns that only those with time should have them.
    bool findSums(const store::CallPaths& paths)
    {
        constexpr std::size_t kMostCells = std::size_t{1} << 22U;
        m_sumsOfNode.assign(paths.size(), &m_elsewhere);
        for (store::PathNode node = 1; node < paths.size(); ++node) {
            if (paths.depth[node] > m_scope.maxDepth) {
                m_sumsOfNode[node] = m_sumsOfNode[paths.parent[node]];
                continue;
            }
            const KeyTable::Slot slot = m_scope.keys.slotOf(paths.regionOf(node));
            if (!isWanted(slot)) {
                continue;
            }
            if (m_sums[slot].ticks.empty() && (m_rooms + 1) * columnCount() > kMostCells) {
                return false;
            }
            makeRoom(slot);
            m_sumsOfNode[node] = &m_sums[slot];
        }
        return true;
    }

    bool addColumns(const store::LocationStore& location, StopPoll& poll)
    {
        ColumnScan scan(location, m_scope.keys, m_scope.columns.range.begin, m_scope.maxDepth);
        for (std::int64_t column = 0; column < m_scope.columns.count; ++column) {
            const auto times = scan.nextTimes(m_scope.columns.boundary(column + 1));
            if (poll.stopNow(kStepsOfColumn) || !add(times, static_cast<std::size_t>(column))) {
                return false;
            }
        }
        return true;
    }

    bool add(std::span<const ColumnScan::SlotTime> times, std::size_t column)
    {
        for (const auto& [slot, ticks] : times) {
            if (!isWanted(slot)) {
                continue;
            }
            if (!isPaid(slot)) {
                return false;
            }
            makeRoom(slot);
            Tick& sum = m_sums[slot].ticks[column];
            if (m_scope.stretches) {
                StretchColumns::plus(sum, ticks);
            } else {
                sum = addTicks(sum, ticks);
            }
        }
        return true;
    }

    [[nodiscard]] bool isWanted(KeyTable::Slot slot) const
    {
        return m_scope.wanted.empty() || m_scope.wanted[slot];
    }

    void makeRoom(KeyTable::Slot slot)
    {
        StretchColumns::Sums& sums = m_sums[slot];
        if (!sums.ticks.empty()) {
            return;
        }
        ++m_rooms;
        if (m_scope.stretches) {
            sums = m_scope.stretches->empty();
        } else {
            sums.ticks.resize(columnCount());
        }
    }

    /// Once for each slot that has time; false where the answer has too much of it.
    bool isPaid(std::size_t slot)
    {
        if (!m_paid[slot] && !m_budget.take(columnCount())) {
            m_budget.setOver();
            return false;
        }
        m_paid[slot] = true;
        return true;
    }

    /// Once all is added.
    [[nodiscard]] bool hasTime(StretchColumns::Sums& sums) const
    {
        if (m_scope.stretches && !sums.ticks.empty()) {
            m_scope.stretches->finish(sums);
        }
        return std::ranges::any_of(sums.ticks, [](Tick ticks) { return ticks != 0; });
    }

    [[nodiscard]] std::size_t columnCount() const
    {
        return static_cast<std::size_t>(m_scope.columns.count);
    }

    const SummaryScope& m_scope;
    CellBudget& m_budget;
    std::vector<StretchColumns::Sums> m_sums;  ///< by slot; one without time has no columns
    std::vector<bool> m_paid;                  ///< by slot, out of the budget
    std::size_t m_rooms = 0;                   ///< slots that have columns
    std::vector<std::uint32_t> m_visits;
    StretchColumns::Sums m_elsewhere;
    std::vector<StretchColumns::Sums*> m_sumsOfNode;  ///< of one location
    std::size_t m_first = 0;  ///< of a location's changes, those in the window
    std::size_t m_last = 0;
};

/// Adds \p from to \p to and empties it. Sums of integers do not depend on their order.
void addSeries(SlotSeries& to, SlotSeries& from, CellBudget& budget)
{
    to.resize(std::max(to.size(), from.size()));
    for (std::size_t slot = 0; slot < from.size(); ++slot) {
        if (to[slot].empty()) {
            to[slot].swap(from[slot]);
        } else if (!from[slot].empty()) {
            for (std::size_t i = 0; i < to[slot].size(); ++i) {
                to[slot][i] = addTicks(to[slot][i], from[slot][i]);
            }
            budget.giveBack(from[slot].size());
        }
    }
}

Result<void> checkRequest(const SummaryTimelineRequest& request)
{
    if (request.by != GroupBy::Region && request.by != GroupBy::FunctionGroup) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "a summary timeline is by region or by function group"};
    }
    const bool hasMore = request.visits || request.maxDepth != ColumnScan::kAllDepths;
    if (request.maxDepth == 0 || (request.once && hasMore)) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message =
                "a summary timeline is of depth 1 at least, and where ticks count once of all "
                "depths and without visits"};
    }
    VELLUM_RETURN_IF_ERROR(checkColumns(request.columns));
    return checkCells(request.rows.size(), request.columns);
}

/// Rows in pieces of so few locations that all workers have something to do.
Result<std::vector<Part>> partsOf(
    const store::TraceStore& trace,
    const SummaryTimelineRequest& request,
    std::vector<std::uint64_t>& locationsOfRow)
{
    constexpr std::size_t kLeast = 16;
    constexpr std::size_t kParts = 256;  // each is merged, which costs as much as its columns
    constexpr std::size_t kMost = 2048;  // so that counts of stretches fit into 32 bits
    std::vector<Part> parts;
    for (std::size_t row = 0; row < request.rows.size(); ++row) {
        const auto locations = resolveLocations(trace, request.rows[row]);
        VELLUM_RETURN_IF_ERROR(locations);
        const auto& all = locations.value();
        const std::size_t ofPart = std::clamp(all.size() / kParts, kLeast, kMost);
        locationsOfRow.push_back(all.size());
        for (std::size_t i = 0; i < all.size(); i += ofPart) {
            const std::size_t end = std::min(all.size(), i + ofPart);
            Part& part = parts.emplace_back();
            part.row = row;
            for (std::size_t k = i; k < end; ++k) {
                part.locations.push_back(all[k]);
            }
        }
    }
    return parts;
}

/// Which slots have one of the keys asked for; empty if all have. A key that the trace does not know has
/// no time.
std::vector<bool> wantedSlots(const SummaryTimelineRequest& request, const KeyTable& keys)
{
    std::vector<bool> wanted(request.keys.empty() ? 0 : keys.size());
    for (std::size_t slot = 0; slot < wanted.size(); ++slot) {
        const auto key = keys.key(static_cast<KeyTable::Slot>(slot));
        wanted[slot] = std::ranges::find(request.keys, key) != request.keys.end();
    }
    return wanted;
}

SummaryRow rowOf(SlotSeries& series, const KeyTable& keys, std::uint64_t locations)
{
    SummaryRow row{.locations = locations};
    for (std::size_t slot = 0; slot < series.size(); ++slot) {
        if (!series[slot].empty()) {
            row.series.push_back(
                {.key = keys.key(static_cast<KeyTable::Slot>(slot)),
                 .exclusive = std::move(series[slot])});
        }
    }
    return row;
}

}  // namespace

Error tooManySummaryCells()
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = "the summary timeline has more than " + grouped(vellum::query::kMaxCells)
                   + " cells; ask for fewer columns or by group"};
}

Result<SummaryTimeline> summaryTimeline(
    const store::TraceStore& trace,
    const SummaryTimelineRequest& request,
    const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkRequest(request));
    const auto window = resolveWindow(trace, request.window);
    VELLUM_RETURN_IF_ERROR(window);
    const KeyTable keys(trace.definitions, request.by);
    const Columns columns{.range = window.value(), .count = request.columns};
    const std::vector<bool> wanted = wantedSlots(request, keys);
    if (request.once) {
        return unionsOf(
            trace, request, {.keys = keys, .columns = columns, .wanted = wanted}, options);
    }
    std::vector<std::uint64_t> locations;
    const auto parts = partsOf(trace, request, locations);
    VELLUM_RETURN_IF_ERROR(parts);
    std::optional<StretchColumns> stretches;
    if (StretchColumns::serves(columns)) {
        stretches.emplace(columns);
    }
    const VisitView view(trace, request.filter.visits);
    const SummaryScope scope{
        .view = view,
        .keys = keys,
        .columns = columns,
        .stretches = stretches,
        .wanted = wanted,
        .visits = request.visits,
        .maxDepth = request.maxDepth};
    CellBudget budget;
    std::mutex merging;
    std::vector<SlotSeries> sums(request.rows.size());
    std::vector<std::vector<std::uint32_t>> visits(request.rows.size());
    for (std::size_t row = 0; row < visits.size() && request.visits; ++row) {
        visits[row].resize(request.columns);
    }
    VELLUM_RETURN_IF_ERROR(forEach(parts.value().size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        const Part& part = parts.value()[i];
        SummaryScan scan(scope, budget);
        SlotSeries series = scan.run(part.locations, poll);
        const std::scoped_lock lock(merging);
        addSeries(sums[part.row], series, budget);
        for (std::size_t column = 0; column < scan.visits().size(); ++column) {
            addCount(visits[part.row][column], scan.visits()[column]);
        }
    }));
    if (budget.isOver()) {
        return tooManySummaryCells();
    }
    SummaryTimeline answer{.window = window.value(), .columns = request.columns};
    for (std::size_t i = 0; i < sums.size(); ++i) {
        answer.rows.push_back(rowOf(sums[i], keys, locations[i]));
        answer.rows.back().visits = std::move(visits[i]);
    }
    return answer;
}

}  // namespace vellum::server::query
