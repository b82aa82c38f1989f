#include "server/query/union_rows.h"

#include "common/base/number_text.h"
#include "server/query/cell_budget.h"
#include "server/query/merge.h"
#include "server/query/scope.h"
#include "server/query/union_sweep.h"
#include "server/query/visit_view.h"
#include "server/query/workers.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace vellum::server::query {

using vellum::query::SummaryRow;
using vellum::query::SummaryTimeline;
using vellum::query::SummaryTimelineRequest;

namespace {

using Sources = std::vector<std::unique_ptr<UnionSweep::Source>>;

Error tooManyStretches()
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = "the rows are busy in more than " + grouped(vellum::query::kMaxStretches)
                   + " stretches of time; ask for a shorter window"};
}

/// One row after the other; what they take is counted together.
class UnionRows {
public:
    UnionRows(const SummaryTimelineRequest& request, const UnionContext& context)
        : m_request(request)
        , m_context(context)
        , m_budget(request.stretches ? vellum::query::kMaxStretches : vellum::query::kMaxCells)
    {
    }

    SummaryRow row(const Sources& sources, std::uint64_t locations, StopPoll& poll)
    {
        std::vector<UnionSweep::Source*> borrowed;
        borrowed.reserve(sources.size());
        for (const auto& source : sources) {
            borrowed.push_back(source.get());
        }
        UnionSweep sweep(m_context.keys.size(), m_context.columns.range);
        SummaryRow row{.locations = locations};
        if (m_request.stretches) {
            StretchSink sink(m_context.keys.size(), m_budget);
            sweep.run(std::move(borrowed), poll, sink);
            addStretches(row, sink);
        } else {
            ColumnSink sink(m_context.keys.size(), m_context.columns, m_budget);
            sweep.run(std::move(borrowed), poll, sink);
            addSeries(row, sink);
        }
        return row;
    }

    [[nodiscard]] Result<void> result() const
    {
        if (!m_budget.isOver()) {
            return {};
        }
        return m_request.stretches ? tooManyStretches() : tooManySummaryCells();
    }

private:
    void addStretches(SummaryRow& row, const StretchSink& sink) const
    {
        for (std::size_t slot = 0; slot < sink.stretches().size(); ++slot) {
            const auto key = m_context.keys.key(static_cast<KeyTable::Slot>(slot));
            for (const TickRange range : sink.stretches()[slot]) {
                row.stretches.push_back({.key = key, .range = range});
            }
        }
    }

    void addSeries(SummaryRow& row, ColumnSink& sink) const
    {
        std::vector<std::vector<Tick>>& series = sink.series();
        row.busy = std::move(series.back());
        row.busy.resize(m_request.columns);
        series.pop_back();
        for (std::size_t slot = 0; slot < series.size(); ++slot) {
            if (!series[slot].empty()) {
                row.series.push_back(
                    {.key = m_context.keys.key(static_cast<KeyTable::Slot>(slot)),
                     .exclusive = std::move(series[slot])});
            }
        }
    }

    const SummaryTimelineRequest& m_request;
    const UnionContext& m_context;
    CellBudget m_budget;
};

}  // namespace

Result<SummaryTimeline> unionsOf(
    const store::TraceStore& trace,
    const SummaryTimelineRequest& request,
    const UnionContext& context,
    const ExecutionOptions& options)
{
    const TickRange window = context.columns.range;
    std::vector<std::vector<LocationIndex>> rows;
    for (const auto& asked : request.rows) {
        auto locations = resolveLocations(trace, asked);
        VELLUM_RETURN_IF_ERROR(locations);
        rows.push_back(std::move(locations).value());
    }
    SummaryTimeline answer{.window = window, .columns = request.columns};
    answer.rows.resize(rows.size());
    const VisitView view(trace, request.filter.visits);
    UnionRows unions(request, context);
    VELLUM_RETURN_IF_ERROR(forEach(rows.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        std::vector<LeftLocation> locations;  // which the sources look at
        Sources sources;
        for (const LocationIndex location : rows[i]) {
            locations.push_back(view.at(location, poll));
            sources.push_back(std::make_unique<LocationSource>(
                *locations.back(), context.keys, context.wanted, window));
        }
        answer.rows[i] = unions.row(sources, rows[i].size(), poll);
    }));
    VELLUM_RETURN_IF_ERROR(unions.result());
    return answer;
}

Result<SummaryRow> unionOfParts(
    const SummaryTimelineRequest& request,
    const UnionContext& context,
    std::uint64_t locations,
    const std::vector<SummaryRow>& parts)
{
    Sources sources;
    for (const SummaryRow& part : parts) {
        auto begin = part.stretches.begin();
        while (begin != part.stretches.end()) {
            const auto key = begin->key;
            const auto end = std::find_if(
                begin, part.stretches.end(), [key](const auto& one) { return one.key != key; });
            std::vector<TickRange> own;
            own.reserve(static_cast<std::size_t>(end - begin));
            std::transform(
                begin, end, std::back_inserter(own), [](const auto& one) { return one.range; });
            sources.push_back(std::make_unique<StretchSource>(
                context.keys.slotOf(key), std::move(own), context.columns.range));
            begin = end;
        }
    }
    const ExecutionOptions plain;
    StopPoll poll(plain);
    UnionRows unions(request, context);
    SummaryRow row = unions.row(sources, locations, poll);
    VELLUM_RETURN_IF_ERROR(unions.result());
    return row;
}

}  // namespace vellum::server::query
