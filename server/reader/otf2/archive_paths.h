#pragma once

#include "common/base/result.h"

#include <filesystem>
#include <memory>

namespace vellum::server::reader::otf2 {

/// Where the parts of an archive are.
///
/// Layout   The library finds `x`, `x.def` and `x.marker` beside an anchor file that must be called
///          `x.otf2`. An anchor of another name is given to it as a link in a folder of our own,
///          with links to the rest.
struct ArchivePaths {
    std::filesystem::path anchor;       ///< as the asker calls it
    std::filesystem::path opened;       ///< what the library is given
    std::filesystem::path folder;       ///< of event files and local definitions
    std::filesystem::path definitions;  ///< the global ones
    std::filesystem::path markers;
    std::shared_ptr<const void> links;  ///< the folder of links, removed with the last copy
};

/// Where the parts lie, without links: `opened` is what may be called otherwise than the library wants.
///
/// \return dataLoss where there is no file of definitions that \p anchor can mean
[[nodiscard]] Result<ArchivePaths> partsOfArchive(const std::filesystem::path& anchor);

/// Likewise, for the library to open.
[[nodiscard]] Result<ArchivePaths> locateArchive(const std::filesystem::path& anchor);

}  // namespace vellum::server::reader::otf2
