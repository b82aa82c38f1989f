#include "server/store/counter_rows.h"

#include "server/store/counter_samples.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace vellum::server::store {

namespace {

constexpr std::size_t kSamplesOfStep = 64;  ///< of each series, on average
constexpr std::size_t kLeastCounterSteps = 4;
constexpr double kNoLeast = std::numeric_limits<double>::infinity();
constexpr double kNoLargest = -std::numeric_limits<double>::infinity();

std::size_t rowsOf(std::size_t records, std::size_t step)
{
    return (records + step - 1) / step;
}

/// A first pass: how many samples each series has, and which limbs their sums need.
class Survey {
public:
    explicit Survey(CounterSamples& samples, std::size_t records)
    {
        samples.forEach(0, records, [&](std::uint32_t series, double quantity) {
            if (series >= m_extents.size()) {
                m_extents.resize(samples.series().size());
            }
            const ExactSum::Extent of = ExactSum::extentOf(quantity);
            ExactSum::Extent& all = m_extents[series];
            all.first = std::min(all.first, of.first);
            all.last = std::max(all.last, of.last);
            ++m_samples;
        });
        m_extents.resize(samples.series().size());
    }

    [[nodiscard]] std::size_t samples() const { return m_samples; }

    [[nodiscard]] std::vector<std::uint32_t> layout(
        std::size_t step, const std::vector<CounterSamples::Series>& series) const
    {
        constexpr std::size_t kLimbsOfWord = 2;
        std::vector<std::uint32_t> layout{
            static_cast<std::uint32_t>(step), static_cast<std::uint32_t>(series.size()), 0};
        for (std::size_t i = 0; i < series.size(); ++i) {
            const ExactSum::Extent& extent = m_extents[i];
            const std::size_t limb = extent.first < extent.last ? extent.first : 0;
            // One limb more holds the sum of 2^31 values of either sign.
            const std::size_t limbs = std::max(extent.last, limb) - limb + 1;
            const std::size_t words = (limbs + kLimbsOfWord - 1) / kLimbsOfWord;
            layout.push_back(series[i].recordedAs.value());
            layout.push_back(series[i].place);
            layout.push_back(static_cast<std::uint32_t>(limb));
            layout.push_back(static_cast<std::uint32_t>(words));
            layout[2] += static_cast<std::uint32_t>(CounterRows::kFixed + words);
        }
        return layout;
    }

private:
    std::vector<ExactSum::Extent> m_extents;
    std::size_t m_samples = 0;
};

/// A second pass: rows, and the extremes between them.
class CounterRowPass {
public:
    CounterRowPass(CounterSamples& samples, const CounterRows& shape, std::size_t records)
        : m_samples(samples)
        , m_shape(shape)
        , m_records(records)
        , m_all(shape.seriesCount())
        , m_sums(shape.seriesCount())
    {
    }

    std::vector<std::uint64_t> run()
    {
        const std::size_t step = m_shape.step();
        const std::size_t rows = rowsOf(m_records, step);
        m_words.reserve(rows * m_shape.layout[2]);
        m_extremes.reserve(rows * CounterRows::kExtremes * m_all.size());
        for (std::size_t first = 0; first < m_records; first += step) {
            m_between.assign(m_all.size(), {kNoLeast, kNoLargest});
            m_samples.forEach(
                first,
                std::min(first + step, m_records),
                [this](std::uint32_t series, double quantity) { take(series, quantity); });
            putRow();
        }
        putLevels();
        return std::move(m_words);
    }

private:
    using Extremes = std::pair<double, double>;

    void take(std::uint32_t series, double quantity)
    {
        CounterRowSums& all = m_all[series];
        ++all.count;
        all.last = quantity;
        m_sums[series].add(quantity);
        Extremes& extremes = m_between[series];
        extremes.first = std::min(extremes.first, quantity);
        extremes.second = std::max(extremes.second, quantity);
    }

    void putRow()
    {
        for (std::uint32_t series = 0; series < m_all.size(); ++series) {
            const CounterRows::Series is = m_shape.series(series);
            m_words.push_back(m_all[series].count);
            m_words.push_back(std::bit_cast<std::uint64_t>(m_all[series].last));
            m_words.resize(m_words.size() + is.words);
            m_sums[series].write(is.limb, std::span(m_words).last(is.words));
        }
        m_extremes.insert(m_extremes.end(), m_between.begin(), m_between.end());
    }

    void putLevels()
    {
        putExtremes();
        while (m_extremes.size() > m_all.size()) {
            goUp();
            putExtremes();
        }
    }

    void putExtremes()
    {
        for (const auto& [least, largest] : m_extremes) {
            m_words.push_back(std::bit_cast<std::uint64_t>(least));
            m_words.push_back(std::bit_cast<std::uint64_t>(largest));
        }
    }

