#pragma once

#include "common/base/result.h"
#include "server/reader/event_source.h"

#include <filesystem>
#include <memory>

namespace vellum::server::reader::nsys {

/// Reads an SQLite export of Nsight Systems into tracks in time. Tables and columns that are not
/// there were not recorded.
///
/// Errors   notFound, dataLoss, resourceExhausted: as of Database::open; invalidArgument: a
///          database without any table of an export. Damaged tables are in the head's report.
/// Threads  Any.
[[nodiscard]] Result<std::unique_ptr<EventSource>> openExport(
    const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace vellum::server::reader::nsys
