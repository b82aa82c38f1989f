#pragma once

#include "server/reader/event_source.h"

#include <memory>
#include <vector>

namespace vellum::server::reader {

/// The locations \p keep of a trace as a trace of their own.
///
/// \param keep  in definition order, each once; defined in \p source
/// Exact    References stay what they are. Location groups and system tree nodes go where nothing of
///          them is left; whoever made a group that stays, stays. The other locations are in `leftOut`.
///          Of formats whose locations have no files of their own those are there too that may have launched the work of
///          devices that are kept (`launchers`).
/// Threads  As of EventSource.
[[nodiscard]] std::unique_ptr<EventSource> keepLocations(
    std::unique_ptr<EventSource> source, const std::vector<LocationRef>& keep);

}  // namespace vellum::server::reader
