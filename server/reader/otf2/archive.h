#pragma once

#include "common/base/result.h"
#include "server/reader/event_source.h"

#include <filesystem>
#include <memory>

namespace vellum::server::reader::otf2 {

/// Opens the OTF2 archive of an anchor file and reads its global definitions.
///
/// Errors   dataLoss: anchor or definitions missing or damaged so far that no location is known.
///          invalidArgument: an archive that cannot be read here. What is only partly damaged is
///          in the head's report.
/// Threads  Any.
[[nodiscard]] Result<std::unique_ptr<EventSource>> openArchive(const std::filesystem::path& anchor);

}  // namespace vellum::server::reader::otf2
