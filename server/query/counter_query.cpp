#include "common/time/columns.h"
#include "server/query/made_in.h"
#include "server/query/queries.h"
#include "server/query/scope.h"
#include "server/query/workers.h"
#include "server/store/counter_rows.h"
#include "server/store/counter_samples.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::server::query {

using vellum::query::CounterPoint;
using vellum::query::CounterRow;
using vellum::query::Counters;
using vellum::query::CountersRequest;

namespace {

/// All metrics of one location, column by column: by the location's rows where a column has many records, else sample by
/// sample, as where filters leave only some.
class LocationScan {
public:
    /// \param kept  by record, whether filters of visits leave it; nothing: all. Must outlive it.
    LocationScan(
        const store::TraceStore& trace,
        LocationIndex location,
        const Columns& columns,
        const std::string& wanted,
        const std::optional<std::vector<bool>>& kept)
        : m_kept(kept)
        , m_records(trace.at(location).records)
        , m_rows(trace.at(location).counterRows)
        , m_samples(trace.definitions, m_records)
        , m_location(trace.definitions.locations[location.value()].ref)
        , m_columns(columns)
        , m_wanted(wanted)
    {
    }

    std::vector<CounterRow> run(StopPoll& poll)
    {
        const store::TimeColumn& time = m_records.time;
        const std::size_t begin = time.firstFrom(m_columns.range.begin);
        const std::size_t end = time.firstFrom(m_columns.range.end, begin);
        if (!m_rows.empty() && !m_kept) {
            m_reader.emplace(m_rows, m_records.size());
            knowSeries();
        }
        takeBefore(begin, poll);
        for (std::size_t first = begin; first < end && !poll.stopNow();) {
            const std::int64_t column = m_columns.columnOf(time[first]);
            const std::size_t last =
                std::min(time.firstFrom(m_columns.boundary(column + 1), first), end);
            takeColumn(first, last, poll);
            finishColumn(static_cast<std::uint32_t>(column));
            first = last;
        }
        return takeRows();
    }

private:
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    struct Series {
        bool isWanted = false;
        std::optional<double> before;
        std::vector<CounterPoint> points;
        std::size_t open = kNone;  ///< its place in m_open
    };

    /// A series that has samples in the column.
    struct Open {
        std::uint32_t series = 0;
        store::CounterRowSums sums;
    };

    /// Numbered as the rows have them.
    void knowSeries()
    {
        for (std::uint32_t i = 0; i < m_rows.seriesCount(); ++i) {
            m_samples.know(m_rows.series(i).recordedAs);
        }
        fitSeries();
    }

    void fitSeries()
    {
        for (std::size_t i = m_series.size(); i < m_samples.series().size(); ++i) {
            const MetricMember& member = *m_samples.series()[i].member;
            m_series.push_back({.isWanted = m_wanted.empty() || member.name == m_wanted});
        }
    }

    Series& at(std::uint32_t series)
    {
        if (series >= m_series.size()) {
            fitSeries();
        }
        return m_series[series];
    }

    /// The last samples of records before \p begin.
    void takeBefore(std::size_t begin, StopPoll& poll)
    {
        std::size_t first = 0;
        if (m_reader) {
            const std::size_t row = begin / m_rows.step();
            first = row * m_rows.step();
            for (std::uint32_t i = 0; i < m_series.size(); ++i) {
                const store::CounterRowSums sums = m_reader->before(row, i);
                if (sums.count > 0) {
                    m_series[i].before = sums.last;
                }
            }
        }
        forEach(first, begin, poll, [this](std::uint32_t series, double quantity) {
            at(series).before = quantity;
        });
    }

    void takeColumn(std::size_t first, std::size_t last, StopPoll& poll)
    {
        const auto add = [this](std::uint32_t series, double quantity) {
            addSample(series, quantity);
        };
        const std::size_t step = m_reader ? m_rows.step() : 1;
        const std::size_t firstRow = (first + step - 1) / step;
        const std::size_t lastRow = last / step;
        if (!m_reader || lastRow < firstRow + 2) {
            forEach(first, last, poll, add);
            return;
        }
        forEach(first, firstRow * step, poll, add);
        for (std::uint32_t i = 0; i < m_series.size(); ++i) {
            addRows(i, firstRow, lastRow);
        }
        forEach(lastRow * step, last, poll, add);
    }

    template <typename Use>
    void forEach(std::size_t first, std::size_t last, StopPoll& poll, const Use& use)
    {
        constexpr std::size_t kAtOnce = std::size_t{1} << 14U;
        while (first < last) {
            const std::size_t end = std::min(last, first + kAtOnce);
            forEachKept(first, end, use);
            if (poll.stopNow(end - first)) {
                return;
            }
            first = end;
        }
    }

