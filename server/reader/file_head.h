#pragma once

#include "common/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace vellum::server::reader {

/// The first bytes of a file, and how many it has in all.
struct FileHead {
    std::string text;
    std::uint64_t size = 0;
};

inline constexpr std::size_t kHeadBytes = 65'536;

/// \return notFound where the file cannot be opened or read
[[nodiscard]] Result<FileHead> readHead(const std::filesystem::path& path);

}  // namespace vellum::server::reader
