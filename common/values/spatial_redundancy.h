#pragma once

#include "common/values/access.h"
#include "common/values/flat_map.h"
#include "common/values/site_key.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::values {

/// How often one instruction found its most frequent value in one object, in one op.
struct SpatialRow {
    SiteKey key;
    std::uint64_t accesses = 0;
    std::uint64_t most = 0;       ///< accesses that found the most frequent value: GVProf's number
    std::uint64_t mostValue = 0;  ///< that value; of several, the first to be as frequent

    /// What of `most` is redundant: a value that occurs once is not.
    [[nodiscard]] std::uint64_t excess() const { return most == 0 ? 0 : most - 1; }
    friend bool operator==(const SpatialRow&, const SpatialRow&) = default;
};

/// Spatial redundancy: one instruction touches many places of an object and finds the same value.
///
/// Exact    `most` is the largest count of one value over all threads and offsets of (op, object, site,
///          kind), unless values were lost: then it is a lower bound.
/// Errors   Nothing is refused; what does not fit is counted.
/// Size     Bounded by Limits, about 40 bytes per value.
/// Threads  One owner; the order of accesses does not matter but for `mostValue`.
/// Source   GVProf (SC'20), with the excess instead of the maximum.
class SpatialRedundancy {
public:
    struct Limits {
        std::size_t rows = std::size_t{1} << 20;
        std::size_t values = std::size_t{1} << 22;  ///< distinct ones, of all rows of ops under way
    };

    SpatialRedundancy();
    explicit SpatialRedundancy(Limits limits);

    void add(const Access& access);
    /// The op's rows are final: its values are not kept, and nothing more of it may be added.
    void endOp(std::uint64_t op);

    /// In the order in which they first occurred.
    [[nodiscard]] const std::vector<SpatialRow>& rows() const { return m_rows; }
    /// Accesses in no row: their unit is none, or there were too many rows.
    [[nodiscard]] std::uint64_t lostAccesses() const { return m_lostAccesses; }
    /// Accesses in a row whose value could not be counted.
    [[nodiscard]] std::uint64_t lostValues() const { return m_lostValues; }

private:
    struct ValueKey {
        std::uint32_t row = 0;
        std::uint64_t value = 0;

        [[nodiscard]] std::uint64_t hash() const { return mixWords(row, value); }
        friend bool operator==(const ValueKey&, const ValueKey&) = default;
    };

    Limits m_limits;
    std::uint64_t m_lostAccesses = 0;
    std::uint64_t m_lostValues = 0;
    std::vector<SpatialRow> m_rows;
    FlatMap<SiteKey, std::uint32_t> m_rowNumbers;  ///< plus one, 0 being new
    FlatMap<ValueKey, std::uint64_t> m_counts;
};

}  // namespace vellum::values
