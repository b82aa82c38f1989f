#pragma once

#include "common/base/result.h"
#include "server/import/importer.h"
#include "server/reader/event_source.h"

#include <filesystem>
#include <memory>

namespace vellum::server::import {

/// Opens what is at \p path, whatever its format: an archive, a file, or a directory of files that
/// are one trace together.
///
/// Errors   As of importTrace. Files of a directory that look like traces and are none are left out
///          and reported, unless there is no other.
/// Threads  Any; the files of a directory are opened by `options.threads` of its own.
[[nodiscard]] Result<std::unique_ptr<reader::EventSource>> openSource(
    const std::filesystem::path& path, const ImportOptions& options);

}  // namespace vellum::server::import
