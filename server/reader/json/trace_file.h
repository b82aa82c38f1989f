#pragma once

#include "common/base/result.h"
#include "server/reader/event_source.h"

#include <filesystem>
#include <memory>

namespace vellum::server::reader::json {

/// Reads a Chrome trace (Kineto's, or any program's), plain or packed, into tracks in time.
///
/// Errors   notFound, invalidArgument: no such file, or no trace events in it. Everything else is
///          in the head's report.
/// Cost     About 24 bytes per slice, and one window of text, until its locations have been read;
///          a location can be read once.
/// Threads  Any.
[[nodiscard]] Result<std::unique_ptr<EventSource>> openTraceFile(
    const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace vellum::server::reader::json
