#pragma once

#include "common/time/tick_range.h"
#include "server/store/trace_store.h"

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

}  // namespace vellum::server::store
