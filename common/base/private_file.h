#pragma once

#include "common/base/result.h"

#include <filesystem>
#include <string_view>

namespace vellum {

/// Writes a file that nobody else may read (mode 0600). Whoever reads \p file meanwhile sees the old one or the new one,
/// whole.
///
/// Errors   unavailable, naming the file and what the system says.
[[nodiscard]] Result<void> writePrivateFile(
    const std::filesystem::path& file, std::string_view text);

}  // namespace vellum
