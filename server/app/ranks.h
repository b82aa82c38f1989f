#pragma once

#include "common/base/result.h"
#include "server/app/options.h"

namespace vellum::server::app {

/// Whether a launcher has started this process as one of several ranks. A server that a program started
/// for itself never is one, wherever that program runs.
[[nodiscard]] bool isOneOfSeveral(const Options& options);

/// Serves as one rank of several: rank 0 has the clients, the others work for it.
///
/// Errors   As of serve, and unavailable where MPI or a rank is missing. Where a rank does not take part in
///          the end, all processes are ended here and this does not return.
/// Threads  The process's first; MPI is called by it alone, so clients have another.
Result<void> serveOnRanks(const Options& options);

}  // namespace vellum::server::app
