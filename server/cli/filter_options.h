#pragma once

#include "common/base/result.h"
#include "common/query/record_filter.h"
#include "common/trace/definitions.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

// NOLINTNEXTLINE(readability-identifier-naming): the library's name
namespace CLI {
class App;
}  // namespace CLI

namespace vellum::server::cli {

/// What stands on the command line about messages, collective operations and I/O, as typed.
struct FilterOptions {
    std::string tags;
    std::string communicators;
    std::string operations;  ///< collective ones, of I/O, or both, as the query says
    std::string files;
    std::string paradigms;
    std::string flags;
    std::uint64_t minBytes = 0;
    std::uint64_t maxBytes = std::numeric_limits<std::uint64_t>::max();
    bool except = false;

    /// Whether anything but `except` is given.
    [[nodiscard]] bool isAny() const;
};

void describeFilters(CLI::App& app, FilterOptions& options);

/// The filter they make for \p query, one of messages, matrix, collectives, io and events; empty where nothing
/// is given.
///
/// Errors   Those of filter_words.h.
[[nodiscard]] Result<vellum::query::RecordFilter> filterOf(
    const FilterOptions& options, std::string_view query, const Definitions& definitions);

/// What can be said to be wrong before there is a trace. Errors   invalidArgument.
[[nodiscard]] Result<void> checkFilters(const FilterOptions& options, std::string_view query);

}  // namespace vellum::server::cli
