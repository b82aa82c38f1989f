#pragma once

#include "common/trace/definitions.h"
#include "server/store/import_report.h"

#include <otf2/otf2.h>

#include <filesystem>

namespace vellum::server::reader::otf2 {

/// What an anchor says of its archive: who wrote it goes to the definitions; version, identifier, machine, description and
/// properties stand with the first node of the system tree that has no parent. What is not read is reported.
void addArchiveFacts(
    OTF2_Reader* reader,
    const std::filesystem::path& anchor,
    Definitions& definitions,
    store::ImportReport& report);

}  // namespace vellum::server::reader::otf2
