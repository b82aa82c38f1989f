#pragma once

#include "server/query/visit_sums.h"
#include "server/query/workers.h"
#include "server/store/location_store.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace vellum::server::query {

/// What a window of one location adds up to, by call path.
///
/// Layout   By store::PathNode; the entry of the outside stays empty. Inclusive time is that of the path
///          and all below it.
/// Exact    Visits count where they begin in the window, with their whole length; times are clipped.
/// Cost     Two of the location's `pathRows` and the changes between them and the window's ends; without rows all
///          changes of the window.
/// Odd case Where \p poll says stop, what comes out means nothing.
[[nodiscard]] std::vector<VisitSums> sumsByPath(
    const store::LocationStore& location, TickRange window, StopPoll& poll);

}  // namespace vellum::server::query
