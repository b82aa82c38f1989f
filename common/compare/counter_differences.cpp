#include "common/compare/counter_differences.h"

#include "common/compare/step_differences.h"
#include "common/time/columns.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace vellum::compare {

namespace {

using query::CounterRow;
using query::CounterStretch;

/// Name and unit: what two counters must have in common.
using CounterName = std::pair<std::string_view, std::string_view>;

const MetricMember* metricOf(const CounterRun& run, const CounterRow& row)
{
    return run.definitions.find(row.metric);
}

std::string locationName(const CounterRun& run, LocationRef ref)
{
    const Location* location = run.definitions.find(ref);
    return location != nullptr ? nameOfLocation(run.definitions, *location) : std::string();
}

/// The rows of one counter by location, in the order of the rows.
struct Recorders {
    std::vector<std::size_t>
        places;  ///< of the locations, among those of the trace; ascending, as rows stand
    std::vector<std::vector<std::size_t>> rows;
};

std::map<CounterName, Recorders> recordersOf(const CounterRun& run)
{
    std::map<CounterName, Recorders> all;
    const auto& rows = run.counters.rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const MetricMember* metric = metricOf(run, rows[i]);
        const LocationIndex location = run.definitions.indexOf(rows[i].location);
        if (metric == nullptr || !location.isDefined()) {
            continue;
        }
        Recorders& recorders = all[{metric->name, metric->unit}];
        const auto place = static_cast<std::size_t>(location.value());
        // Rows stand by location.
        if (recorders.places.empty() || recorders.places.back() != place) {
            recorders.places.push_back(place);
            recorders.rows.emplace_back();
        }
        recorders.rows.back().push_back(i);
    }
    return all;
}

/// The rows of a location; none where it does not record the counter.
std::span<const std::size_t> rowsAt(const Recorders& recorders, std::optional<std::size_t> place)
{
    if (!place) {
        return {};
    }
    const auto found = std::ranges::lower_bound(recorders.places, *place);
    if (found == recorders.places.end() || *found != *place) {
        return {};
    }
    return recorders.rows[static_cast<std::size_t>(found - recorders.places.begin())];
}

double subtract(double b, double a)
{
    return std::clamp(
        b - a, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
}

/// What a run shows in a column, from left to right; null where it shows nothing.
class Columnwise {
public:
    explicit Columnwise(std::vector<CounterStretch> stretches) : m_stretches(std::move(stretches))
    {
    }

    /// \param column  greater with each call
    const CounterStretch* at(std::int64_t column)
    {
        while (m_next < m_stretches.size() && m_stretches[m_next].endColumn <= column) {
            ++m_next;
        }
        const bool isThere =
            m_next < m_stretches.size() && m_stretches[m_next].firstColumn <= column;
        return isThere ? &m_stretches[m_next] : nullptr;
    }

private:
    std::vector<CounterStretch> m_stretches;
    std::size_t m_next = 0;
};

/// How many samples a row has in a column; columns are asked for from left to right.
class SampleCounts {
public:
    explicit SampleCounts(const CounterRow* row) : m_row(row) {}

    std::uint64_t at(std::uint64_t column)
    {
        while (m_row != nullptr && m_next < m_row->points.size()
               && m_row->points[m_next].column < column) {
            ++m_next;
        }
        const bool isThere = m_row != nullptr && m_next < m_row->points.size()
                             && m_row->points[m_next].column == column;
        return isThere ? m_row->points[m_next].count : 0;
    }

private:
    const CounterRow* m_row;
    std::size_t m_next = 0;
};

class Comparer {
public:
    Comparer(const CounterRun& a, const CounterRun& b, std::uint64_t limit, const ProcessMap& map)
        : m_a(a)
        , m_b(b)
        , m_map(map)
        , m_limit(limit)
    {
    }

    CounterComparison compare()
    {
        m_result.columns = m_a.counters.columns;
        m_result.length = m_a.definitions.clock.toNanoseconds(m_a.counters.window.length());
        for (const CounterPair& pair : pairCounters(m_a, m_b, m_map)) {
            ++(pair.a && pair.b ? m_result.inBoth : pair.a ? m_result.onlyA : m_result.onlyB);
            add(pair);
        }
        return std::move(m_result);
    }

private:
    void add(const CounterPair& pair)
    {
        const CounterRow* rowA = pair.a ? &m_a.counters.rows[*pair.a] : nullptr;
        const CounterRow* rowB = pair.b ? &m_b.counters.rows[*pair.b] : nullptr;
        Columnwise ofA(pair.a ? shownBy(m_a, *pair.a) : std::vector<CounterStretch>());
        Columnwise ofB(pair.b ? shownBy(m_b, *pair.b) : std::vector<CounterStretch>());
        SampleCounts samplesA(rowA);
        SampleCounts samplesB(rowB);
        const CounterDifference names = named(rowA, rowB);
        const Columns columns{
            .range = m_a.counters.window, .count = std::int64_t{m_a.counters.columns}};
        for (std::int64_t i = 0; i < columns.count; ++i) {
            const CounterStretch* a = ofA.at(i);
            const CounterStretch* b = ofB.at(i);
            if ((a == nullptr && b == nullptr) || m_result.count++ >= m_limit) {
                continue;
            }
            CounterDifference row = names;
            row.column = static_cast<std::uint64_t>(i);
            row.begin =
                m_a.definitions.clock.toNanoseconds(columns.boundary(i) - columns.range.begin);
            row.samplesA = samplesA.at(row.column);
            row.samplesB = samplesB.at(row.column);
            fill(row, a, b);
            m_result.rows.push_back(std::move(row));
        }
    }

    [[nodiscard]] CounterDifference named(const CounterRow* rowA, const CounterRow* rowB) const
    {
        const CounterRun& run = rowA != nullptr ? m_a : m_b;
        const CounterRow* row = rowA != nullptr ? rowA : rowB;
        const MetricMember* metric = row != nullptr ? metricOf(run, *row) : nullptr;
        if (metric == nullptr) {
            return {};
        }
        CounterDifference names{
            .location = locationName(run, row->location),
            .locationB = {},
            .metric = metric->name,
            .unit = metric->unit};
        if (rowA != nullptr && rowB != nullptr) {
            const std::string inB = locationName(m_b, rowB->location);
            names.locationB = inB != names.location ? inB : std::string();
        }
        return names;
    }

    static void fill(CounterDifference& row, const CounterStretch* a, const CounterStretch* b)
    {
        if (a != nullptr) {
            row.minA = a->min;
            row.meanA = a->value;
            row.maxA = a->max;
        }
        if (b != nullptr) {
            row.minB = b->min;
            row.meanB = b->value;
            row.maxB = b->max;
        }
        if (a == nullptr || b == nullptr) {
            row.in = a != nullptr ? Presence::OnlyA : Presence::OnlyB;
            return;
        }
        row.difference = subtract(b->value, a->value);
        row.least = subtract(b->min, a->max);
        row.most = subtract(b->max, a->min);
    }

    const CounterRun& m_a;
    const CounterRun& m_b;
    const ProcessMap& m_map;
    std::uint64_t m_limit;
    CounterComparison m_result;
};

}  // namespace

