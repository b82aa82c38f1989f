#pragma once

#include "common/base/result.h"
#include "common/query/requests.h"
#include "server/cli/options.h"
#include "server/cli/query_backend.h"

#include <vector>

namespace vellum::server::cli {

struct BuiltRequest {
    vellum::query::Request request;
    TickRange window;                    ///< what the query covers
    std::vector<LocationRef> locations;  ///< selected; empty: all
    std::vector<RowSet> sets{};          ///< of a timeline whose rows are no single locations
};

/// What the command line asks of the trace that was opened.
///
/// Errors   invalidArgument, notFound: wrong usage.
[[nodiscard]] Result<BuiltRequest> buildRequest(
    const QueryOptions& options, const OpenedTrace& trace);

/// The times and windows of a command line, as far as they can be checked before a long trace is read.
[[nodiscard]] Result<void> checkTimes(const QueryOptions& options);

}  // namespace vellum::server::cli
