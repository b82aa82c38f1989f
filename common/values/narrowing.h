#pragma once

#include "common/values/access.h"

#include <cstdint>
#include <optional>

namespace vellum::values {

/// A type that would hold all values, and is narrower than the one they have.
struct NarrowerType {
    unsigned fromBits = 0;
    unsigned toBits = 0;  ///< 8, 16 or 32
    unsigned needed = 0;  ///< bits that the widest value needs; of floats the same as toBits

    friend bool operator==(const NarrowerType&, const NarrowerType&) = default;
};

/// The narrowest integer for all from \p least to \p greatest, of 8 · \p unit bits so far.
[[nodiscard]] std::optional<NarrowerType> narrowerSigned(
    unsigned unit, std::int64_t least, std::int64_t greatest);
[[nodiscard]] std::optional<NarrowerType> narrowerUnsigned(unsigned unit, std::uint64_t greatest);

/// Half the width of a float of \p unit bytes, if all exponents are in its normal range and no bit of a mantissa
/// is lost. Zeros and infinities pass.
///
/// \param least     the least magnitude (bits without the sign) of all numbers but zeros; above
///                  \p greatest if there is none
/// \param greatest  of finite values, too
/// \param anyBits   all bits that any value has
/// Source  ValueExpert's type overuse. Its limits of a float in a double, 896 and 1151, are one too wide.
[[nodiscard]] std::optional<NarrowerType> narrowerFloat(
    unsigned unit, std::uint64_t least, std::uint64_t greatest, std::uint64_t anyBits);

/// Bits of the two's complement integer for all from trunc(\p least) to trunc(\p greatest); nothing if more than 64.
[[nodiscard]] std::optional<unsigned> bitsOfIntegers(double least, double greatest);

/// (greatest - least) / the greatest absolute value; nothing if that is 0 or not finite.
[[nodiscard]] std::optional<double> relativeRangeOf(double least, double greatest);

}  // namespace vellum::values
