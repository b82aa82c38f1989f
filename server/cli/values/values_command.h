#pragma once

#include <ostream>
#include <vector>

namespace vellum::server::cli {

/// Questions about the values of a trace are those of vellum-query like all others: `values objects TRACE …` becomes
/// `values-summary TRACE … --by object`. Any other command line stays as it is.
void putInOneWord(std::vector<const char*>& words);

/// Whether a command line is `vellum-query values …`: questions about a value side-car, which is no trace.
[[nodiscard]] bool isValuesCommand(int argc, const char* const* argv);

/// Answers it on \p out. Returns the exit status; what is wrong is told on standard error.
[[nodiscard]] int valuesCommand(int argc, const char* const* argv, std::ostream& out);

}  // namespace vellum::server::cli
