#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vellum::server::join {

inline constexpr std::size_t kNoPlace = std::numeric_limits<std::size_t>::max();

/// Which elements of a sequence stand for which of another one.
struct SequenceMatch {
    /// By place in the first: the place in the second, of an equal element; kNoPlace: none. Ascending.
    std::vector<std::size_t> places;
    std::size_t agreed = 0;  ///< so many at the begin are equal, in both
};

/// A common subsequence of both: a longest one where they differ in up to kMostDifferences elements; where in more, of
/// one stretch after the other, each with as many.
///
/// Cost     Time of about elements + kMostDifferences² for each stretch; memory for kMostDifferences² / 2 numbers.
/// Source   Myers, An O(ND) difference algorithm and its variations, 1986 (the greedy one).
[[nodiscard]] SequenceMatch matchSequences(
    std::span<const std::uint32_t> first, std::span<const std::uint32_t> second);

inline constexpr std::size_t kMostDifferences = 512;

}  // namespace vellum::server::join
