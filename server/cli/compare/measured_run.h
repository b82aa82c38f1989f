#pragma once

#include "common/compare/run.h"
#include "server/cli/options.h"
#include "server/cli/query_backend.h"

#include <string>
#include <vector>

namespace vellum::server::cli {

/// What a trace costs, and how far that is to be relied on.
struct MeasuredRun {
    compare::Run run;
    std::vector<std::string> notes;  ///< sentences for standard error
    int status = kAnswered;          ///< another one: it was complained about, and `run` is empty
};

/// Opens the one trace that \p options name, and asks what compare::Run has.
///
/// Odd case Where a trace has too many different durations for one answer they are taken less precisely; where that is
///          too much as well no visits are compared, and a note says so.
[[nodiscard]] MeasuredRun measureRun(
    const QueryOptions& options, QueryBackend& backend, bool withPaths);

}  // namespace vellum::server::cli
