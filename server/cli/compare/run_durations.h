#pragma once

#include "server/cli/compare/run_compare.h"
#include "server/cli/options.h"

#include <ostream>
#include <stop_token>

namespace vellum::server::cli {

/// Sets side by side how long visits of one function take in two runs, as a histogram, and prints it to \p out.
///
/// Errors   As runCompare; kWrongUsage where neither run has visits of that function. Where one has none, a note says so.
[[nodiscard]] int runDurations(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel = {});

}  // namespace vellum::server::cli
