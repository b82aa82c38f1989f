#pragma once

#include "common/values/sidecar/kinds.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace vellum::values::sidecar {

static_assert(
    std::endian::native == std::endian::little, "records are used as they lie in the file");

using Digest = std::array<std::uint8_t, 16>;

inline constexpr std::array<char, 8> kMagic{'V', 'L', 'M', 'V', 'A', 'L', 'U', 'E'};
inline constexpr std::uint32_t kVersion = 1;
/// Heads and chunks begin at multiples of it.
inline constexpr std::size_t kAlignment = 8;

/// The first bytes of the file.
struct FileHead {
    std::array<char, 8> magic = kMagic;
    std::uint32_t version = kVersion;
    Endian endian = Endian::Little;
    Digest runId{};  ///< the same in the trace's VELLUM::RUN_ID
    std::uint64_t tBegin = 0;
    std::uint64_t tEnd = 0;  ///< 0 while the file is open
    ClockId clock = ClockId::Unknown;
    std::uint16_t flags = 0;
    std::uint16_t check = 0;         ///< of the other 62 bytes: `headCheck` in chunk_frame.h
    std::uint64_t footerOffset = 0;  ///< of the footer's chunk; 0 while the file is open

    friend bool operator==(const FileHead&, const FileHead&) = default;
};

/// Before the records of each chunk. They follow at once, then zeros up to a multiple of kAlignment.
struct ChunkHead {
    ChunkType type{};
    std::uint32_t version = 1;     ///< of this type of record
    std::uint64_t bytes = 0;       ///< that follow, without the zeros
    std::uint32_t count = 0;       ///< of records
    std::uint32_t recordSize = 0;  ///< 0: they differ
    /// CRC-32C of this head with crc and check 0, of what follows, and of the zeros.
    std::uint32_t crc = 0;
    std::uint16_t codec = 0;  ///< 0: as it is; nothing else yet
    /// Of the other 30 bytes: tells a head from other bytes without reading on.
    std::uint16_t check = 0;

    friend bool operator==(const ChunkHead&, const ChunkHead&) = default;
};

/// Of the footer's records: where each chunk lies. In file order, without a gap.
struct FooterRecord {
    std::uint64_t offset = 0;   ///< of the chunk's head
    std::uint64_t bytes = 0;    ///< as the chunk's head has them
    std::uint64_t firstOp = 0;  ///< smallest and largest operation named in it; 0, 0: none
    std::uint64_t lastOp = 0;
    ChunkType type{};
    std::uint32_t count = 0;

    friend bool operator==(const FooterRecord&, const FooterRecord&) = default;
};

}  // namespace vellum::values::sidecar
