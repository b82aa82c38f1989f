#include "common/values/narrowing.h"

#include "common/values/value_bits.h"

#include <algorithm>
#include <cmath>

namespace vellum::values {

namespace {

/// The narrower float in the wider one's encoding: its normal exponents, and its mantissa's bits.
struct FloatRange {
    std::uint64_t firstExponent = 0;
    std::uint64_t lastExponent = 0;
    unsigned mantissa = 0;
};

constexpr FloatRange kFloatInDouble = {.firstExponent = 897, .lastExponent = 1150, .mantissa = 23};
constexpr FloatRange kHalfInFloat = {.firstExponent = 113, .lastExponent = 142, .mantissa = 10};

std::optional<NarrowerType> narrowerInteger(unsigned unit, unsigned needed)
{
    const unsigned width = integerWidth(needed);
    if (width >= 8 * unit) {
        return std::nullopt;
    }
    return NarrowerType{.fromBits = 8 * unit, .toBits = width, .needed = needed};
}

}  // namespace

std::optional<NarrowerType> narrowerSigned(unsigned unit, std::int64_t least, std::int64_t greatest)
{
    return narrowerInteger(unit, std::max(bitsNeeded(least), bitsNeeded(greatest)));
}

std::optional<NarrowerType> narrowerUnsigned(unsigned unit, std::uint64_t greatest)
{
    return narrowerInteger(unit, bitsNeeded(greatest));
}

std::optional<NarrowerType> narrowerFloat(
    unsigned unit, std::uint64_t least, std::uint64_t greatest, std::uint64_t anyBits)
{
    const FloatRange range = unit == 8 ? kFloatInDouble : kHalfInFloat;
    const unsigned mantissa = mantissaBits(unit);
    const std::uint64_t dropped = (std::uint64_t{1} << (mantissa - range.mantissa)) - 1;
    const bool isInRange =
        least > greatest
        || (least >> mantissa >= range.firstExponent && greatest >> mantissa <= range.lastExponent);
    if (!isInRange || (anyBits & dropped) != 0) {
        return std::nullopt;
    }
    return NarrowerType{.fromBits = 8 * unit, .toBits = 4 * unit, .needed = 4 * unit};
}

std::optional<unsigned> bitsOfIntegers(double least, double greatest)
{
    constexpr double kLimit = 0x1p63;
    const double low = std::trunc(least);
    const double high = std::trunc(greatest);
    if (!(low >= -kLimit && high < kLimit)) {
        return std::nullopt;
    }
    return std::max(
        bitsNeeded(static_cast<std::int64_t>(low)), bitsNeeded(static_cast<std::int64_t>(high)));
}

std::optional<double> relativeRangeOf(double least, double greatest)
{
    const double absolute = std::max(std::abs(least), std::abs(greatest));
    if (absolute == 0 || !std::isfinite(absolute)) {
        return std::nullopt;
    }
    // Divided first: the difference of two doubles can be more than a double holds.
    return greatest / absolute - least / absolute;
}

}  // namespace vellum::values
