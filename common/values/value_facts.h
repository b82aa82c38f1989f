#pragma once

#include "common/values/access.h"
#include "common/values/narrowing.h"
#include "common/values/value_bits.h"

#include <cstdint>
#include <limits>
#include <optional>

namespace vellum::values {

/// What is true of every value of a stream, wherever the values lie: enough for all tests that do not ask
/// about places.
///
/// Exact    All results equal those of the whole list of values.
/// Units    Values of one type and unit, as given to the constructor.
/// Threads  One owner; const methods are safe to share.
class ValueFacts {
public:
    ValueFacts() = default;
    ValueFacts(ValueType type, unsigned unit) : m_type(type), m_unit(unit) {}

    void add(std::uint64_t value);

    [[nodiscard]] ValueType type() const { return m_type; }
    [[nodiscard]] unsigned unit() const { return m_unit; }
    [[nodiscard]] std::uint64_t accesses() const { return m_accesses; }
    [[nodiscard]] std::uint64_t zeros() const { return m_zeros; }  ///< accesses, by `isZero`
    [[nodiscard]] std::uint64_t zeroBytes() const { return m_zeroBytes; }  ///< of all accesses
    [[nodiscard]] std::uint64_t nans() const { return m_nans; }
    [[nodiscard]] std::uint64_t infinities() const { return m_infinities; }

    [[nodiscard]] std::uint64_t first() const { return m_first; }
    /// Bits in which any value differs from the first.
    [[nodiscard]] std::uint64_t differing() const { return m_differing; }

    /// The least and the greatest value that is a number; 0 and 0 where none is.
    [[nodiscard]] long double least() const;
    [[nodiscard]] long double greatest() const;

    /// (greatest - least) / the greatest absolute value: within 2^-B the values are approximately one. Of
    /// floats that are all finite and not all zero, else nothing.
    [[nodiscard]] std::optional<double> relativeRange() const;

    /// Heavy type: a narrower integer or float that holds every value. Floats are first truncated as \p level
    /// says; a float is narrower if exponents are in its normal range and no bit of a mantissa is lost, zeros
    /// and infinities pass, and NaNs do not. Not of Unknown and Pointer.
    [[nodiscard]] std::optional<NarrowerType> narrower(Approximation level) const;

    /// Inappropriate float: bits of the two's complement integer that would hold every value, all being
    /// integers within the tolerance. Not of what is no float, or needs more than 64 bits.
    [[nodiscard]] std::optional<unsigned> integerBits(Approximation level) const;

private:
    struct ValueClass {
        std::uint64_t value = 0;
        unsigned zero = 0;
        unsigned zeroBytes = 0;
        unsigned nan = 0;
        unsigned infinite = 0;
    };

    void addNew(std::uint64_t value);
    void addFloat(std::uint64_t value);
    [[nodiscard]] std::uint64_t levelMask(Approximation level) const;

    ValueType m_type = ValueType::Unknown;
    unsigned m_unit = 4;
    std::uint64_t m_accesses = 0;
    std::uint64_t m_zeros = 0;
    std::uint64_t m_zeroBytes = 0;
    std::uint64_t m_nans = 0;
    std::uint64_t m_infinities = 0;
    std::uint64_t m_first = 0;
    std::uint64_t m_differing = 0;
    ValueClass m_last;  ///< runs of one value are common: it is classified once

    // Integers; signed ones of Signed, else unsigned.
    std::int64_t m_leastSigned = std::numeric_limits<std::int64_t>::max();
    std::int64_t m_greatestSigned = std::numeric_limits<std::int64_t>::min();
    std::uint64_t m_leastUnsigned = ~std::uint64_t{0};
    std::uint64_t m_greatestUnsigned = 0;

    // Floats. Magnitudes are bits without the sign, which order as the numbers do.
    std::uint64_t m_least = 0;
    std::uint64_t m_greatest = 0;
    bool m_hasNumber = false;
    std::uint64_t m_leastNormal = ~std::uint64_t{0};  ///< magnitude of normal numbers
    std::uint64_t m_greatestNormal = 0;
    std::uint64_t m_subnormalBits = 0;  ///< of all magnitudes below the normal ones
    unsigned m_integerLevels = (1U << kApproximations) - 1;  ///< at which all values are integers
};

}  // namespace vellum::values
