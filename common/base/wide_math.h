#pragma once

#include <cstdint>

namespace vellum {

/// floor(a·b / divisor) without overflow in between.
///
/// \param divisor  > 0
/// Precondition: the quotient fits 64 bits. Products of ticks and pixels pass through here: a trace
/// of 2^63 ticks times 10^6 columns needs 83 bits.
[[nodiscard]] constexpr std::int64_t mulDiv(std::int64_t a, std::int64_t b, std::int64_t divisor)
{
    __extension__ using Wide = __int128;
    const Wide product = static_cast<Wide>(a) * b;
    Wide quotient = product / divisor;
    if (product % divisor < 0) {
        --quotient;
    }
    return static_cast<std::int64_t>(quotient);
}

}  // namespace vellum
