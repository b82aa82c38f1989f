#pragma once

#include "common/base/result.h"
#include "server/reader/event_source.h"

#include <filesystem>
#include <memory>

namespace vellum::server::reader::v8 {

/// Reads a CPU profile of V8: each sample is a CallingContextSample of its node's call path.
///
/// Errors   invalidArgument: no JSON of that kind, or none that can be read; the sentence names the file, and the member
///          that is missing or what is wrong with the JSON. Cancelled: \p options asked for it, which is not looked at while
///          the JSON is parsed.
/// Odd case Nodes and samples that cannot be used are left out and counted in the import report.
/// Memory   Two copies of the unpacked text, and what simdjson makes of it, which is several times as much. Texts past 512 MiB are
///          refused.
/// Threads  One.
[[nodiscard]] Result<std::unique_ptr<EventSource>> openCpuProfile(
    const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace vellum::server::reader::v8
