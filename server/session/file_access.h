#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

namespace vellum::server::session {

/// What makes a trace the same trace: its file, unchanged.
struct TraceKey {
    std::string path;  ///< canonical
    std::int64_t changedNs = 0;
    std::uint64_t bytes = 0;

    friend bool operator==(const TraceKey&, const TraceKey&) = default;
    friend bool operator<(const TraceKey& a, const TraceKey& b)
    {
        return std::tie(a.path, a.changedNs, a.bytes) < std::tie(b.path, b.changedNs, b.bytes);
    }
};

/// Which files clients may see.
///
/// Exact    With roots: only what lies below one of them after all symbolic links are followed. What
///          lies outside is "not found", as if it were not there. Without: whatever the server's user
///          may read.
/// Threads  Immutable.
class FileAccess {
public:
    /// \param roots  existing directories
    /// Errors   notFound: a root that is no directory.
    static Result<FileAccess> make(const std::vector<std::string>& roots);

    /// The trace at \p path; relative paths begin at the first root, or where the server runs.
    Result<TraceKey> resolve(const std::string& path) const;

    /// Errors   notFound; resourceExhausted past kMaxDirectoryEntries.
    Result<codec::DirectoryListing> list(const std::string& directory) const;

private:
    [[nodiscard]] Result<std::filesystem::path> canonical(const std::string& path) const;
    [[nodiscard]] bool isInside(const std::filesystem::path& canonicalPath) const;

    std::vector<std::filesystem::path> m_roots;  // canonical
};

}  // namespace vellum::server::session
