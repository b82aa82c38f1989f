#pragma once

#include "collector/live/live_options.h"
#include "collector/live/live_words.h"

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <optional>

namespace vellum::collector::live {

/// Makes archives of what a running program has stored so far, in a process of its own: one that can be ended in the midst of it,
/// and that takes nobody with it.
///
/// Exact    What is in an archive happened before the instant at which it was begun; regions that are open then end there.
/// Threads  Begun while this process has one thread; owner thread.
class SnapshotProcess {
public:
    explicit SnapshotProcess(const LiveOptions& options);
    ~SnapshotProcess();  ///< ends it, and removes what it made
    SnapshotProcess(const SnapshotProcess&) = delete;
    SnapshotProcess& operator=(const SnapshotProcess&) = delete;

    /// Whether one can be asked for.
    [[nodiscard]] bool isThere() const { return m_channel >= 0; }
    [[nodiscard]] int channel() const { return m_channel; }

    /// The next one; after the one before has been heard of. \return false: the process is gone
    [[nodiscard]] bool ask();
    /// What came of it. \return nothing: the process is gone
    [[nodiscard]] std::optional<SnapshotMade> hear() const;

    /// Of the one asked for last.
    [[nodiscard]] std::filesystem::path folder() const;
    void remove() const;
    void end();

private:
    std::filesystem::path m_folder;
    std::uint64_t m_number = 0;
    pid_t m_process = -1;
    int m_channel = -1;
};

}  // namespace vellum::collector::live
