#pragma once

#include "common/base/result.h"
#include "common/values/sidecar/findings.h"
#include "common/values/sidecar/records.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vellum::values::sidecar {

/// Where a chunk lies and what its head says.
struct ChunkPlace {
    std::uint64_t offset = 0;  ///< of the head
    ChunkHead head;
    std::uint64_t firstIndex = 0;  ///< records of its type in chunks before it

    friend bool operator==(const ChunkPlace&, const ChunkPlace&) = default;
};

/// What a file consists of.
struct ChunkWalk {
    FileHead head;
    bool isFinished = false;
    /// Chunks of known types, whose place, size and count are sound, in file order; without the footer.
    std::vector<ChunkPlace> chunks;
};

/// More chunks are not read.
inline constexpr std::size_t kMostChunksRead = std::size_t{1} << 20U;

/// Finds the chunks of \p file: of a finished one where the footer says, so that a damaged head costs its own
/// chunk only; else from head to head, up to the first that is damaged or not whole.
///
/// Cost     Proportional to the chunks: what is in them is not read.
/// Errors   dataLoss: no side-car, or of a version or byte order that cannot be read. The rest goes to
///          \p findings.
[[nodiscard]] Result<ChunkWalk> walkChunks(
    const std::string& name, std::span<const std::byte> file, FindingList& findings);

/// Whether what \p place names fits its checksum. Reads all of it.
[[nodiscard]] bool fitsChecksum(std::span<const std::byte> file, const ChunkPlace& place);

/// The bytes of a chunk's records, without the zeros behind them.
[[nodiscard]] std::span<const std::byte> payloadOf(
    std::span<const std::byte> file, const ChunkPlace& place);

}  // namespace vellum::values::sidecar
