#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::cli {

/// What a query is for and which options of its own it has.
struct QueryHelp {
    std::string_view name;
    std::string_view purpose;
    std::string_view options;  ///< each with a blank on both sides
};

/// All queries: those that are written down by hand, and the questions that have a descriptor.
[[nodiscard]] const std::vector<QueryHelp>& allQueries();

/// Null: there is none of that name.
[[nodiscard]] const QueryHelp* findQuery(std::string_view name);

/// What `--help` says behind the options.
[[nodiscard]] std::string queryFooter();

}  // namespace vellum::server::cli
