#pragma once

#include "server/cli/compare/run_compare.h"
#include "server/cli/options.h"

#include <ostream>
#include <stop_token>

namespace vellum::server::cli {

/// Sets the steps of two runs side by side, one by one, as `--steps` names them, and prints them to \p out.
///
/// Errors   As runCompare; kWrongUsage where neither run has such a step.
[[nodiscard]] int runSteps(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel = {});

}  // namespace vellum::server::cli
