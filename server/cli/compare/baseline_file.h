#pragma once

#include "common/base/result.h"
#include "common/compare/run.h"

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace vellum::server::cli {

// What is kept of a run, so that later runs can be compared with it when its trace is gone: facts, functions and groups,
// no call paths. docs/compare.md has the layout.

/// Of more durations of one function so many are kept, evenly by rank.
inline constexpr std::size_t kMostKeptDurations = 100;
inline constexpr std::size_t kMostBaselineBytes = std::size_t{64} << 20U;

/// Errors   unavailable: the file cannot be written; resourceExhausted: it would be larger than kMostBaselineBytes.
[[nodiscard]] Result<void> writeBaseline(
    const std::filesystem::path& file, const compare::Run& run);

/// Nothing in the file is trusted: sizes, numbers, order and names are checked.
///
/// Errors   notFound: there is no such file; dataLoss: it is no baseline, or a newer one. Each names the file.
[[nodiscard]] Result<compare::Run> readBaseline(const std::filesystem::path& file);

/// The same of what the file has; at most kMostBaselineBytes.
[[nodiscard]] Result<compare::Run> parseBaseline(
    std::string_view text, const std::filesystem::path& file);

}  // namespace vellum::server::cli
