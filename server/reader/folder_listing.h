#pragma once

#include <filesystem>
#include <system_error>
#include <vector>

namespace vellum::server::reader {

/// What is in a directory, in the order of its names.
struct FolderListing {
    std::vector<std::filesystem::path> files;    ///< regular ones, or links to such
    std::vector<std::filesystem::path> entries;  ///< files and all else
    std::error_code error;
};

/// Opens no file.
[[nodiscard]] FolderListing listFolder(const std::filesystem::path& path);

}  // namespace vellum::server::reader
