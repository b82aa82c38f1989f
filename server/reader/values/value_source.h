#pragma once

#include "server/reader/event_source.h"

#include <filesystem>
#include <memory>

namespace vellum::server::reader {

/// \p archive with the counters of redundancy that its value side-cars tell of; itself, where there are none.
///
/// Definitions get metrics more, and the side-cars' names where the archive has none; locations samples of the metrics
/// (docs/semantics.md, Counters of redundancy); all else stays
/// as it is. What is wrong with a side-car is in the report, and costs the counters at most.
///
/// \param anchor  of the archive, beside which the side-cars lie
/// Cost     Reads the side-cars; memory for each operation and sample.
/// Threads  As of EventSource.
[[nodiscard]] std::unique_ptr<EventSource> withValueCounters(
    std::unique_ptr<EventSource> archive, const std::filesystem::path& anchor);

}  // namespace vellum::server::reader
