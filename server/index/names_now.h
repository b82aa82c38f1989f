#pragma once

#include "common/query/trace_selection.h"
#include "server/store/trace_store.h"

namespace vellum::server::index {

/// Names the files of a trace in its report as \p selection names them now: an index keeps the names that they
/// had for whoever made it, maybe from another folder.
///
/// Odd case What could be two of the files keeps the name it had, and so does what is none of them.
void nameAsNow(store::TraceStore& trace, const vellum::query::TraceSelection& selection);

}  // namespace vellum::server::index
