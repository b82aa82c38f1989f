#pragma once

#include "common/base/result.h"
#include "common/codec/messages.h"
#include "common/query/trace_selection.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <tuple>
#include <vector>

namespace vellum::server::session {

/// What makes a trace the same trace: its files, unchanged.
struct TraceKey {
    vellum::query::TraceSelection selection;  ///< its paths are canonical, and none is a pattern
    std::int64_t changedNs = 0;
    std::uint64_t bytes = 0;

    friend bool operator==(const TraceKey&, const TraceKey&) = default;
    friend bool operator<(const TraceKey& a, const TraceKey& b)
    {
        return std::tie(a.selection, a.changedNs, a.bytes)
               < std::tie(b.selection, b.changedNs, b.bytes);
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

    /// The trace that \p selection means; relative paths begin at the first root, or where the
    /// server runs. Patterns and lists of files become the files they stand for.
    Result<TraceKey> resolve(const vellum::query::TraceSelection& selection) const;

    /// Errors   notFound; resourceExhausted past kMaxDirectoryEntries.
    Result<codec::DirectoryListing> list(const std::string& directory) const;

private:
    Result<void> addAll(const std::string& path, TraceKey& key) const;
    Result<void> add(const std::string& path, TraceKey& key) const;
    [[nodiscard]] std::filesystem::path fromBase(const std::string& path) const;
    [[nodiscard]] Result<std::filesystem::path> canonical(const std::string& path) const;
    [[nodiscard]] bool isInside(const std::filesystem::path& canonicalPath) const;

    std::vector<std::filesystem::path> m_roots;  // canonical
};

}  // namespace vellum::server::session
