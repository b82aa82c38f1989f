#pragma once

#include "common/base/result.h"

#include <string>

namespace vellum::server::transport {

/// Makes room for a socket file: a dead server's is removed, a live one's is not.
///
/// Errors   unavailable: a server answers there, or the file is no socket, or cannot be removed.
[[nodiscard]] Result<void> clearSocketFile(const std::string& path);

/// Files made while it lives are for us alone. Process-wide: only while no other thread makes files.
class PrivateFileMode {
public:
    PrivateFileMode();
    ~PrivateFileMode();
    PrivateFileMode(const PrivateFileMode&) = delete;
    PrivateFileMode& operator=(const PrivateFileMode&) = delete;

private:
    unsigned m_before;
};

}  // namespace vellum::server::transport
