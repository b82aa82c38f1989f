#pragma once

#include "common/values/sidecar/kinds.h"

#include <array>
#include <bit>
#include <cstdint>

/// What is packed into the fields `flags` and `payload` of a PatternRecord.
namespace vellum::values::sidecar {

/// Of which accesses a pattern is, and how it was found; packed into PatternRecord::flags.
struct PatternFlags {
    AccessKind kind{};
    ValueType type{};
    std::uint8_t unit = 0;           ///< 0, 1, 2, 4 or 8 bytes
    std::uint8_t approximation = 0;  ///< level at which it was found: 0 none, 1 … 5
    bool byShare = false;            ///< of a sketch: counts are lower bounds
    bool isExact = false;            ///< Structured: on integers, without a rest
    bool isSampled = false;          ///< not all accesses were looked at

    friend bool operator==(const PatternFlags&, const PatternFlags&) = default;
};

/// Bits from the lowest: kind 2, approximation 3, byShare, isExact, isSampled, type 3, unit 3 (0: none,
/// else 1 + log2). The two highest are 0.
[[nodiscard]] constexpr std::uint16_t packed(const PatternFlags& flags)
{
    const auto unit = static_cast<unsigned>(std::bit_width(unsigned{flags.unit})) & 7U;
    const unsigned bits = (static_cast<unsigned>(flags.kind) & 3U)
                          | (unsigned{flags.approximation} & 7U) << 2U
                          | (flags.byShare ? 1U << 5U : 0U) | (flags.isExact ? 1U << 6U : 0U)
                          | (flags.isSampled ? 1U << 7U : 0U)
                          | (static_cast<unsigned>(flags.type) & 7U) << 8U | unit << 11U;
    return static_cast<std::uint16_t>(bits);
}

[[nodiscard]] constexpr PatternFlags unpacked(std::uint16_t flags)
{
    const unsigned bits = flags;
    const unsigned unit = bits >> 11U & 7U;
    return {
        .kind = static_cast<AccessKind>(bits & 3U),
        .type = static_cast<ValueType>(bits >> 8U & 7U),
        .unit = static_cast<std::uint8_t>(unit == 0 ? 0U : 1U << (unit - 1U)),
        .approximation = static_cast<std::uint8_t>(bits >> 2U & 7U),
        .byShare = (bits & 1U << 5U) != 0,
        .isExact = (bits & 1U << 6U) != 0,
        .isSampled = (bits & 1U << 7U) != 0};
}

/// The last 16 bytes of a pattern; which of the three they are depends on its kind.
using PatternPayload = std::array<std::uint64_t, 2>;

/// Structured, StructuredWithOutliers: v = slope · i + intercept over the item's index.
struct LinePayload {
    double slope = 0;
    double intercept = 0;
};
/// SingleZero, SingleValue, ApproximatelySingle: the least and the largest value's bits; DuplicateValues,
/// DuplicateConstant: the other object and how many bytes are equal; RedundantValues: bytes written, and those of them that
/// were there before. Others: 0, 0.
struct ValuesPayload {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
};
/// HeavyType, InappropriateFloat.
struct NarrowingPayload {
    ValueType fromType{};
    std::uint8_t fromUnit = 0;
    ValueType toType{};
    std::uint8_t toUnit = 0;
    std::uint32_t bits = 0;  ///< that the values need
    std::uint32_t level = 0;
    std::uint32_t pad = 0;
};

template <typename Payload>
[[nodiscard]] constexpr PatternPayload toPayload(const Payload& payload)
{
    return std::bit_cast<PatternPayload>(payload);
}

template <typename Payload>
[[nodiscard]] constexpr Payload payloadAs(const PatternPayload& payload)
{
    return std::bit_cast<Payload>(payload);
}

}  // namespace vellum::values::sidecar
