#pragma once

#include "collector/launch/options.h"
#include "collector/writer/archive_builder.h"

#include <filesystem>
#include <functional>
#include <string>

namespace vellum::collector::launch {

/// To an archive its side-cars. \return sentences for the user, one a line
using WriteValues = std::function<std::string(const writer::ArchiveSummary&)>;

/// Writes the archive, removes the spool, and says what there is now and what is missing.
///
/// \param writeValues  writes side-cars while the spool is there, and says what came of it; null: none were recorded
/// \return whether there is an archive
bool writeArchive(
    const Options& options,
    const std::filesystem::path& directory,
    const writer::ArchiveRequest& request,
    const WriteValues& writeValues);

void openInVellum(const std::filesystem::path& archive);

}  // namespace vellum::collector::launch
