#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::values {

/// 128 bits that tell contents apart: equal ones are taken for equal contents. Not proof against those who want
/// to deceive.
struct ContentHash {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const ContentHash&, const ContentHash&) = default;
};

/// What an object holds, in short.
struct ContentDigest {
    static constexpr std::uint64_t kBlock = 65536;

    std::uint64_t bytes = 0;
    std::vector<ContentHash> blocks;  ///< of each kBlock bytes, the last one's possibly fewer
    ContentHash whole;                ///< of the blocks' hashes and the size
    bool isConstant = false;          ///< one value of 1, 2, 4 or 8 bytes throughout

    friend bool operator==(const ContentDigest&, const ContentDigest&) = default;
};

/// Source  XXH3 of 128 bits.
[[nodiscard]] ContentDigest digestOf(std::span<const std::byte> content);

}  // namespace vellum::values
