#pragma once

#include "server/cli/options.h"
#include "server/cli/query_backend.h"

#include <ostream>
#include <stop_token>

namespace vellum::server::cli {

/// Opens the trace, asks, and prints the answer to \p out.
///
/// Errors   One sentence to standard error and an exit status of options.h; nothing is printed then.
///          Once \p cancel is asked for, printing leaves off where it is: kInterrupted.
/// \return  kAnswered, or that status
[[nodiscard]] int runQuery(
    const QueryOptions& options,
    QueryBackend& backend,
    std::ostream& out,
    const std::stop_token& cancel = {});

}  // namespace vellum::server::cli
