#pragma once

#include "collector/values/analysis/value_collection.h"
#include "common/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace vellum::collector::values {

/// Side-cars that are written before their archive: where their operations lie in it is not known yet. Their links say process
/// and thread instead, and settings the folders of processes.

/// What a link names instead of a location: process \p process of the side-car, and in it location \p index.
[[nodiscard]] constexpr std::uint64_t provisionalLocation(
    std::uint32_t process, std::uint32_t index)
{
    return std::uint64_t{process} << 32U | index;
}

/// The setting that has the folder of process \p process.
[[nodiscard]] std::string processSetting(std::uint32_t process);

/// Changes the links of such a side-car to places and times of the archive. Operations of threads that are not in
/// \p locations are linked to nothing.
///
/// Errors   those of `rewriteLinks`.
[[nodiscard]] Result<void> linkToArchive(
    const std::filesystem::path& sideCar, const std::vector<ArchiveLocation>& locations);

}  // namespace vellum::collector::values
