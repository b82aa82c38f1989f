#pragma once

#include "common/values/sidecar/records.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace vellum::values::sidecar {

/// What writer and reader must agree on about heads and chunks.
///
/// Threads  Pure functions.

/// \p bytes and the zeros behind them. Does not overflow for anything that fits a file.
[[nodiscard]] constexpr std::uint64_t padded(std::uint64_t bytes)
{
    return (bytes + kAlignment - 1) / kAlignment * kAlignment;
}

/// What `check` of a head must be: the low half of the CRC-32C of the head with check 0.
[[nodiscard]] std::uint16_t headCheck(const FileHead& head);
[[nodiscard]] std::uint16_t headCheck(const ChunkHead& head);

/// The CRC-32C with which a chunk's begins: of its head with crc and check 0.
[[nodiscard]] std::uint32_t crcOfHead(ChunkHead head);

/// Bytes of a record of this type; 0 of String and Raw, whose records differ, and of unknown types.
[[nodiscard]] std::size_t recordSize(ChunkType type);

/// The smallest and the largest operation that records name; 0, 0 where none is named.
struct OpRange {
    std::uint64_t first = 0;
    std::uint64_t last = 0;

    void include(std::uint64_t op);
    friend bool operator==(const OpRange&, const OpRange&) = default;
};

/// Of the whole records in \p bytes, which need not be aligned.
[[nodiscard]] OpRange opsOf(ChunkType type, std::span<const std::byte> bytes);

}  // namespace vellum::values::sidecar
