#pragma once

#include "common/query/answers.h"
#include "server/cli/options.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::server::cli {

// What stands beside an answer on standard error: one sentence each, nothing where there is nothing
// to say.

/// That the trace is damaged, so that the answer is not about all that was recorded.
[[nodiscard]] std::string damageNote(
    const QueryOptions& options, const std::vector<vellum::query::ImportReportEntry>& report);

/// That messages are missing because one of their ends was not loaded; empty if none is.
[[nodiscard]] std::string partNote(
    const QueryOptions& options, const std::vector<vellum::query::ImportReportEntry>& report);

/// That files stand side by side that were not recorded together.
[[nodiscard]] std::string placeNote(
    const QueryOptions& options, const std::vector<vellum::query::ImportReportEntry>& report);

/// That the query's numbers are of more than the window and the locations asked for.
[[nodiscard]] std::string scopeNote(const QueryOptions& options);

/// That options are for the server to say that is asked.
[[nodiscard]] std::string serverNote(const QueryOptions& options);

/// "3 of 72 events shown: --limit cut the list".
[[nodiscard]] std::string shownOf(
    std::uint64_t shown, std::uint64_t count, const std::string& what);

/// What JSON and text say beside a list and CSV cannot: of how many the limit left how many.
[[nodiscard]] std::string listNote(Format format, const vellum::query::Answer& answer);

}  // namespace vellum::server::cli
