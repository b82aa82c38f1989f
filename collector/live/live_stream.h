#pragma once

#include "collector/live/live_options.h"

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace vellum::collector::live {

/// Shows a run to a server while it is recorded. The launcher's side: the work is done by a process of its own
/// (`streamer.h`), so that whatever becomes of server, network and that process, the recording does not notice.
///
/// Threads  Begun while the launcher has one thread; owner thread.
class LiveStream {
public:
    /// Once the program runs. \return null, after a sentence, if there can be no process more
    [[nodiscard]] static std::unique_ptr<LiveStream> begin(LiveOptions options);
    ~LiveStream();  ///< ends the process
    LiveStream(const LiveStream&) = delete;
    LiveStream& operator=(const LiveStream&) = delete;

    /// The program is gone: nothing in the spool is read any more when this returns, after some seconds at the most.
    void endOfProgram();

    /// The archive is written: sends it as the last generation, and waits for that as long as the server takes bytes.
    void finish(
        const std::filesystem::path& archive, std::uint64_t events, std::uint64_t nanoseconds);

private:
    LiveStream(pid_t process, int channel, std::function<void(const std::string&)> say);
    /// \return what the process says; 0 if it says nothing for so long, or is gone
    [[nodiscard]] char hear(std::chrono::milliseconds patience) const;
    void end();

    pid_t m_process;
    int m_channel;  ///< a socket to the process; -1: it has been ended
    std::function<void(const std::string&)> m_say;
};

}  // namespace vellum::collector::live
