#pragma once

#include "common/time/tick_range.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <unordered_set>

namespace vellum::server::store {

/// Throws away what of a location happened outside \p window.
///
/// Exact    Visits that reach into the window stay as they are, with their true begin and end, and so
///          do those around them: every answer about a part of the window is that of the whole trace.
///          Of the records outside those stay that are joined with records of other locations (see
///          `dropRecordsOutside`), each metric's last sample before the window, and both ends of input and
///          output operations that reach into it. Totals count what
///          is in the window, visits those that begin there.
void cutToWindow(const Definitions& definitions, LocationStore& location, TickRange window);

/// Throws away the records that cutToWindow has kept for the joining of messages, and messages that do not overlap
/// the trace's range.
///
/// Precondition: messages are matched, and `range` is the window.
void dropRecordsOutside(TraceStore& store);

/// Leaves out groups and nodes that hold none of the locations. Whoever made a group that stays, stays.
///
/// Precondition: the lookups are those of the groups and nodes; they are rebuilt by the caller.
void dropEmptyParents(Definitions& definitions);

/// Makes of each of \p launchers, which have nothing else, the calls that launched the work of loaded locations:
/// visits without what was around and in them. Those without such a call go.
///
/// Exact    Totals count what is in the trace's range, as cutToWindow does.
/// Precondition: launches are matched, regions defined; the locations' places are needed no more.
/// \return how many calls
std::uint64_t keepLaunchingCalls(
    TraceStore& store, const std::unordered_set<LocationRef>& launchers);

}  // namespace vellum::server::store
