#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::server::index {

/// 64 bits that tell damage: XXH3 of the bytes.
[[nodiscard]] std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace vellum::server::index
