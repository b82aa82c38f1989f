#pragma once

#include "common/base/result.h"
#include "common/client/connection.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::app {

/// This server's connection files in the user's runtime directory, one per address, named
/// HOST-PID[-N].connection; removed when it ends.
///
/// What dead servers of this host have left is removed too.
/// Threads  One owner.
class ConnectionFiles {
public:
    /// Errors   unavailable: the directory or a file cannot be written.
    static Result<ConnectionFiles> write(const std::vector<client::Endpoint>& endpoints);

    ConnectionFiles() = default;
    ~ConnectionFiles();
    ConnectionFiles(ConnectionFiles&& other) noexcept : m_files(std::move(other.m_files))
    {
        other.m_files.clear();
    }
    ConnectionFiles& operator=(ConnectionFiles&&) = delete;
    ConnectionFiles(const ConnectionFiles&) = delete;
    ConnectionFiles& operator=(const ConnectionFiles&) = delete;

    [[nodiscard]] const std::vector<std::filesystem::path>& paths() const { return m_files; }

private:
    std::vector<std::filesystem::path> m_files;
};

/// Whether \p text begins with the number of a process of this machine that has ended.
[[nodiscard]] bool namesDeadProcess(std::string_view text);

/// This machine's name, as others reach it.
[[nodiscard]] std::string hostName();

}  // namespace vellum::server::app
