#pragma once

#include "common/base/result.h"
#include "common/query/record_filter.h"
#include "common/trace/definitions.h"
#include "server/cli/options.h"

#include <optional>
#include <string>
#include <vector>

namespace vellum::server::cli {

/// Whether the command line says which visits a query is about. Of `search` groups and the least length are
/// conditions of its own.
[[nodiscard]] bool filtersVisits(const QueryOptions& options);

/// The filter of visits that the command line makes; nothing where it makes none.
///
/// Errors   notFound: no function has such a name. invalidArgument, resourceExhausted: as NamePattern, and times.
[[nodiscard]] Result<std::optional<vellum::query::VisitFilter>> visitFilterOf(
    const QueryOptions& options, const Definitions& definitions);

/// Functions with an expression in their names; none where there are no definitions yet, but its mistakes are told.
///
/// \param option  that it was given with, for sentences
/// Errors   As above.
[[nodiscard]] Result<std::vector<RegionRef>> regionsNamed(
    const std::string& expression,
    bool ignoreCase,
    const char* option,
    const Definitions* definitions);

/// What can be said to be wrong before there is a trace. Errors   invalidArgument.
[[nodiscard]] Result<void> checkVisitFilter(const QueryOptions& options);

}  // namespace vellum::server::cli
