#pragma once

#include "common/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace vellum::server::import {

/// The files that \p path, as a user gave it, stands for.
///
/// A file or directory that is there stands for itself, but for a list of files: a text file whose
/// first line is "# vellum trace list" and whose other lines are paths, one each, relative to the
/// list's folder; blank lines and those that begin with '#' are skipped, and lines are no lists
/// themselves. Otherwise `*`, `?` and `[a-z]` in \p path stand for what is there, sorted by name.
///
/// Errors   notFound: a pattern that fits nothing. invalidArgument: a list of no or too many files.
///          What is not there and is no pattern stands for itself: opening it says so.
[[nodiscard]] Result<std::vector<std::filesystem::path>> expand(const std::filesystem::path& path);

/// What is read when one of those is opened. What is listed need not be there.
struct TraceParts {
    std::vector<std::filesystem::path>
        heads;  ///< of an OTF2 archive: anchor and global definitions
    std::vector<std::filesystem::path>
        files;  ///< all others, value side-cars beside an archive too
    std::vector<std::filesystem::path> folders;  ///< with all files below them
};

/// Errors   None: of what is no trace, or is damaged, itself.
/// Cost     Reads the first kilobytes.
[[nodiscard]] TraceParts partsOf(const std::filesystem::path& path);

}  // namespace vellum::server::import
