#pragma once

#include "common/base/result.h"

#include <filesystem>
#include <string>

namespace vellum::client {

// Where servers of this user leave their sockets and connection files: `vellum` in $XDG_RUNTIME_DIR
// or, where that is not set, `vellum-UID` in $TMPDIR or /tmp.

/// That directory, made with mode 0700 if it is not there.
///
/// Errors   unavailable: cannot be made; is not ours, or others may enter it.
[[nodiscard]] Result<std::filesystem::path> runtimeDirectory();

/// The longest path a local socket can have: the size of `sockaddr_un::sun_path` without its NUL.
inline constexpr std::size_t kMaxSocketPath = 107;

/// A path for a socket called \p name, in the runtime directory or, where that path would be longer
/// than the kernel takes, in `/tmp/vellum-UID`.
///
/// Errors   unavailable, as above; invalidArgument: too long even there.
[[nodiscard]] Result<std::filesystem::path> socketPath(const std::string& name);

/// Makes \p directory with mode 0700 or, if it exists, checks that it is ours and closed to others.
[[nodiscard]] Result<void> makePrivateDirectory(const std::filesystem::path& directory);

}  // namespace vellum::client
