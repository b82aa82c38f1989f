#include "common/values/value_facts.h"

#include <algorithm>

namespace vellum::values {

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
        const double kept = floatOf(value & levelMask(static_cast<Approximation>(level)), m_unit);
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
    return relativeRangeOf(floatOf(m_least, m_unit), floatOf(m_greatest, m_unit));
}

std::optional<NarrowerType> ValueFacts::narrower(Approximation level) const
{
    if (m_accesses == 0) {
        return std::nullopt;
    }
    if (m_type == ValueType::Signed) {
        return narrowerSigned(m_unit, m_leastSigned, m_greatestSigned);
    }
    if (m_type == ValueType::Unsigned) {
        return narrowerUnsigned(m_unit, m_greatestUnsigned);
    }
    // Subnormals are in no narrower range, but truncation can make zeros of them.
    const std::uint64_t mask = levelMask(level);
    if (!isFloat(m_type, m_unit) || m_nans > 0 || (m_subnormalBits & mask) != 0) {
        return std::nullopt;
    }
    return narrowerFloat(m_unit, m_leastNormal, m_greatestNormal, (m_first | m_differing) & mask);
}

std::optional<unsigned> ValueFacts::integerBits(Approximation level) const
{
    if (!isFloat(m_type, m_unit) || !m_hasNumber
        || (m_integerLevels >> static_cast<unsigned>(level) & 1) == 0) {
        return std::nullopt;
    }
    const std::uint64_t mask = levelMask(level);
    return bitsOfIntegers(floatOf(m_least & mask, m_unit), floatOf(m_greatest & mask, m_unit));
}

}  // namespace vellum::values
