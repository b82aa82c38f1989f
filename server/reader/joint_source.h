#pragma once

#include "common/base/result.h"
#include "server/reader/event_source.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vellum::server::reader {

/// A file of a trace that is spread over several.
struct SourcePart {
    std::filesystem::path path;
    std::unique_ptr<EventSource> source;
};

/// Makes one trace of several, the ranks of a job for instance, on one time axis.
///
/// Exact    Tick 0 is that of the earliest part. Parts are placed by the wall clock of their tick 0
///          (`ClockProperties::realtimeNs`); one that has none begins at tick 0, and the report says
///          so. Order: by rank where all parts have one, else by name.
///          Regions and metrics that are equal in everything but their reference become one; nodes
///          of the same place do too, but no two ranks. A part without a rank gets a node named
///          after its file.
///
/// \param leftOut  sentences about files that belong to none of the parts, for the report
/// Precondition: there is a part, and no part is an OTF2 archive, whose records name communicators and more.
/// Threads  As of EventSource.
[[nodiscard]] std::unique_ptr<EventSource> joinSources(
    std::vector<SourcePart> parts, const std::vector<std::string>& leftOut = {});

}  // namespace vellum::server::reader
