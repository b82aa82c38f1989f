// Answers that are rows of locations: joined, or added up.

#include "common/query/limits.h"
#include "server/query/merge.h"
#include "server/query/presence.h"
#include "server/query/scope.h"
#include "server/query/set_timeline.h"
#include "server/query/tick_sum.h"
#include "server/query/union_rows.h"

#include <algorithm>
#include <limits>
#include <map>

namespace vellum::server::query {

using vellum::query::CounterRow;
using vellum::query::Counters;
using vellum::query::CountersRequest;
using vellum::query::Key;
using vellum::query::SummaryRow;
using vellum::query::SummaryTimeline;
using vellum::query::SummaryTimelineRequest;
using vellum::query::Timeline;
using vellum::query::TimelineRequest;
using vellum::query::TimelineRow;
using vellum::query::VisitDetail;

namespace {

/// Adds the rows of a part to those of others. Sums of ticks that are not negative do not depend on
/// their order, not even at the end of their type.
class SummarySum {
public:
    void add(SummaryRow row)
    {
        addVisits(row.visits);
        for (vellum::query::SummarySeries& series : row.series) {
            std::vector<Tick>& sum = m_series[series.key];
            if (sum.empty()) {
                sum = std::move(series.exclusive);
                continue;
            }
            for (std::size_t i = 0; i < sum.size() && i < series.exclusive.size(); ++i) {
                sum[i] = addTicks(sum[i], series.exclusive[i]);
            }
        }
    }

    [[nodiscard]] std::size_t keys() const { return m_series.size(); }

    [[nodiscard]] SummaryRow take(std::uint64_t locations)
    {
        SummaryRow row{.locations = locations};
        for (auto& [key, exclusive] : m_series) {
            row.series.push_back({.key = key, .exclusive = std::move(exclusive)});
        }
        row.visits = std::move(m_visits);
        return row;
    }

private:
    void addVisits(const std::vector<std::uint32_t>& visits)
    {
        constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
        m_visits.resize(visits.size());
        for (std::size_t i = 0; i < visits.size(); ++i) {
            m_visits[i] =
                static_cast<std::uint32_t>(std::min(kMost, std::uint64_t{m_visits[i]} + visits[i]));
        }
    }

    std::vector<std::uint32_t> m_visits;
    std::map<Key, std::vector<Tick>> m_series;
};

/// Which parts hold something of a row, in their order.
std::vector<bool> partsOfRow(
    const MergeContext& context, const std::vector<LocationIndex>& locations)
{
    std::vector<bool> holds(context.placement.parts);
    for (const LocationIndex location : locations) {
        holds[context.placement.of(location)] = true;
    }
    return holds;
}

}  // namespace

Result<Timeline> merged(
    const MergeContext& context, const TimelineRequest& request, PartAnswers<Timeline> parts)
{
    RowsOfParts<TimelineRow> rows;
    Timeline answer = parts.front().answer;
    answer.rows.clear();
    for (auto& [part, partial] : parts) {
        answer.exact = answer.exact && partial.exact;
        rows.add(part, partial.rows);
    }
    for (const LocationIndex location : rowOrder(context, request.scope.locations)) {
        rows.take(context, location, answer.rows);
    }
    // Markers are the head's alone.
    addMarkers(context.trace, PresenceClasses(context.trace.definitions, request.present), answer);
    return answer;
}

Result<Timeline> merged(
    const MergeContext& context, const TimelineRequest& request, PartAnswers<SummaryTimeline> parts)
{
    const auto sums = merged(context, sumsForSets(request), std::move(parts));
    VELLUM_RETURN_IF_ERROR(sums);
    Timeline answer{.window = sums.value().window, .columns = request.columns, .by = request.by};
    addWinners(KeyTable(context.trace.definitions, request.by), sums.value(), answer);
    return answer;
}

Result<SummaryTimeline> merged(
    const MergeContext& context,
    const SummaryTimelineRequest& request,
    PartAnswers<SummaryTimeline> parts)
{
    SummaryTimeline answer = parts.front().answer;
    answer.rows.clear();
    for (const auto& [part, partial] : parts) {
        answer.exact = answer.exact && partial.exact;
    }
    const KeyTable keys(context.trace.definitions, request.by);
    const UnionContext unions{
        .keys = keys, .columns = {.range = answer.window, .count = request.columns}, .wanted = {}};
    std::vector<std::size_t> next(parts.size());
    std::uint64_t cells = 0;
    for (const std::vector<LocationRef>& asked : request.rows) {
        const auto locations = rowOrder(context, asked);
        const std::vector<bool> holds = partsOfRow(context, locations);
        std::vector<SummaryRow> found;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            auto& rows = parts[i].answer.rows;
            if (holds[parts[i].part] && next[i] < rows.size()) {
                found.push_back(std::move(rows[next[i]++]));
            }
        }
        if (request.once) {
            auto row = unionOfParts(request, unions, locations.size(), found);
            if (!row.isOk()) {
                return row.error();
            }
            answer.rows.push_back(std::move(row).value());
            continue;
        }
        SummarySum sum;
        for (SummaryRow& row : found) {
            sum.add(std::move(row));
        }
        cells += sum.keys() * request.columns;
        if (cells > vellum::query::kMaxCells) {
            return tooManySummaryCells();
        }
        answer.rows.push_back(sum.take(locations.size()));
    }
    return answer;
}

Result<Counters> merged(
    const MergeContext& context, const CountersRequest& request, PartAnswers<Counters> parts)
{
    RowsOfParts<CounterRow> rows;
    Counters answer{
        .window = parts.front().answer.window, .columns = parts.front().answer.columns, .rows = {}};
    for (auto& [part, partial] : parts) {
        rows.add(part, partial.rows);
    }
    for (const LocationIndex location : rowOrder(context, request.scope.locations)) {
        rows.take(context, location, answer.rows);
        VELLUM_RETURN_IF_ERROR(checkCells(answer.rows.size(), request.columns));
    }
    return answer;
}

Result<VisitDetail> merged(
    const MergeContext& /*context*/,
    const vellum::query::DetailRequest& /*request*/,
    PartAnswers<VisitDetail> parts)
{
    return std::move(parts.front().answer);
}

}  // namespace vellum::server::query
