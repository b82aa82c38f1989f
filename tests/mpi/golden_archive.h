#pragma once

#include <filesystem>
#include <string>

namespace vellum::tests {

/// Writes a golden test's trace (tests/support/trace_text.h) as an archive that programs can open: visits,
/// messages and collective operations of MPI_COMM_WORLD, metrics.
///
/// \return empty, or the first line that says something else; then no archive is made
[[nodiscard]] std::string writeGoldenArchive(
    const std::string& text, const std::filesystem::path& folder);

}  // namespace vellum::tests
