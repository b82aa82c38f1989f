#pragma once

namespace vellum::gui::shell {

class TraceView;

/// Puts \p next, a longer archive of the run that \p before shows, as that stands: charts, rows, filters, selection, and the time
/// that is seen; who saw the whole sees the whole of the longer one, too.
///
/// References of an archive may change from one to the next, as functions are met: where they did, filters are let go of,
/// and so is what is selected. Undo and what was found begin anew.
void handOver(TraceView& before, TraceView& next);

}  // namespace vellum::gui::shell
