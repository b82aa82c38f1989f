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
    std::vector<LocationRef> locations;
    std::vector<std::vector<std::size_t>> rows;
};

std::map<CounterName, Recorders> recordersOf(const CounterRun& run)
{
    std::map<CounterName, Recorders> all;
    const auto& rows = run.counters.rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const MetricMember* metric = metricOf(run, rows[i]);
        if (metric == nullptr) {
            continue;
        }
        Recorders& recorders = all[{metric->name, metric->unit}];
        // Rows stand by location.
        if (recorders.locations.empty() || recorders.locations.back() != rows[i].location) {
            recorders.locations.push_back(rows[i].location);
            recorders.rows.emplace_back();
        }
        recorders.rows.back().push_back(i);
    }
    return all;
}

std::vector<std::string> namesOf(const CounterRun& run, const Recorders& recorders)
{
    std::vector<std::string> names;
    names.reserve(recorders.locations.size());
    for (const LocationRef location : recorders.locations) {
        names.push_back(locationName(run, location));
    }
    return names;
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

/// How many samples are in the column, likewise.
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
    Comparer(const CounterRun& a, const CounterRun& b, std::uint64_t limit)
        : m_a(a)
        , m_b(b)
        , m_limit(limit)
    {
    }

    CounterComparison compare()
    {
        m_result.columns = m_a.counters.columns;
        m_result.length =
            m_a.definitions.clock.toNanoseconds(m_a.counters.window.length());
        for (const CounterPair& pair : pairCounters(m_a, m_b)) {
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
        const CounterRow& row = rowA != nullptr ? *rowA : *rowB;
        const MetricMember& metric = *metricOf(run, row);
        CounterDifference names{
            .location = locationName(run, row.location),
            .locationB = {},
            .metric = metric.name,
            .unit = metric.unit};
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
    std::uint64_t m_limit;
    CounterComparison m_result;
};

}  // namespace

std::vector<CounterPair> pairCounters(const CounterRun& a, const CounterRun& b)
{
    std::vector<CounterPair> pairs(a.counters.rows.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        pairs[i].a = i;
    }
    std::vector<bool> isTaken(b.counters.rows.size());
    const auto inB = recordersOf(b);
    for (const auto& [name, ofA] : recordersOf(a)) {
        const auto found = inB.find(name);
        if (found == inB.end()) {
            continue;
        }
        const auto matches = matchLocations(namesOf(a, ofA), namesOf(b, found->second));
        for (std::size_t i = 0; i < matches.size(); ++i) {
            const auto& rowsA = ofA.rows[i];
            const auto rowsB =
                matches[i] ? found->second.rows[*matches[i]] : std::vector<std::size_t>();
            for (std::size_t k = 0; k < std::min(rowsA.size(), rowsB.size()); ++k) {
                pairs[rowsA[k]].b = rowsB[k];
                isTaken[rowsB[k]] = true;
            }
        }
    }
    // A metric that is not defined has no name to be known by.
    std::erase_if(pairs, [&a](const CounterPair& pair) {
        return metricOf(a, a.counters.rows[*pair.a]) == nullptr;
    });
    for (std::size_t i = 0; i < isTaken.size(); ++i) {
        if (!isTaken[i] && metricOf(b, b.counters.rows[i]) != nullptr) {
            pairs.push_back({.a = std::nullopt, .b = i});
        }
    }
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
    const CounterRun& a, const CounterRun& b, std::uint64_t limit)
{
    return Comparer(a, b, limit).compare();
}

}  // namespace vellum::compare
