#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::values::sidecar {

/// CRC-32C of \p bytes, which follow those of which \p before is the CRC (0: none do).
///
/// Exact    Polynomial 0x1EDC6F41, reflected, begun with and ended by all ones: "123456789" has 0xE3069283.
/// Cost     By the processor's own instruction where it has one, else by tables.
/// Threads  Any; also in a signal's handler.
/// Source   RFC 3720, B.4.
[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t before = 0);

/// The same by tables, whatever the processor can.
[[nodiscard]] std::uint32_t crc32cByTables(
    std::span<const std::byte> bytes, std::uint32_t before = 0);

}  // namespace vellum::values::sidecar
