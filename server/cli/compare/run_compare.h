#pragma once

#include "server/cli/options.h"
#include "server/cli/query_backend.h"

#include <functional>
#include <memory>
#include <ostream>
#include <stop_token>

namespace vellum::server::cli {

/// Makes who answers about one trace: a backend opens no second one.
using MakeBackend = std::function<std::unique_ptr<QueryBackend>()>;

/// Compares the two runs that \p options name, and prints the comparison to \p out; or keeps what one run costs in a file.
///
/// Errors   One sentence to standard error and an exit status of options.h; nothing is printed then.
/// \return  kAnswered; kCheckFailed where a rule of the gate is broken, else kWrongUsage where one cannot be checked: the
///          comparison is printed all the same, and a sentence of each such rule is on standard error.
[[nodiscard]] int runCompare(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel = {});

}  // namespace vellum::server::cli
