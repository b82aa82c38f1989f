#pragma once

#include "server/match/collective_ends.h"
#include "server/match/found_places.h"
#include "server/store/trace_store.h"

#include <vector>

namespace vellum::server::match {

/// Joins what the members of each communicator did to collective operations: sets `collectives`, the
/// numbers of every location's totals that speak of them, and reports what does not fit.
///
/// Exact    Rules and order: docs/semantics.md, "Collectives". What happened outside the trace's range
///          still takes part; operations outside of it are left out. The same on any number of
///          \p threads; 0: one per core.
/// Cost     O(n log n) in the number of records of collectives.
///
/// \param elsewhere  those of locations whose events another process holds, by location; empty if there
///                   are none
/// \param files      for the report
void matchCollectives(
    store::TraceStore& store,
    unsigned threads = 0,
    std::vector<CollectiveEnds> elsewhere = {},
    const FileNames& files = {});

}  // namespace vellum::server::match
