#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace vellum::server::reader::otf2 {

/// Whether an uncompressed file of an archive has its end: the marks of the last chunk's and of the
/// file's end. Without it the library's readers may run in circles behind the cut.
[[nodiscard]] bool hasEnd(const std::filesystem::path& file);

/// Likewise of an anchor file, which goes on with a zero.
[[nodiscard]] bool anchorHasEnd(const std::filesystem::path& anchor);

/// How many records of the event file \p file may be read: nothing said where it is whole, else the
/// number of the last record of its last whole chunk, which the chunk's header tells.
///
/// Source   docs/semantics.md, "Event files that were cut off".
[[nodiscard]] std::optional<std::uint64_t> readableRecords(
    const std::filesystem::path& file, std::uint64_t chunkBytes);

}  // namespace vellum::server::reader::otf2
