#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vellum::server::app {

/// What the command line of vellum-server says.
struct Options {
    std::vector<std::string> listen;  ///< empty: a local socket in the user's runtime directory
    std::vector<std::string> roots;   ///< empty: whatever the user may read
    unsigned threads = 0;             ///< 0: one per core
    std::uint64_t memoryBytes = 0;    ///< 0: no limit
    std::string cache;
    std::chrono::seconds idleTimeout{0};  ///< 0: never
    bool endsWithInput = false;
};

/// What to do: serve, or end with a status because everything has been said.
struct ParsedCommandLine {
    Options options;
    std::optional<int> exitStatus;
};

/// Writes help and version to standard output, complaints to standard error.
[[nodiscard]] ParsedCommandLine parseCommandLine(int argc, char** argv);

/// Where indexes are kept; empty: nowhere.
[[nodiscard]] std::string cacheFolderOf(const Options& options);

}  // namespace vellum::server::app
