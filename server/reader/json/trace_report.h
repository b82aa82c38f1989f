#pragma once

#include "server/reader/json/document_reader.h"
#include "server/reader/json/event_collector.h"
#include "server/store/import_report.h"

#include <filesystem>

namespace vellum::server::reader::json {

/// Says how many events of which phase were read, and what of the text could not be.
void reportReading(
    const PhaseCounts& phases,
    const DocumentOutcome& outcome,
    const std::filesystem::path& path,
    store::ImportReport& report);

}  // namespace vellum::server::reader::json
