#pragma once

#include "server/cli/compare/run_compare.h"
#include "server/cli/options.h"

#include <ostream>
#include <stop_token>

namespace vellum::server::cli {

/// Measures all runs that \p options name, one after the other, and prints them side by side to \p out.
///
/// Errors   As runCompare: also where one trace of many cannot be read nothing is printed, since without it another run may
///          be the first, and all that is beside the first would be of that one.
[[nodiscard]] int runSeries(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel = {});

}  // namespace vellum::server::cli
