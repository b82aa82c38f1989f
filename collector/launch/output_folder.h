#pragma once

#include "common/base/result.h"

#include <filesystem>
#include <string>

namespace vellum::collector::launch {

/// \param pattern  %e stands for the program, %p for \p number
[[nodiscard]] std::filesystem::path expandOutput(
    const std::string& pattern, const std::string& command, const std::string& number);

/// Makes the archive's folder and the spool in it, for the user alone. \return the spool
[[nodiscard]] Result<std::filesystem::path> makeFolders(const std::filesystem::path& directory);

/// VELLUM_KEEP_SPOOL keeps the raw events beside the archive, for tests of their decoding.
void removeSpool(const std::filesystem::path& directory);

/// What was made for a recording that did not begin. Without effect where there is more in it.
void removeFolders(const std::filesystem::path& directory);

}  // namespace vellum::collector::launch
