#pragma once

#include "common/base/result.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

namespace vellum::server::session {

/// Bytes of all generations of all live runs of a server, and how many there may be.
///
/// Threads  Any.
class LiveSpace {
public:
    explicit LiveSpace(std::uint64_t most) : m_most(most) {}

    /// \return false, with nothing taken, where that would be more than there may be
    [[nodiscard]] bool take(std::uint64_t bytes);
    void giveBack(std::uint64_t bytes) { m_used.fetch_sub(bytes); }
    [[nodiscard]] std::uint64_t most() const { return m_most; }

private:
    std::uint64_t m_most;
    std::atomic<std::uint64_t> m_used{0};
};

/// One archive of a live run, in a folder of its own that goes with it.
///
/// Whoever reads the archive holds the generation, so that a newer one does not take its files away.
/// Exact    Files only grow, each part at the end of the one before; nothing is written outside of the folder.
/// Threads  Any.
class LiveGeneration {
public:
    /// The folder is made with the first part. \param folder  is not there yet
    LiveGeneration(std::filesystem::path folder, std::shared_ptr<LiveSpace> space);
    ~LiveGeneration();  ///< removes the folder
    LiveGeneration(const LiveGeneration&) = delete;
    LiveGeneration& operator=(const LiveGeneration&) = delete;

    /// \param file  as codec::isLiveFile has it
    /// Errors   invalidArgument: not where the last part ended. resourceExhausted: too many files or bytes, or the
    ///          disk is full. The generation is of no use then.
    [[nodiscard]] Result<void> add(
        const std::string& file, std::uint64_t offset, std::string_view bytes);

    /// What a trace is opened by.
    [[nodiscard]] std::filesystem::path anchor() const;
    /// Whether the anchor file is there, and no part was refused.
    [[nodiscard]] bool isWhole() const;
    [[nodiscard]] std::uint64_t bytes() const;

private:
    // With the lock.
    [[nodiscard]] Result<void> addWhole(
        const std::string& file, std::uint64_t offset, std::string_view bytes);
    [[nodiscard]] Result<void> check(
        const std::string& file, std::uint64_t offset, std::size_t size) const;
    [[nodiscard]] Result<void> write(
        const std::string& file, std::uint64_t offset, std::string_view bytes) const;

    std::filesystem::path m_folder;
    std::shared_ptr<LiveSpace> m_space;
    mutable std::mutex m_mutex;
    std::map<std::string, std::uint64_t> m_sizes;  ///< guarded, as is the next
    std::uint64_t m_bytes = 0;
    bool m_isBroken = false;
};

}  // namespace vellum::server::session
