#pragma once

#include "common/base/result.h"
#include "common/query/requests.h"
#include "common/trace/definitions.h"
#include "server/cli/options.h"

#include <vector>

namespace vellum::server::cli {

// What `--present WHAT` names: `functions:REGEX`, `groups:GROUP,…`, `records:KIND,…`, `markers`, `markers:SEVERITY,…`,
// `collectives`, `io`.

/// The classes in the order of the command line.
///
/// Errors   notFound: no function has such a name. Else as `checkPresence`.
[[nodiscard]] Result<std::vector<vellum::query::PresenceClass>> presenceOf(
    const QueryOptions& options, const Definitions& definitions);

/// What `--kinds NAME,…` names. Errors   invalidArgument.
[[nodiscard]] Result<std::vector<EventKind>> recordKindsOf(const QueryOptions& options);

/// What can be said to be wrong before there is a trace. Errors   invalidArgument.
[[nodiscard]] Result<void> checkPresence(const QueryOptions& options);

}  // namespace vellum::server::cli
