#include "common/values/content_digest.h"

#include <algorithm>
#include <cstring>

// All of it stands in the header: programs that are recorded get no further library.
#define XXH_INLINE_ALL  // NOLINT(readability-identifier-naming): xxHash's name
#include <xxhash.h>

namespace vellum::values {

namespace {

ContentHash hashOf(const void* bytes, std::size_t count, std::uint64_t seed)
{
    const XXH128_hash_t hash = XXH3_128bits_withSeed(bytes, count, seed);
    return {.low = hash.low64, .high = hash.high64};
}

/// Whether the content equals itself, moved on by one value. Eight bytes are a period of every shorter one.
bool isConstant(std::span<const std::byte> content)
{
    constexpr std::size_t kLongest = 8;
    const std::size_t period = std::min(kLongest, content.size());
    return std::memcmp(content.data(), content.data() + period, content.size() - period) == 0;
}

}  // namespace

ContentDigest digestOf(std::span<const std::byte> content)
{
    ContentDigest digest = {.bytes = content.size()};
    for (std::size_t at = 0; at < content.size(); at += ContentDigest::kBlock) {
        const std::size_t count = std::min<std::size_t>(ContentDigest::kBlock, content.size() - at);
        digest.blocks.push_back(hashOf(content.data() + at, count, 0));
    }
    static_assert(sizeof(ContentHash) == 16);
    digest.whole =
        hashOf(digest.blocks.data(), digest.blocks.size() * sizeof(ContentHash), digest.bytes);
    digest.isConstant = content.empty() || isConstant(content);
    return digest;
}

}  // namespace vellum::values
