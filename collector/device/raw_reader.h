#pragma once

#include "collector/sources/cuda/raw_format.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

namespace vellum::collector::device {

/// Calls \p block for each whole block of the file \p path, in the file's order.
///
/// Errors   A file that is not there has no blocks. At the first block that is cut or damaged the reading ends.
/// \return how many bytes were left unread
std::uint64_t readBlocks(
    const std::filesystem::path& path,
    const std::function<void(const cuda::BlockHeader&, std::span<const std::byte>)>& block);

/// Calls \p record for each record of an Activities block.
/// \return how many bytes were left unread, since their lengths do not fit
std::uint64_t readRecords(
    std::span<const std::byte> block,
    const std::function<void(std::span<const std::byte>)>& record);

}  // namespace vellum::collector::device
