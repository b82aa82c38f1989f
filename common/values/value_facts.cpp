#include "common/values/value_facts.h"

#include <algorithm>

namespace vellum::values {

namespace {

/// Where exponents of a narrower float begin and end, in the wider one's encoding.
struct ExponentRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    unsigned mantissa = 0;  ///< the narrower one's bits
};

constexpr ExponentRange kFloatInDouble = {.first = 897, .last = 1150, .mantissa = 23};
constexpr ExponentRange kHalfInFloat = {.first = 113, .last = 142, .mantissa = 10};

}  // namespace

void ValueFacts::add(std::uint64_t value)
{
    if (m_accesses == 0 || value != m_last.value) {
        addNew(value);
    }
    ++m_accesses;
    m_zeros += m_last.zero;
    m_zeroBytes += m_last.zeroBytes;
    m_nans += m_last.nan;
    m_infinities += m_last.infinite;
}

void ValueFacts::addNew(std::uint64_t value)
{
    if (m_accesses == 0) {
        m_first = value;
    }
    m_differing |= value ^ m_first;
    m_last = {
        .value = value,
        .zero = isZero(value, m_type, m_unit) ? 1U : 0U,
        .zeroBytes = values::zeroBytes(value, m_unit)};
    if (isFloat(m_type, m_unit)) {
        addFloat(value);
        return;
    }
    const std::int64_t number = signedOf(value, m_unit);
    m_leastSigned = std::min(m_leastSigned, number);
    m_greatestSigned = std::max(m_greatestSigned, number);
    m_leastUnsigned = std::min(m_leastUnsigned, value);
    m_greatestUnsigned = std::max(m_greatestUnsigned, value);
}

void ValueFacts::addFloat(std::uint64_t value)
{
    const double number = floatOf(value, m_unit);
    m_last.nan = std::isnan(number) ? 1 : 0;
    m_last.infinite = std::isinf(number) ? 1 : 0;
    if (m_last.nan == 0) {
        if (!m_hasNumber || number < floatOf(m_least, m_unit)) {
            m_least = value;
        }
        if (!m_hasNumber || number > floatOf(m_greatest, m_unit)) {
            m_greatest = value;
        }
        m_hasNumber = true;
    }
    const std::uint64_t magnitude = value & magnitudeMask(m_unit);
    if (magnitude >> mantissaBits(m_unit) == 0) {
        m_subnormalBits |= magnitude;
    } else if (std::isfinite(number)) {
        m_leastNormal = std::min(m_leastNormal, magnitude);
        m_greatestNormal = std::max(m_greatestNormal, magnitude);
    }
    // Once a level is refuted it need not be looked at again; most data refute all of them soon.
    for (unsigned left = m_integerLevels; left != 0; left &= left - 1) {
        const auto level = static_cast<unsigned>(std::countr_zero(left));
        const double kept =
            floatOf(value & levelMask(static_cast<Approximation>(level)), m_unit);
        if (!(std::abs(kept - std::trunc(kept)) <= tolerance(m_unit))) {
            m_integerLevels &= ~(1U << level);
        }
    }
}

std::uint64_t ValueFacts::levelMask(Approximation level) const
{
    return keptMask(m_unit, mantissaBits(level, m_unit));
}

long double ValueFacts::least() const
{
    if (isFloat(m_type, m_unit)) {
        return floatOf(m_least, m_unit);
    }
    if (m_accesses == 0) {
        return 0;
    }
    return m_type == ValueType::Signed ? static_cast<long double>(m_leastSigned)
                                       : static_cast<long double>(m_leastUnsigned);
}

long double ValueFacts::greatest() const
{
    if (isFloat(m_type, m_unit)) {
        return floatOf(m_greatest, m_unit);
    }
    if (m_accesses == 0) {
        return 0;
    }
    return m_type == ValueType::Signed ? static_cast<long double>(m_greatestSigned)
                                       : static_cast<long double>(m_greatestUnsigned);
}

std::optional<double> ValueFacts::relativeRange() const
{
    if (!isFloat(m_type, m_unit) || m_nans > 0 || m_infinities > 0) {
        return std::nullopt;
    }
    const double low = floatOf(m_least, m_unit);
    const double high = floatOf(m_greatest, m_unit);
    const double greatest = std::max(std::abs(low), std::abs(high));
    if (greatest == 0) {
        return std::nullopt;
    }
    // Divided first: the difference of two doubles can be more than a double holds.
    return high / greatest - low / greatest;
}

std::optional<NarrowerType> ValueFacts::narrower(Approximation level) const
{
    const unsigned declared = 8 * m_unit;
    if (m_accesses == 0) {
        return std::nullopt;
    }
    if (m_type == ValueType::Signed || m_type == ValueType::Unsigned) {
        const unsigned needed =
            m_type == ValueType::Signed
                ? std::max(bitsNeeded(m_leastSigned), bitsNeeded(m_greatestSigned))
                : bitsNeeded(m_greatestUnsigned);
        const unsigned width = integerWidth(needed);
        if (width >= declared) {
            return std::nullopt;
        }
        return NarrowerType{.fromBits = declared, .toBits = width, .needed = needed};
    }
    if (!isFloat(m_type, m_unit) || m_nans > 0) {
        return std::nullopt;
    }
    const ExponentRange range = m_unit == 8 ? kFloatInDouble : kHalfInFloat;
    const unsigned mantissa = mantissaBits(m_unit);
    const std::uint64_t dropped = (std::uint64_t{1} << (mantissa - range.mantissa)) - 1;
    const std::uint64_t mask = levelMask(level);
    const bool hasNormal = m_leastNormal <= m_greatestNormal;
    const bool isInRange = !hasNormal
                           || (m_leastNormal >> mantissa >= range.first
                               && m_greatestNormal >> mantissa <= range.last);
    if (!isInRange || (m_subnormalBits & mask) != 0
        || ((m_first | m_differing) & mask & dropped) != 0) {
        return std::nullopt;
    }
    return NarrowerType{.fromBits = declared, .toBits = declared / 2, .needed = declared / 2};
}

std::optional<unsigned> ValueFacts::integerBits(Approximation level) const
{
    if (!isFloat(m_type, m_unit) || !m_hasNumber
        || (m_integerLevels >> static_cast<unsigned>(level) & 1) == 0) {
        return std::nullopt;
    }
    constexpr double kLimit = 0x1p63;
    const double low = std::trunc(floatOf(m_least & levelMask(level), m_unit));
    const double high = std::trunc(floatOf(m_greatest & levelMask(level), m_unit));
    if (low < -kLimit || high >= kLimit) {
        return std::nullopt;
    }
    return std::max(
        bitsNeeded(static_cast<std::int64_t>(low)), bitsNeeded(static_cast<std::int64_t>(high)));
}

}  // namespace vellum::values
