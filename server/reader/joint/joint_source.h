#pragma once

#include "common/base/result.h"
#include "server/reader/event_source.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace vellum::server::reader {

/// A file of a trace that is spread over several.
struct SourcePart {
    std::filesystem::path path;
    std::unique_ptr<EventSource> source;
    std::int64_t offsetNs = 0;  ///< later by so much than its clock says
    bool isArchive = false;     ///< has a system tree of its own
};

/// A file that was asked for and cannot be a part.
struct LeftOutFile {
    std::filesystem::path path;
    std::string reason;  ///< a sentence
};

/// Makes one trace of several, the ranks of a job for instance, on one time axis.
///
/// Exact    Tick 0 is that of the earliest part. Parts are placed by the wall clock of their tick 0
///          (`ClockProperties::realtimeNs`) and their offset; one that has no clock begins with the
///          first that has one, later by its offset, and the report says so where none is given.
///          Parts whose clocks are so far apart that no picture could hold both begin together; the
///          report says so.
///          Where resolutions differ ticks become nanoseconds, floored. Order: by rank where all
///          parts have one, else by name. What becomes of definitions: definition_joiner.h.
///
/// \param leftOut  files that are none of the parts, for the report
/// Precondition: there is a part.
/// Threads  As of EventSource.
[[nodiscard]] std::unique_ptr<EventSource> joinSources(
    std::vector<SourcePart> parts, const std::vector<LeftOutFile>& leftOut = {});

}  // namespace vellum::server::reader