    template <typename Use>
    void forEachKept(std::size_t first, std::size_t last, const Use& use)
    {
        if (!m_kept) {
            m_samples.forEach(first, last, use);
            return;
        }
        for (std::size_t i = first; i < last; ++i) {
            if ((*m_kept)[i]) {
                m_samples.forEach(i, i + 1, use);
            }
        }
    }

    void addSample(std::uint32_t series, double quantity)
    {
        if (!at(series).isWanted) {
            return;
        }
        Series& of = m_series[series];
        const bool isFirst = of.open == kNone;
        if (isFirst) {
            open(series);
        }
        store::CounterRowSums& sums = m_open[of.open].sums;
        ++sums.count;
        sums.min = isFirst ? quantity : std::min(sums.min, quantity);
        sums.max = isFirst ? quantity : std::max(sums.max, quantity);
        sums.last = quantity;
        m_sums[of.open].add(quantity);
    }

    void addRows(std::uint32_t series, std::size_t first, std::size_t last)
    {
        Series& of = m_series[series];
        if (!of.isWanted) {
            return;
        }
        const bool isFirst = of.open == kNone;
        if (isFirst) {
            open(series);
        }
        const store::CounterRowSums more = m_reader->between(first, last, series, m_sums[of.open]);
        if (more.count == 0) {
            if (isFirst) {
                of.open = kNone;
                m_open.pop_back();
            }
            return;
        }
        store::CounterRowSums& sums = m_open[of.open].sums;
        sums.count += more.count;
        sums.min = isFirst ? more.min : std::min(sums.min, more.min);
        sums.max = isFirst ? more.max : std::max(sums.max, more.max);
        sums.last = more.last;
    }

    void open(std::uint32_t series)
    {
        m_series[series].open = m_open.size();
        m_open.push_back({.series = series, .sums = {}});
        m_sums.resize(std::max(m_sums.size(), m_open.size()));
    }

    void finishColumn(std::uint32_t column)
    {
        for (std::size_t i = 0; i < m_open.size(); ++i) {
            const store::CounterRowSums& sums = m_open[i].sums;
            Series& of = m_series[m_open[i].series];
            of.points.push_back(
                {.column = column,
                 .count = sums.count,
                 .min = sums.min,
                 .max = sums.max,
                 .mean = m_sums[i].meanOf(sums.count),
                 .last = sums.last});
            m_sums[i].clear();
            of.open = kNone;
        }
        m_open.clear();
    }

    /// By class or instance, then by place in the class.
    std::vector<CounterRow> takeRows()
    {
        const auto& known = m_samples.series();
        std::vector<std::uint32_t> order(m_series.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, {}, [&](std::uint32_t i) {
            return std::pair(known[i].recordedAs.value(), known[i].place);
        });
        std::vector<CounterRow> rows;
        for (const std::uint32_t i : order) {
            Series& of = m_series[i];
            if (of.isWanted && (of.before || !of.points.empty())) {
                rows.push_back(
                    {.location = m_location,
                     .recordedAs = known[i].recordedAs,
                     .metric = known[i].member->ref,
                     .before = of.before,
                     .points = std::move(of.points)});
            }
        }
        return rows;
    }

    const std::optional<std::vector<bool>>& m_kept;
    const store::RecordTable& m_records;
    const store::CounterRows& m_rows;
    std::optional<store::CounterRowReader> m_reader;  ///< where there are rows
    store::CounterSamples m_samples;
    LocationRef m_location;
    const Columns& m_columns;
    const std::string& m_wanted;
    std::vector<Series> m_series;         ///< by number of CounterSamples
    std::vector<Open> m_open;             ///< of the column
    std::vector<store::ExactSum> m_sums;  ///< parallel to those, and some that are zero
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
    const MadeIn madeIn(trace, request.scope.filter.visits);
    std::vector<std::vector<CounterRow>> found(locations.value().size());
    VELLUM_RETURN_IF_ERROR(forEach(found.size(), options, [&](std::size_t i) {
        // Of a part in time the totals know nothing of the last sample before it.
        if (!trace.isPartOfTime && trace.totalsOf(locations.value()[i]).metricSamples == 0) {
            return;
        }
        StopPoll poll(options);
        const auto kept = madeIn.keptRecords(locations.value()[i], poll);
        found[i] =
            LocationScan(trace, locations.value()[i], columns, request.metric, kept).run(poll);
    }));
    Counters answer{.window = window.value(), .columns = request.columns, .rows = {}};
    for (auto& rows : found) {
        std::ranges::move(rows, std::back_inserter(answer.rows));
        VELLUM_RETURN_IF_ERROR(checkCells(answer.rows.size(), request.columns));
    }
    return answer;
}

}  // namespace vellum::server::query
