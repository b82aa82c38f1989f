#pragma once

#include "common/values/access.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace vellum::values {

/// How much of a float's mantissa is looked at.
enum class Approximation : std::uint8_t { None = 0, Min = 1, Low = 2, Mid = 3, High = 4, Max = 5 };

inline constexpr std::size_t kApproximations = 6;

/// A float of 4 or 8 bytes; others of that type are treated as Unknown.
[[nodiscard]] constexpr bool isFloat(ValueType type, unsigned unit)
{
    return type == ValueType::Float && (unit == 4 || unit == 8);
}

/// Mantissa bits of a float of \p unit bytes.
[[nodiscard]] constexpr unsigned mantissaBits(unsigned unit)
{
    return unit == 4 ? 23 : 52;
}

/// Mantissa bits that are kept at a level. Truncation to B bits has a relative error below 2^-B.
/// Source  ValueExpert's levels.
[[nodiscard]] constexpr unsigned mantissaBits(Approximation level, unsigned unit)
{
    constexpr std::array<unsigned, kApproximations> kOf4 = {23, 20, 15, 11, 7, 3};
    constexpr std::array<unsigned, kApproximations> kOf8 = {52, 46, 36, 28, 20, 12};
    return (unit == 4 ? kOf4 : kOf8).at(static_cast<std::size_t>(level));
}

/// The bits of a float of \p unit bytes that are left if \p kept bits of its mantissa are.
[[nodiscard]] constexpr std::uint64_t keptMask(unsigned unit, unsigned kept)
{
    return unitMask(unit) & (~std::uint64_t{0} << (mantissaBits(unit) - kept));
}

/// The bits without the sign's.
[[nodiscard]] constexpr std::uint64_t magnitudeMask(unsigned unit)
{
    return unitMask(unit) >> 1;
}

/// A float of 4 or 8 bytes as a number.
[[nodiscard]] inline double floatOf(std::uint64_t value, unsigned unit)
{
    return unit == 4 ? static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(value)))
                     : std::bit_cast<double>(value);
}

/// The unit's bytes as a two's complement number.
[[nodiscard]] constexpr std::int64_t signedOf(std::uint64_t value, unsigned unit)
{
    const unsigned above = 64 - 8 * unit;
    return static_cast<std::int64_t>(value << above) >> above;
}

/// Any value as a number; Unknown and Pointer as unsigned integers.
[[nodiscard]] inline long double numberOf(std::uint64_t value, ValueType type, unsigned unit)
{
    if (isFloat(type, unit)) {
        return floatOf(value, unit);
    }
    return type == ValueType::Signed ? static_cast<long double>(signedOf(value, unit))
                                     : static_cast<long double>(value);
}

/// Below it a float counts as zero, and as near to an integer as to be one.
[[nodiscard]] constexpr double tolerance(unsigned unit)
{
    return unit == 4 ? 1e-6 : 1e-14;
}

[[nodiscard]] inline bool isZero(std::uint64_t value, ValueType type, unsigned unit)
{
    return isFloat(type, unit) ? std::abs(floatOf(value, unit)) < tolerance(unit) : value == 0;
}

/// How many of the unit's bytes are zero.
[[nodiscard]] constexpr unsigned zeroBytes(std::uint64_t value, unsigned unit)
{
    // Adding 0x7f to the lower seven bits of a byte carries into its highest bit unless they are all zero.
    constexpr std::uint64_t kLower = 0x7f7f7f7f7f7f7f7f;
    const std::uint64_t isSet = ((value & kLower) + kLower) | value | kLower;
    return static_cast<unsigned>(std::popcount(~isSet & unitMask(unit)));
}

/// Bits that a two's complement integer needs for the number: 1 for 0 and -1, 8 for 127 and -128.
[[nodiscard]] constexpr unsigned bitsNeeded(std::int64_t number)
{
    return static_cast<unsigned>(
        std::bit_width(static_cast<std::uint64_t>(number >= 0 ? number : ~number)) + 1);
}

/// Bits that an unsigned value needs: 1 for 0, 8 for 255.
[[nodiscard]] constexpr unsigned bitsNeeded(std::uint64_t number)
{
    return number == 0 ? 1U : static_cast<unsigned>(std::bit_width(number));
}

/// The narrowest integer type of 8, 16, 32 or 64 bits that has \p bits, 1 to 64.
[[nodiscard]] constexpr unsigned integerWidth(unsigned bits)
{
    return bits <= 8 ? 8U : std::bit_ceil(bits);
}

}  // namespace vellum::values
