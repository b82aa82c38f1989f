#include "server/store/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace vellum::server::store {

namespace {

constexpr unsigned kMantissaBits = 52;
constexpr std::uint64_t kExponents = 0x7ff;
constexpr std::uint64_t kLowLimb = 0xffffffff;
constexpr unsigned kWordBits = 64;
constexpr int kSmallest = -1074;  ///< the power of two of the lowest bit

/// A double as a whole number and the bit, of an ExactSum, that it begins at.
struct Parts {
    std::uint64_t mantissa = 0;
    unsigned bit = 0;
    bool isNegative = false;
};

Parts partsOf(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    const auto exponent = static_cast<unsigned>(bits >> kMantissaBits & kExponents);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << kMantissaBits) - 1);
    const std::uint64_t leading = exponent == 0 ? 0 : std::uint64_t{1} << kMantissaBits;
    return {
        .mantissa = fraction | leading,
        .bit = exponent == 0 ? 0 : exponent - 1,
        .isNegative = (bits >> (kWordBits - 1)) != 0};
}

/// A whole number without a sign, by limbs from the lowest on, and how it is rounded.
class Magnitude {
public:
    /// More below the lowest limb than any quotient's first 54 bits need.
    static constexpr std::size_t kBelow = 4;

    explicit Magnitude(std::span<std::uint32_t> limbs, std::size_t first)
        : m_limbs(limbs)
        , m_lowest(static_cast<int>(ExactSum::kLimbBits) * (static_cast<int>(first) - int{kBelow}))
    {
    }

    void divideBy(std::uint32_t divisor)
    {
        std::uint64_t rest = 0;
        for (std::size_t i = m_limbs.size(); i-- > 0;) {
            const std::uint64_t part = rest << ExactSum::kLimbBits | m_limbs[i];
            m_limbs[i] = static_cast<std::uint32_t>(part / divisor);
            rest = part % divisor;
        }
        m_hasRest = rest != 0;
    }

    [[nodiscard]] double rounded() const
    {
        std::size_t top = m_limbs.size();
        while (top > 0 && m_limbs[top - 1] == 0) {
            --top;
        }
        if (top == 0) {
            return 0;  // a rest is less than half of the smallest double
        }
        const int highest = (static_cast<int>(top) - 1) * static_cast<int>(ExactSum::kLimbBits)
                            + static_cast<int>(std::bit_width(m_limbs[top - 1])) - 1;
        // Bits below that of the smallest double do not count, however few are left.
        const int cut = std::max(highest - static_cast<int>(kMantissaBits), -m_lowest);
        if (cut > highest + 1) {
            return 0;
        }
        // The highest three limbs hold all bits of the result and the one below.
        constexpr std::size_t kHigh = 3;
        __extension__ unsigned __int128 high = 0;
        for (std::size_t i = 0; i < kHigh; ++i) {
            high = high << ExactSum::kLimbBits | (i < top ? m_limbs[top - 1 - i] : 0U);
        }
        const auto below = static_cast<unsigned>(
            cut - (static_cast<int>(top) - int{kHigh}) * static_cast<int>(ExactSum::kLimbBits));
        auto mantissa = static_cast<std::uint64_t>(high >> below);
        const auto half = high >> (below - 1) & 1U;
        const bool hasMore = m_hasRest || (high & ((decltype(high){1} << (below - 1)) - 1)) != 0
                             || hasLimbsBelow(top < kHigh ? 0 : top - kHigh);
        if (half != 0 && ((mantissa & 1U) != 0 || hasMore)) {
            ++mantissa;
        }
        return std::ldexp(static_cast<double>(mantissa), cut + m_lowest + kSmallest);
    }

private:
    [[nodiscard]] bool hasLimbsBelow(std::size_t place) const
    {
        return std::ranges::any_of(
            m_limbs.first(place), [](std::uint32_t limb) { return limb != 0; });
    }

    std::span<std::uint32_t> m_limbs;
    int m_lowest;  ///< the bit of the sum that it begins at
    bool m_hasRest = false;
};

}  // namespace

ExactSum::Extent ExactSum::extentOf(double value)
{
    const Parts parts = partsOf(value);
    if (parts.mantissa == 0) {
        return {};
    }
    const auto low = parts.bit + static_cast<unsigned>(std::countr_zero(parts.mantissa));
    const auto high = parts.bit + static_cast<unsigned>(std::bit_width(parts.mantissa));
    return {.first = low / kLimbBits, .last = (high - 1) / kLimbBits + 1};
}

