#pragma once

#include "server/match/found_places.h"
#include "server/match/message_ends.h"
#include "server/store/trace_store.h"

#include <vector>

namespace vellum::server::match {

/// Joins the sends and receives of a trace to messages: sets `messages`, the unmatched numbers of
/// every location's totals, and reports what is left over.
///
/// Exact    Rules and order: docs/semantics.md, "Messages". Needs `definitions` with lookups and
///          all event tables.
///          The same on any number of \p threads; 0: one per core.
/// Cost     O(n log n) in the number of sends and receives.
///
/// \param elsewhere  the ends of locations whose events another process holds, by location; empty if
///                   there are none
/// \param files      for the report
void matchMessages(
    store::TraceStore& store,
    unsigned threads = 0,
    std::vector<MessageEnds> elsewhere = {},
    const FileNames& files = {});

}  // namespace vellum::server::match
