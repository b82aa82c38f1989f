#include "common/time/columns.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/workers.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace vellum::server::query {

using vellum::query::CounterPoint;
using vellum::query::CounterRow;
using vellum::query::Counters;
using vellum::query::CountersRequest;

namespace {

/// Gathers the samples of one metric of one location, in their order.
class Series {
public:
    Series(LocationRef location, MetricRef recordedAs, const MetricMember& member)
        : m_member(member)
        , m_row{
              .location = location,
              .recordedAs = recordedAs,
              .metric = member.ref,
              .before = {},
              .points = {}}
    {
    }

    void add(Tick tick, TypedValue value, const Columns& columns)
    {
        const double quantity = quantityOf(value, m_member);
        if (!std::isfinite(quantity)) {
            return;
        }
        if (tick < columns.range.begin) {
            m_row.before = quantity;
            return;
        }
        const auto column = static_cast<std::uint32_t>(columns.columnOf(tick));
        if (m_row.points.empty() || m_row.points.back().column != column) {
            m_row.points.push_back({.column = column, .min = quantity, .max = quantity});
            m_sum = 0;
        }
        CounterPoint& point = m_row.points.back();
        m_sum += quantity;
        ++point.count;
        point.min = std::min(point.min, quantity);
        point.max = std::max(point.max, quantity);
        point.mean = static_cast<double>(m_sum / static_cast<long double>(point.count));
        point.last = quantity;
    }

    [[nodiscard]] bool isEmpty() const { return !m_row.before && m_row.points.empty(); }
    [[nodiscard]] CounterRow take() { return std::move(m_row); }

private:
    const MetricMember& m_member;
    CounterRow m_row;
    long double m_sum = 0;  ///< of the last point
};

/// All metrics of one location.
class LocationScan {
public:
    LocationScan(
        const store::TraceStore& trace,
        LocationIndex location,
        const Columns& columns,
        const std::string& wanted)
        : m_definitions(trace.definitions)
        , m_records(trace.at(location).records)
        , m_location(trace.definitions.locations[location.value()].ref)
        , m_columns(columns)
        , m_wanted(wanted)
    {
    }

    std::vector<CounterRow> run(StopPoll& poll)
    {
        const std::size_t end = m_records.time.firstFrom(m_columns.range.end);
        for (std::size_t i = 0; i < end && !poll.stopNow(); ++i) {
            if (m_records.kind[i] == event_kind::kMetric) {
                add(i);
            }
        }
        std::vector<CounterRow> rows;
        for (auto& [metric, members] : m_series) {
            for (auto& [place, series] : members) {
                if (!series.isEmpty()) {
                    rows.push_back(series.take());
                }
            }
        }
        return rows;
    }

private:
    /// With their places in the class.
    using Members = std::vector<std::pair<std::size_t, Series>>;

    void add(std::size_t record)
    {
        const store::Words payload = m_records.payloadOf(record);
        if (payload.empty()) {
            return;
        }
        for (auto& [place, series] : membersOf(MetricRef(static_cast<std::uint32_t>(payload[0])))) {
            const std::size_t at = 1 + 2 * place;
            if (at + 1 < payload.size()) {
                const TypedValue value{
                    .type = static_cast<ValueType>(payload[at]), .bits = payload[at + 1]};
                series.add(m_records.time[record], value, m_columns);
            }
        }
    }

    Members& membersOf(MetricRef ref)
    {
        const auto [entry, isNew] = m_series.try_emplace(ref.value());
        const MetricClass* known = isNew ? m_definitions.metricClassOf(ref) : nullptr;
        for (std::size_t i = 0; known != nullptr && i < known->members.size(); ++i) {
            const MetricMember* member = m_definitions.find(known->members[i]);
            if (member != nullptr && (m_wanted.empty() || member->name == m_wanted)) {
                entry->second.emplace_back(i, Series(m_location, ref, *member));
            }
        }
        return entry->second;
    }

    const Definitions& m_definitions;
    const store::RecordTable& m_records;
    LocationRef m_location;
    const Columns& m_columns;
    const std::string& m_wanted;
    std::map<std::uint32_t, Members> m_series;  ///< by class or instance
};

Result<void> checkMetric(const store::TraceStore& trace, const std::string& name)
{
    const auto& members = trace.definitions.metricMembers;
    if (!name.empty() && std::ranges::find(members, name, &MetricMember::name) == members.end()) {
        return Error{
            .kind = ErrorKind::NotFound, .message = "the trace has no metric '" + name + "'"};
    }
    return {};
}

}  // namespace

Result<Counters> counters(
    const store::TraceStore& trace, const CountersRequest& request, const ExecutionOptions& options)
{
    VELLUM_RETURN_IF_ERROR(checkColumns(request.columns));
    VELLUM_RETURN_IF_ERROR(checkMetric(trace, request.metric));
    const auto window = resolveWindow(trace, request.scope.window);
    VELLUM_RETURN_IF_ERROR(window);
    const auto locations = resolveLocations(trace, request.scope.locations);
    VELLUM_RETURN_IF_ERROR(locations);
    const Columns columns{.range = window.value(), .count = request.columns};
    std::vector<std::vector<CounterRow>> found(locations.value().size());
    VELLUM_RETURN_IF_ERROR(forEach(found.size(), options, [&](std::size_t i) {
        StopPoll poll(options);
        found[i] = LocationScan(trace, locations.value()[i], columns, request.metric).run(poll);
    }));
    Counters answer{.window = window.value(), .columns = request.columns, .rows = {}};
    for (auto& rows : found) {
        std::ranges::move(rows, std::back_inserter(answer.rows));
        VELLUM_RETURN_IF_ERROR(checkCells(answer.rows.size(), request.columns));
    }
    return answer;
}

}  // namespace vellum::server::query
