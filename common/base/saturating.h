#pragma once

#include <cstdint>
#include <limits>

namespace vellum {

/// The sum, or the greatest number where that is greater still: for counts that a file may claim.
[[nodiscard]] constexpr std::uint64_t saturatingSum(std::uint64_t a, std::uint64_t b)
{
    return a > std::numeric_limits<std::uint64_t>::max() - b
               ? std::numeric_limits<std::uint64_t>::max()
               : a + b;
}

/// Adds as `saturatingSum` does.
constexpr void addSaturating(std::uint64_t& sum, std::uint64_t number)
{
    sum = saturatingSum(sum, number);
}

}  // namespace vellum