    void goUp()
    {
        const std::size_t series = m_all.size();
        const std::size_t stretches = m_extremes.size() / series;
        std::vector<Extremes> above(
            rowsOf(stretches, CounterRows::kFan) * series, {kNoLeast, kNoLargest});
        for (std::size_t i = 0; i < m_extremes.size(); ++i) {
            Extremes& to = above[i / series / CounterRows::kFan * series + i % series];
            to.first = std::min(to.first, m_extremes[i].first);
            to.second = std::max(to.second, m_extremes[i].second);
        }
        m_extremes = std::move(above);
    }

    CounterSamples& m_samples;
    const CounterRows& m_shape;
    std::size_t m_records;
    std::vector<CounterRowSums> m_all;  ///< up to here; the last one and how many
    std::vector<ExactSum> m_sums;       ///< likewise
    std::vector<Extremes> m_between;    ///< since the last row
    std::vector<Extremes> m_extremes;   ///< of one level
    std::vector<std::uint64_t> m_words;
};

}  // namespace

CounterRows CounterRows::build(const RecordTable& records, const Definitions& definitions)
{
    CounterRows made;
    if (records.size() < kLeastCounterSteps * kSamplesOfStep) {
        return made;
    }
    CounterSamples samples(definitions, records);
    const Survey survey(samples, records.size());
    const std::size_t series = samples.series().size();
    if (survey.samples() / (kLeastCounterSteps * kSamplesOfStep)
        < std::max<std::size_t>(series, 1)) {
        return made;
    }
    const std::size_t step =
        std::max(kSamplesOfStep * series * records.size() / survey.samples(), std::size_t{1});
    made.layout = survey.layout(step, samples.series());
    made.rows = CounterRowPass(samples, made, records.size()).run();
    return made;
}

CounterRowReader::CounterRowReader(const CounterRows& rows, std::size_t records)
    : m_rows(rows)
    , m_rowWords(rows.layout[2])
    , m_rowCount(rowsOf(records, rows.step()))
{
    std::size_t begin = 0;
    for (std::uint32_t i = 0; i < rows.seriesCount(); ++i) {
        m_series.push_back(rows.series(i));
        m_begin.push_back(begin);
        begin += CounterRows::kFixed + m_series.back().words;
    }
    m_zeros.resize(m_rowWords);
    std::size_t at = m_rowCount * m_rowWords;
    for (std::size_t stretches = m_rowCount; stretches > 0;) {
        m_levels.push_back(at);
        at += stretches * m_series.size() * CounterRows::kExtremes;
        stretches = stretches == 1 ? 0 : rowsOf(stretches, CounterRows::kFan);
    }
}

std::span<const std::uint64_t> CounterRowReader::rowOf(std::size_t row, std::uint32_t series) const
{
    const std::size_t size = CounterRows::kFixed + m_series[series].words;
    return row == 0 ? std::span(m_zeros).subspan(m_begin[series], size)
                    : m_rows.rows.view().subspan((row - 1) * m_rowWords + m_begin[series], size);
}

CounterRowSums CounterRowReader::before(std::size_t row, std::uint32_t series) const
{
    const auto words = rowOf(row, series);
    return {.count = static_cast<std::uint32_t>(words[0]), .last = std::bit_cast<double>(words[1])};
}

CounterRowSums CounterRowReader::between(
    std::size_t first, std::size_t last, std::uint32_t series, ExactSum& sum) const
{
    const auto earlier = rowOf(first, series);
    const auto later = rowOf(last, series);
    CounterRowSums sums{
        .count = static_cast<std::uint32_t>(later[0] - earlier[0]),
        .min = kNoLeast,
        .max = kNoLargest,
        .last = std::bit_cast<double>(later[1])};
    if (sums.count > 0) {
        constexpr std::size_t kFixed = CounterRows::kFixed;
        sum.addBetween(earlier.subspan(kFixed), later.subspan(kFixed), m_series[series].limb);
        addExtremes(first, last, series, sums);
    }
    return sums;
}

/// From the first stretch to the last, by the largest pieces that fit: of equal samples the first counts.
void CounterRowReader::addExtremes(
    std::size_t first, std::size_t last, std::uint32_t series, CounterRowSums& to) const
{
    while (first < last) {
        std::size_t level = 0;
        std::size_t size = 1;
        while (first % (size * CounterRows::kFan) == 0 && first + size * CounterRows::kFan <= last
               && level + 1 < m_levels.size()) {
            size *= CounterRows::kFan;
            ++level;
        }
        const std::size_t at =
            m_levels[level] + (first / size * m_series.size() + series) * CounterRows::kExtremes;
        to.min = std::min(to.min, std::bit_cast<double>(m_rows.rows[at]));
        to.max = std::max(to.max, std::bit_cast<double>(m_rows.rows[at + 1]));
        first += size;
    }
}

}  // namespace vellum::server::store
