#pragma once

#include "collector/launch/archive_output.h"
#include "collector/launch/clock_choice.h"
#include "collector/launch/options.h"
#include "collector/live/live_stream.h"
#include "collector/writer/archive_builder.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace vellum::collector::launch {

/// `--live`.
void addLive(CLI::App& app, Options& options);

/// What is wrong with it, once all options are read; empty if nothing is.
[[nodiscard]] std::string mistakeOfLive(const Options& options);

/// The program is recorded, and a server sees the run grow.
///
/// Threads  Owner thread, the launcher's first.
class LiveRecording {
public:
    /// Says by which name the run is seen. \return null where nobody asked for it, or there can be none
    [[nodiscard]] static std::unique_ptr<LiveRecording> begin(
        const Options& options,
        const ClockComparison& clock,
        const writer::ArchiveRequest& request,
        std::uint32_t mainPid);

    void endOfProgram() { m_stream->endOfProgram(); }
    /// \p others, and notes how large the archive is. \p request is to outlive it.
    [[nodiscard]] WriteValues alsoSeen(const writer::ArchiveRequest& request, WriteValues others);
    void finish(const std::filesystem::path& directory);

private:
    explicit LiveRecording(std::unique_ptr<live::LiveStream> stream);

    std::unique_ptr<live::LiveStream> m_stream;
    std::uint64_t m_events = 0;
    std::uint64_t m_nanoseconds = 0;
};

}  // namespace vellum::collector::launch
