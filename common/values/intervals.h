#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vellum::values {

/// The bytes [begin, end).
struct Interval {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;

    [[nodiscard]] std::uint64_t length() const { return end > begin ? end - begin : 0; }
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const Interval&, const Interval&) = default;
};

/// The same bytes as few intervals: ascending, none empty, none touching another.
[[nodiscard]] std::vector<Interval> merged(std::vector<Interval> intervals);

/// The bytes of ascending intervals that do not overlap.
[[nodiscard]] std::uint64_t lengthOf(std::span<const Interval> intervals);

/// Joins neighbours with less than \p gap bytes between them. Copying an interval costs α + bytes/β, so it is best
/// to join if and only if the gap is below α·β, whatever the other gaps are.
///
/// \param intervals  as `merged` gives them
[[nodiscard]] std::vector<Interval> joined(std::span<const Interval> intervals, std::uint64_t gap);

/// Bytes that were touched, while intervals come in any order.
///
/// Errors   With more than \p most intervals that do not touch, further bytes are not taken and counted.
/// Cost     Amortised O(log n) per interval.
/// Threads  One owner.
class IntervalSet {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 20;

    explicit IntervalSet(std::size_t most = kMost) : m_most(most) {}

    void add(Interval interval);
    /// As `merged` gives them; valid until the next addition.
    [[nodiscard]] std::span<const Interval> intervals();
    /// Bytes that were given and may not be in the set.
    [[nodiscard]] std::uint64_t lostBytes() const { return m_lostBytes; }

private:
    void compact();

    std::size_t m_most;
    std::uint64_t m_lostBytes = 0;
    std::size_t m_mergedCount = 0;  ///< at the front of the list; what follows has come since
    std::vector<Interval> m_intervals;
};

}  // namespace vellum::values
