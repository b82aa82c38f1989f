#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::server::store {

/// A sum of doubles that is not rounded: the same in any order and however it is put together.
///
/// Layout   Limb i counts units of 2^(32·i − 1074), the smallest double's being those of limb 0; limbs are signed and
///          wider than what they count, so that adding carries nothing.
/// Threads  One.
class ExactSum {
public:
    static constexpr unsigned kLimbBits = 32;
    /// The largest double ends at bit 2,098; there is room for 2^32 of them.
    static constexpr std::size_t kLimbs = 70;

    /// Of a finite value: its lowest limb that is not empty, and behind its last.
    struct Extent {
        std::size_t first = kLimbs;
        std::size_t last = 0;  ///< none where it is not behind the first
    };
    [[nodiscard]] static Extent extentOf(double value);

    /// \p value must be finite.
    void add(double value);
    /// Adds the difference of two sums as `write` writes them, of any multiple of 2^(64 · words).
    ///
    /// \param limb  where their first word begins
    void addBetween(
        std::span<const std::uint64_t> earlier,
        std::span<const std::uint64_t> later,
        std::size_t limb);

    /// The sum's bits from limb \p limb on, as a whole number in two's complement; what does not fit is left out.
    void write(std::size_t limb, std::span<std::uint64_t> words) const;

    /// The sum by \p count, rounded once, to the nearest double, of two the even one.
    ///
    /// \param count  1 to 2^32 − 1
    [[nodiscard]] double meanOf(std::uint32_t count) const;

    void clear();

private:
    void addTo(std::size_t limb, std::int64_t units)
    {
        m_limbs[limb] += units;  // NOLINT(*-constant-array-index): below kLimbs, as exponents end
    }
    void carry();
    void touch(std::size_t first, std::size_t last);

    std::array<std::int64_t, kLimbs> m_limbs{};
    std::size_t m_first = kLimbs;  ///< of those that are not zero …
    std::size_t m_last = 0;        ///< … and behind them
    std::uint32_t m_additions = 0;
};

}  // namespace vellum::server::store
