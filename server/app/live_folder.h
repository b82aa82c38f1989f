#pragma once

#include <filesystem>

namespace vellum::server::app {

/// Where this server keeps what recorders send of live runs: HOST-PID in the cache folder or, where there is none, in the
/// user's runtime directory; empty where that is not to be had either. Not made yet; what dead servers of this host have left
/// beside it is removed.
[[nodiscard]] std::filesystem::path liveFolder(const std::filesystem::path& cache);

}  // namespace vellum::server::app
