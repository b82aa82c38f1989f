#pragma once

#include <ostream>

namespace vellum::server::cli {

/// Whether a command line is `vellum-query values …`: questions about a value side-car, which is no trace.
[[nodiscard]] bool isValuesCommand(int argc, const char* const* argv);

/// Answers it on \p out. Returns the exit status; what is wrong is told on standard error.
[[nodiscard]] int valuesCommand(int argc, const char* const* argv, std::ostream& out);

}  // namespace vellum::server::cli
