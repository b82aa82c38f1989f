#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "server/query/executor.h"
#include "server/store/trace_store.h"

#include <vector>

namespace vellum::server::query {

/// A timeline with a row for each call level of each location, as \p request says.
///
/// \param window     clipped, not empty
/// \param locations  in the order asked
/// Errors   resourceExhausted for too many cells; cancelled.
[[nodiscard]] Result<vellum::query::Timeline> levels(
    const store::TraceStore& trace,
    const vellum::query::TimelineRequest& request,
    TickRange window,
    const std::vector<LocationIndex>& locations,
    const ExecutionOptions& options);

}  // namespace vellum::server::query
