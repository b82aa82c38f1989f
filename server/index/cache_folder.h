#pragma once

#include "common/base/result.h"

#include <cstdint>
#include <filesystem>

namespace vellum::server::index {

/// Whether and where indexes are kept.
struct CacheOptions {
    std::filesystem::path folder;         ///< empty: nowhere
    bool rebuild = false;                 ///< as if there were no index
    std::uint64_t leastEvents = 200'000;  ///< smaller traces are read anew as quickly
    std::uint64_t mostBytes = std::uint64_t{16} << 30U;  ///< of all indexes; the oldest go first
};

/// `VELLUM_CACHE` (set and empty: none), else `vellum` below the user's cache folder; empty where there is none.
[[nodiscard]] std::filesystem::path defaultCacheFolder();

/// Where a server keeps archives of live runs (server/session/live_runs.h); empty where \p cache is. They have no index: the
/// next one comes in a second.
[[nodiscard]] std::filesystem::path liveFolderIn(const std::filesystem::path& cache);

/// Held by the one process that builds an index. The system lets go of it when the process ends, however
/// it ends.
class BuildLock {
public:
    /// Errors   resourceExhausted where another process holds it; unavailable where it cannot be made, with
    ///          the system's reason.
    [[nodiscard]] static Result<BuildLock> tryTake(const std::filesystem::path& file);

    BuildLock(BuildLock&& other) noexcept : m_file(other.m_file) { other.m_file = -1; }
    BuildLock& operator=(BuildLock&&) = delete;
    BuildLock(const BuildLock&) = delete;
    BuildLock& operator=(const BuildLock&) = delete;
    ~BuildLock();

private:
    explicit BuildLock(int file) : m_file(file) {}

    int m_file;
};

/// Removes indexes in \p folder, the one that was not used for the longest time first, until all
/// together have at most \p mostBytes. \p kept stays.
void makeRoom(
    const std::filesystem::path& folder,
    std::uint64_t mostBytes,
    const std::filesystem::path& kept);

/// Marks the index in \p folder as used now.
void touch(const std::filesystem::path& folder);

}  // namespace vellum::server::index
