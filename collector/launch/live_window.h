#pragma once

#include "common/base/result.h"

#include <string>

namespace vellum::collector::launch {

/// What `--live` takes instead of a server's address: a server and a window of our own.
inline constexpr const char* kLiveWindow = "window";

/// The program \p name of ours: beside this one if it stands there, else whatever PATH has.
[[nodiscard]] std::string programBeside(const char* name);

/// Starts a vellum-server that ends by itself a minute after the last client has gone. It lives on when the launcher ends, for
/// who still looks at the run. \return its address
/// Errors   unavailable: it cannot be started, or was not ready within five seconds.
[[nodiscard]] Result<std::string> startServer();

/// Starts vellum on what the server at \p url has under \p path; what becomes of it is not waited for.
///
/// Errors   unavailable: it cannot be started.
[[nodiscard]] Result<void> openWindow(const std::string& url, const std::string& path);

}  // namespace vellum::collector::launch
