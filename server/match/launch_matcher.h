#pragma once

#include "server/match/found_places.h"
#include "server/store/trace_store.h"

namespace vellum::server::match {

/// Joins device work (kernels, copies, sets, synchronisations) to the host calls that launched it:
/// sets `launches` and the locations' numbers of work without a launch, and reports that.
///
/// Exact    The key is (process, correlation): correlations begin anew in every process. A device
///          location's process is its group's creator, a host location's its group; of a device without a
///          creator all processes of its node are meant. Of several calls
///          with one key (a runtime call around a driver call) it is the last that begins no later than
///          the work, else the first. One call may own any number of works: a graph's kernels. What
///          happened outside the trace's range still takes part; joins outside of it are left out.
/// Cost     O(n log n) in the number of calls and works; the locations' marks are gone afterwards.
void matchLaunches(store::TraceStore& store, const FileNames& files = {});

}  // namespace vellum::server::match
