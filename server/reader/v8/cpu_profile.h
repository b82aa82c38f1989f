#pragma once

#include "common/base/result.h"
#include "server/reader/event_source.h"

#include <filesystem>
#include <memory>

namespace vellum::server::reader::v8 {

/// Reads a CPU profile of V8: each sample is a CallingContextSample of its node's call path.
///
/// Errors   invalidArgument: no JSON of that kind, or none that can be read to its end; the sentence names file and byte
///          or member. Cancelled: \p options asked for it.
/// Odd case Nodes and samples that cannot be used are left out and counted in the import report.
/// Memory   That of the text, unpacked, and about as much again; files past 2 GiB are refused.
/// Threads  One.
[[nodiscard]] Result<std::unique_ptr<EventSource>> openCpuProfile(
    const std::filesystem::path& path, const OpenOptions& options = {});

}  // namespace vellum::server::reader::v8
