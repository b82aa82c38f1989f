#include "common/base/number_text.h"
#include "common/query/limits.h"
#include "common/time/columns.h"
#include "server/query/column_scan.h"
#include "server/query/key_table.h"
#include "server/query/merge.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/tick_sum.h"
#include "server/query/workers.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <span>
#include <string>

namespace vellum::server::query {

using vellum::query::GroupBy;
using vellum::query::SummaryRow;
using vellum::query::SummaryTimeline;
using vellum::query::SummaryTimelineRequest;

namespace {

constexpr std::size_t kStepsOfColumn = 64;  // what a column costs, about, in steps of a scan

/// Exclusive ticks by slot and column; a slot without time has no columns.
using SlotSeries = std::vector<std::vector<Tick>>;

/// A few locations of one row: what one call of a worker adds up.
struct Part {
    std::size_t row = 0;
    std::vector<LocationIndex> locations;
};

/// Keeps the columns that are allocated below the limit of an answer.
class CellBudget {
public:
    [[nodiscard]] bool take(std::uint64_t cells)
    {
        return m_taken.fetch_add(cells) + cells <= vellum::query::kMaxCells;
    }
    void giveBack(std::uint64_t cells) { m_taken -= cells; }
    [[nodiscard]] bool isOver() const { return m_over; }
    void setOver() { m_over = true; }

private:
    std::atomic<std::uint64_t> m_taken{0};
    std::atomic<bool> m_over{false};
};

class SummaryScan {
public:
    SummaryScan(
        const store::TraceStore& trace,
        const KeyTable& keys,
        const Columns& columns,
        const std::vector<bool>& wanted,
        CellBudget& budget)
        : m_trace(trace)
        , m_wanted(wanted)
        , m_keys(keys)
        , m_columns(columns)
        , m_budget(budget)
        , m_series(keys.size())
    {
    }

    SlotSeries run(const std::vector<LocationIndex>& locations, StopPoll& poll)
    {
        for (const LocationIndex location : locations) {
            ColumnScan scan(m_trace.at(location), m_keys, m_columns.range.begin);
            for (std::int64_t column = 0; column < m_columns.count; ++column) {
                const auto times = scan.nextTimes(m_columns.boundary(column + 1));
                if (poll.stopNow(kStepsOfColumn) || !add(times, static_cast<std::size_t>(column))) {
                    return std::move(m_series);
                }
            }
        }
        return std::move(m_series);
    }

private:
    bool add(std::span<const ColumnScan::SlotTime> times, std::size_t column)
    {
        for (const auto& [slot, ticks] : times) {
            if (!m_wanted.empty() && !m_wanted[slot]) {
                continue;
            }
            std::vector<Tick>& series = m_series[slot];
            if (series.empty()) {
                if (!m_budget.take(static_cast<std::uint64_t>(m_columns.count))) {
                    m_budget.setOver();
                    return false;
                }
                series.resize(static_cast<std::size_t>(m_columns.count));
            }
            series[column] += ticks;
        }
        return true;
    }

    const store::TraceStore& m_trace;
    const std::vector<bool>& m_wanted;  ///< by slot; empty: all
    const KeyTable& m_keys;
    const Columns& m_columns;
    CellBudget& m_budget;
    SlotSeries m_series;
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
    VELLUM_RETURN_IF_ERROR(checkColumns(request.columns));
    return checkCells(request.rows.size(), request.columns);
}

/// Rows in pieces of so few locations that all workers have something to do.
Result<std::vector<Part>> partsOf(
    const store::TraceStore& trace,
    const SummaryTimelineRequest& request,
    std::vector<std::uint64_t>& locationsOfRow)
{
    constexpr std::size_t kPart = 16;
    std::vector<Part> parts;
    for (std::size_t row = 0; row < request.rows.size(); ++row) {
        const auto locations = resolveLocations(trace, request.rows[row]);
        VELLUM_RETURN_IF_ERROR(locations);
        const auto& all = locations.value();
        locationsOfRow.push_back(all.size());
        for (std::size_t i = 0; i < all.size(); i += kPart) {
            const std::size_t end = std::min(all.size(), i + kPart);
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
    std::vector<std::uint64_t> locations;
    const auto parts = partsOf(trace, request, locations);
    VELLUM_RETURN_IF_ERROR(parts);
    const KeyTable keys(trace.definitions, request.by);
    const Columns columns{.range = window.value(), .count = request.columns};
    const std::vector<bool> wanted = wantedSlots(request, keys);
    CellBudget budget;
    std::mutex merging;
    std::vector<SlotSeries> sums(request.rows.size());
    VELLUM_RETURN_IF_ERROR(forEach(parts.value().size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        const Part& part = parts.value()[i];
        SlotSeries series =
            SummaryScan(trace, keys, columns, wanted, budget).run(part.locations, poll);
        const std::scoped_lock lock(merging);
        addSeries(sums[part.row], series, budget);
    }));
    if (budget.isOver()) {
        return tooManySummaryCells();
    }
    SummaryTimeline answer{.window = window.value(), .columns = request.columns};
    for (std::size_t i = 0; i < sums.size(); ++i) {
        answer.rows.push_back(rowOf(sums[i], keys, locations[i]));
    }
    return answer;
}

}  // namespace vellum::server::query
