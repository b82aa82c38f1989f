#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>
#include <vector>

namespace vellum::server::reader {

/// Traces of one kind that lie in an archive's folder and are no part of it.
struct BesideArchive {
    std::string_view kind;  ///< for sentences: "a JSON trace"
    std::vector<std::filesystem::path> files;
};

/// Of how many files in a folder the content is looked at; further ones are known by their names.
inline constexpr std::size_t kMostLookedAt = 64;

/// What \p folder, which is opened as the archive of \p anchor, holds of other traces: by kind, each in the
/// order of names. What the archive consists of and what is no trace is none of them.
///
/// Cost     Reads all names, and the first kilobytes of `kMostLookedAt` files, those that are called traces
///          first. Opens regular files only.
/// Threads  Any.
[[nodiscard]] std::vector<BesideArchive> tracesBeside(
    const std::filesystem::path& anchor, const std::filesystem::path& folder);

}  // namespace vellum::server::reader
