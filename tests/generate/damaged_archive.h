#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace vellum::generate {

struct DamagedOptions {
    std::filesystem::path out;
    std::string kind;  ///< one of damageKinds()
};

/// All kinds, in the order of README.md's table.
[[nodiscard]] std::vector<std::string> damageKinds();

/// Writes a small sound archive (four locations in two processes) with exactly one damage.
void writeDamagedArchive(const DamagedOptions& options);

}  // namespace vellum::generate
