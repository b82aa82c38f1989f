#pragma once

#include "collector/sources/cuda/raw_format.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vellum::collector::cuda {

/// Appends blocks to the process's file `cuda`.
///
/// Errors   What cannot be stored is noted for the launcher (noteSpoolError) and lost.
/// Threads  Any; a block is one write.
void appendBlock(BlockHeader header, const void* payload, std::size_t bytes);

/// A block whose payload is \p head and then \p text.
void appendText(
    BlockKind kind,
    const void* head,
    std::size_t headBytes,
    std::string_view text,
    std::uint32_t context = 0);

/// "cuda: REASON" for the launcher to tell and the archive to keep.
void appendUnavailable(const char* reason);

}  // namespace vellum::collector::cuda