std::vector<CounterPair> pairCounters(
    const CounterRun& a, const CounterRun& b, const ProcessMap& map)
{
    std::vector<CounterPair> pairs;
    const RunProcesses processesA = processesOf(a.definitions);
    const RunProcesses processesB = processesOf(b.definitions);
    auto ofA = recordersOf(a);
    auto ofB = recordersOf(b);
    for (const auto& [name, recorders] : ofB) {
        ofA[name];  // what only B has is matched with nothing
    }
    for (const auto& [name, inA] : ofA) {
        const Recorders& inB = ofB[name];
        for (const MappedPair& pair :
             mapLocations(processesA, inA.places, processesB, inB.places, map)) {
            const auto rowsA = rowsAt(inA, pair.a);
            const auto rowsB = rowsAt(inB, pair.b);
            for (std::size_t k = 0; k < std::max(rowsA.size(), rowsB.size()); ++k) {
                pairs.push_back(
                    {.a = k < rowsA.size() ? std::optional(rowsA[k]) : std::nullopt,
                     .b = k < rowsB.size() ? std::optional(rowsB[k]) : std::nullopt});
            }
        }
    }
    std::ranges::sort(pairs, {}, [](const CounterPair& one) {
        return std::tuple(!one.a.has_value(), one.a, one.b);
    });
    return pairs;
}

std::pair<TickRange, TickRange> asLongAsEachOther(
    TickRange a, const ClockProperties& clockA, TickRange b, const ClockProperties& clockB)
{
    const auto unitA = static_cast<std::int64_t>(clockA.ticksPerSecond);
    const auto unitB = static_cast<std::int64_t>(clockB.ticksPerSecond);
    __extension__ using Wide = __int128;
    const bool isALonger =
        static_cast<Wide>(a.length()) * unitB > static_cast<Wide>(b.length()) * unitA;
    TickRange& longer = isALonger ? a : b;
    const TickRange& shorter = isALonger ? b : a;
    const std::int64_t unitOfLonger = isALonger ? unitA : unitB;
    const std::int64_t unitOfShorter = isALonger ? unitB : unitA;
    // Shorter than the longer one already is, so that the quotient fits.
    const std::int64_t half = unitOfShorter / 2;
    const auto length = static_cast<std::int64_t>(
        (static_cast<Wide>(shorter.length()) * unitOfLonger + half) / unitOfShorter);
    longer.end = longer.begin + std::clamp<std::int64_t>(length, 1, longer.length());
    return {a, b};
}

std::vector<CounterStretch> shownBy(const CounterRun& run, std::size_t row)
{
    const CounterRow& counter = run.counters.rows[row];
    const MetricMember* metric = metricOf(run, counter);
    const auto hold = metric != nullptr ? query::holdOf(metric->mode) : query::CounterHold::None;
    return query::stretchesOf(counter, hold, run.counters.columns);
}

std::vector<CounterStretch> differenceOf(
    std::span<const CounterStretch> a, std::span<const CounterStretch> b)
{
    std::vector<CounterStretch> differences;
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < a.size() && j < b.size()) {
        const std::int64_t first = std::max(a[i].firstColumn, b[j].firstColumn);
        const std::int64_t end = std::min(a[i].endColumn, b[j].endColumn);
        if (first < end) {
            differences.push_back(
                {.firstColumn = first,
                 .endColumn = end,
                 .min = subtract(b[j].min, a[i].max),
                 .max = subtract(b[j].max, a[i].min),
                 .value = subtract(b[j].value, a[i].value)});
        }
        const bool isAOver = a[i].endColumn <= b[j].endColumn;
        const bool isBOver = b[j].endColumn <= a[i].endColumn;
        i += isAOver ? 1 : 0;
        j += isBOver ? 1 : 0;
    }
    return differences;
}

CounterComparison compareCounters(
    const CounterRun& a, const CounterRun& b, std::uint64_t limit, const ProcessMap& map)
{
    return Comparer(a, b, limit, map).compare();
}

}  // namespace vellum::compare
