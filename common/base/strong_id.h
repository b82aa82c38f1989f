#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace vellum {

/// A number that names one definition and nothing else: two ids with different tags do not mix.
///
/// Layout   The representation alone; the tag is never instantiated.
/// Odd case `StrongId::undefined()` is OTF2's "undefined reference", all bits set.
template <typename Tag, typename Rep = std::uint32_t>
class StrongId {
public:
    using Representation = Rep;

    constexpr StrongId() = default;
    constexpr explicit StrongId(Rep value) : m_value(value) {}

    static constexpr StrongId undefined() { return StrongId(std::numeric_limits<Rep>::max()); }

    [[nodiscard]] constexpr Rep value() const { return m_value; }
    [[nodiscard]] constexpr bool isDefined() const { return *this != undefined(); }

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend constexpr auto operator<=>(StrongId, StrongId) = default;

private:
    Rep m_value = std::numeric_limits<Rep>::max();
};

}  // namespace vellum

template <typename Tag, typename Rep>
struct std::hash<vellum::StrongId<Tag, Rep>> {
    std::size_t operator()(vellum::StrongId<Tag, Rep> id) const noexcept
    {
        return std::hash<Rep>{}(id.value());
    }
};
