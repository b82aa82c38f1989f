#pragma once

#include "collector/launch/options.h"
#include "collector/launch/value_recording.h"
#include "collector/writer/archive_builder.h"

#include <filesystem>

namespace vellum::collector::launch {

/// Writes the archive, removes the spool, and says what there is now and what is missing.
///
/// \param values  null: none were recorded. \return whether there is an archive
bool writeArchive(
    const Options& options,
    const std::filesystem::path& directory,
    const writer::ArchiveRequest& request,
    ValueRecording* values);

void openInVellum(const std::filesystem::path& archive);

}  // namespace vellum::collector::launch
