#pragma once

#include "common/compare/comparability.h"
#include "common/compare/series.h"
#include "server/cli/options.h"

#include <cstdint>
#include <ostream>
#include <stop_token>
#include <vector>

namespace vellum::server::cli {

/// What else differs between the first run and this one.
struct DifferencesOfRun {
    std::uint64_t run = 0;  ///< its number
    compare::RunDifferences differences;
};

/// All that is said of a series.
struct ShownSeries {
    compare::Series series;
    compare::Series groups;  ///< the same runs, with rows by group: for the picture
    std::vector<DifferencesOfRun> differences;
};

/// Prints in the format of \p options: CSV has the two tables with an empty line between them, JSON everything.
///
/// Errors   As printing.h.
void printSeries(
    std::ostream& out,
    const QueryOptions& options,
    const ShownSeries& shown,
    const std::stop_token& cancel);

}  // namespace vellum::server::cli
