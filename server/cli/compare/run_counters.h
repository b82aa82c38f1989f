#pragma once

#include "server/cli/compare/run_compare.h"
#include "server/cli/options.h"

#include <ostream>
#include <stop_token>

namespace vellum::server::cli {

/// Sets the counters of two runs side by side, column by column, and prints them to \p out. The windows are as long as the
/// shorter of the two, and a note says so.
///
/// Size     Both traces are open at once: how long they are is known only then.
/// Errors   As runCompare; kWrongUsage where neither run has such a counter. Where one has none, a note says so.
[[nodiscard]] int runCounters(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel = {});

}  // namespace vellum::server::cli
