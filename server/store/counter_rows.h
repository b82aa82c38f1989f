#pragma once

#include "common/trace/definitions.h"
#include "server/store/column.h"
#include "server/store/exact_sum.h"
#include "server/store/record_table.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::server::store {

/// What the samples of a metric add up to, between two rows or in a column.
struct CounterRowSums {
    std::uint32_t count = 0;
    double min = 0;  ///< of equal ones (0 and −0) the first
    double max = 0;  ///< likewise
    double last = 0;
};

/// Samples of a location's metrics, summed up to every step-th of its records, and trees of the least and largest between:
/// what answers columns with many samples.
///
/// Layout   Series are metrics of a class or instance, numbered as CounterSamples numbers them. Row r stands before record
///          min(r · step, records); row 0, of nothing, is not kept. A row has of each series the number of
///          samples, the last one and the words of their sum. Behind the rows, for the records from each row to the next,
///          of each series the least and the largest sample (+∞ and −∞: none), then the same of
///          16 such stretches each, and so on up to one.
///          `layout`: step, series, words of a row, then of each series class or instance, place in the class, limb
///          of ExactSum that sums begin at, their words. Doubles stand by their bits.
/// Exact    All of it; sums are not rounded.
/// Size     About 0.7 bytes a sample.
struct CounterRows {
    static constexpr std::size_t kFan = 16;

    Column<std::uint32_t> layout;
    Column<std::uint64_t> rows;

    /// Empty where there are so few samples of each series that looking at all is as good.
    [[nodiscard]] static CounterRows build(
        const RecordTable& records, const Definitions& definitions);

    [[nodiscard]] bool empty() const { return layout.empty(); }
    [[nodiscard]] std::size_t step() const { return layout[0]; }
    [[nodiscard]] std::uint32_t seriesCount() const { return layout[1]; }

    /// What `layout` says of a series.
    struct Series {
        MetricRef recordedAs;
        std::uint32_t place = 0;
        std::uint32_t limb = 0;
        std::uint32_t words = 0;

        static constexpr std::size_t kNumbers = 4;
    };
    [[nodiscard]] Series series(std::uint32_t number) const
    {
        const std::size_t at = kShape + Series::kNumbers * number;
        return {
            .recordedAs = MetricRef(layout[at]),
            .place = layout[at + 1],
            .limb = layout[at + 2],
            .words = layout[at + 3]};
    }

    static constexpr std::size_t kShape = 3;     ///< numbers that `layout` begins with
    static constexpr std::size_t kFixed = 2;     ///< words of a series in a row beside its sum
    static constexpr std::size_t kExtremes = 2;  ///< words of a series in a stretch
};

/// Reads CounterRows.
///
/// Threads  One for each.
class CounterRowReader {
public:
    /// \param rows     not empty; must outlive it
    /// \param records  how many the location has
    CounterRowReader(const CounterRows& rows, std::size_t records);

    /// Where in a row a series begins.
    [[nodiscard]] std::size_t beginOf(std::uint32_t series) const { return m_begin[series]; }

    /// The last sample before row \p row; count 0: there is none. The rest is not filled.
    [[nodiscard]] CounterRowSums before(std::size_t row, std::uint32_t series) const;

    /// What a series has between two rows, \p first below \p last; the sum is added to \p sum.
    [[nodiscard]] CounterRowSums between(
        std::size_t first, std::size_t last, std::uint32_t series, ExactSum& sum) const;

private:
    [[nodiscard]] std::span<const std::uint64_t> rowOf(std::size_t row, std::uint32_t series) const;
    void addExtremes(
        std::size_t first, std::size_t last, std::uint32_t series, CounterRowSums& to) const;

    const CounterRows& m_rows;
    std::size_t m_rowWords;
    std::size_t m_rowCount;
    std::vector<CounterRows::Series> m_series;
    std::vector<std::size_t> m_begin;   ///< in a row, by series
    std::vector<std::size_t> m_levels;  ///< where each begins in `rows`
    std::vector<std::uint64_t> m_zeros;
};

}  // namespace vellum::server::store
