#pragma once

#include "common/values/access.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <random>
#include <vector>

namespace vellum::values {

/// Of how many different ones each part of a random access is taken.
struct AccessShape {
    unsigned ops = 3;
    unsigned blocks = 3;
    unsigned threads = 3;
    unsigned sites = 4;
    unsigned objects = 3;
    unsigned bytes = 40;  ///< offsets, so that accesses meet and overlap
    unsigned values = 3;  ///< few, so that they come again; 0 for any bits
    bool isAligned = false;
};

/// Accesses of all kinds, types and units; the same seed gives the same ones.
inline std::vector<Access> randomAccesses(unsigned seed, std::size_t count, AccessShape shape)
{
    std::mt19937_64 random(seed);
    const auto below = [&](unsigned bound) {
        return static_cast<std::uint32_t>(random() % std::max(1U, bound));
    };
    // Zeros, ones, halves and a NaN of both widths of floats, and small numbers of either sign.
    constexpr std::uint64_t kValues[] = {
        0,
        1,
        5,
        ~std::uint64_t{0},
        0x3f800000,
        0x3f000000,
        0x7fc00000,
        0x3ff0000000000000,
        0x7ff8000000000000,
        127,
        300,
        0x8000000080000000};
    std::vector<Access> accesses;
    for (std::size_t i = 0; i < count; ++i) {
        Access access = {
            .op = below(shape.ops),
            .block = below(shape.blocks),
            .thread = below(shape.threads),
            .site = below(shape.sites),
            .kind = static_cast<AccessKind>(below(3)),
            .type = static_cast<ValueType>(below(5)),
            .unit = static_cast<std::uint8_t>(1U << below(4)),
            .hasOld = false,
            .object = below(shape.objects),
            .offset = below(shape.bytes)};
        access.hasOld = isStore(access.kind) && below(3) == 0;
        if (shape.isAligned) {
            access.offset -= access.offset % access.unit;
        }
        const auto value = [&] {
            const auto most = std::min<unsigned>(shape.values, std::size(kValues));
            return (shape.values == 0 ? random() : kValues[below(most)]) & unitMask(access.unit);
        };
        access.value = value();
        access.old = access.hasOld ? value() : 0;
        accesses.push_back(access);
    }
    return accesses;
}

}  // namespace vellum::values