void ExactSum::add(double value)
{
    constexpr std::uint32_t kMostAdditions = std::uint32_t{1} << 29U;
    constexpr std::size_t kTouched = 3;
    if (++m_additions >= kMostAdditions) {
        carry();
    }
    const Parts parts = partsOf(value);
    const std::size_t limb = parts.bit / kLimbBits;
    const unsigned shift = parts.bit % kLimbBits;
    const std::uint64_t low = parts.mantissa << shift;
    const std::uint64_t high = shift == 0 ? 0 : parts.mantissa >> (kWordBits - shift);
    const std::int64_t sign = parts.isNegative ? -1 : 1;
    addTo(limb, sign * static_cast<std::int64_t>(low & kLowLimb));
    addTo(limb + 1, sign * static_cast<std::int64_t>(low >> kLimbBits));
    addTo(limb + 2, sign * static_cast<std::int64_t>(high));
    touch(limb, limb + kTouched);
}

void ExactSum::addBetween(
    std::span<const std::uint64_t> earlier, std::span<const std::uint64_t> later, std::size_t limb)
{
    constexpr std::uint32_t kAsMany = 2;  // the limbs of a difference are no larger than a value's
    m_additions += kAsMany;
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < later.size(); ++i) {
        const std::uint64_t less = earlier[i] + borrow;
        const bool isBorrowed = less < borrow || later[i] < less;
        const std::uint64_t word = later[i] - less;
        borrow = isBorrowed ? 1 : 0;
        // Of the last word the upper half has the sign.
        const auto upper = static_cast<std::uint32_t>(word >> kLimbBits);
        addTo(limb + 2 * i, static_cast<std::int64_t>(word & kLowLimb));
        addTo(
            limb + 2 * i + 1,
            i + 1 < later.size() ? std::int64_t{upper} : static_cast<std::int32_t>(upper));
    }
    touch(limb, limb + 2 * later.size());
}

void ExactSum::write(std::size_t limb, std::span<std::uint64_t> words) const
{
    std::int64_t carried = 0;
    for (std::size_t i = 0; i < 2 * words.size(); ++i) {
        const std::int64_t here =
            (limb + i < kLimbs ? m_limbs.at(limb + i) : std::int64_t{0}) + carried;
        const auto units = static_cast<std::uint64_t>(here) & kLowLimb;
        carried = here >> kLimbBits;
        words[i / 2] = i % 2 == 0 ? units : words[i / 2] | units << kLimbBits;
    }
}

double ExactSum::meanOf(std::uint32_t count) const
{
    if (m_first >= m_last) {
        return 0;
    }
    constexpr std::size_t kAbove = 2;  // what the highest limb holds beyond itself
    std::array<std::uint32_t, Magnitude::kBelow + kLimbs + kAbove> room{};
    const std::size_t size = m_last - m_first + kAbove;
    const auto limbs = std::span(room).first(Magnitude::kBelow + size);
    const auto whole = limbs.subspan(Magnitude::kBelow);
    std::int64_t carried = 0;
    for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t here =
            (m_first + i < m_last ? m_limbs.at(m_first + i) : std::int64_t{0}) + carried;
        whole[i] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(here) & kLowLimb);
        carried = here >> kLimbBits;
    }
    const bool isNegative = carried < 0;
    if (isNegative) {
        std::uint64_t one = 1;
        for (std::uint32_t& limb : whole) {
            one += ~limb;
            limb = static_cast<std::uint32_t>(one & kLowLimb);
            one >>= kLimbBits;
        }
    }
    Magnitude magnitude(limbs, m_first);
    magnitude.divideBy(count);
    return isNegative ? -magnitude.rounded() : magnitude.rounded();
}

void ExactSum::clear()
{
    for (std::size_t i = m_first; i < m_last; ++i) {
        m_limbs.at(i) = 0;
    }
    m_first = kLimbs;
    m_last = 0;
    m_additions = 0;
}

void ExactSum::carry()
{
    std::int64_t carried = 0;
    for (std::size_t i = m_first; i + 1 < kLimbs; ++i) {
        const std::int64_t here = m_limbs.at(i) + carried;
        carried = here >> kLimbBits;
        m_limbs.at(i) = here - (carried << kLimbBits);
    }
    m_limbs.back() += carried;
    m_last = kLimbs;
    m_additions = 0;
}

void ExactSum::touch(std::size_t first, std::size_t last)
{
    m_first = std::min(m_first, first);
    m_last = std::max(m_last, last);
}

}  // namespace vellum::server::store
