#include "server/index/checksum.h"

#include <xxhash.h>

namespace vellum::server::index {

std::uint64_t checksum(std::span<const std::byte> bytes)
{
    return XXH3_64bits(bytes.data(), bytes.size());
}

}  // namespace vellum::server::index
