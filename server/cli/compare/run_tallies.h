#pragma once

#include "server/cli/compare/run_compare.h"
#include "server/cli/options.h"

#include <ostream>
#include <stop_token>

namespace vellum::server::cli {

/// Sets side by side what two runs did that is no visit of a function, of the kind that `--by` names, and prints it to \p out.
/// Where a run has nothing of it a note says so.
///
/// Errors   As runCompare.
[[nodiscard]] int runTallies(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel = {});

}  // namespace vellum::server::cli
