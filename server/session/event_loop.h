#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>

namespace vellum::server::session {

/// The server's main thread: does one posted thing after another. All sessions live on it. With several
/// ranks it is a thread of its own: the process's first has MPI.
///
/// Size     Of what peers send, at most `kMaxPostedBytes` and one message wait; then the socket's
///          thread waits, and with it the peers.
/// Threads  `post…` and `end` from any; `run` by the main thread.
class EventLoop {
public:
    using Task = std::function<void()>;
    static constexpr std::size_t kMaxPostedBytes = std::size_t{64} << 20U;

    void post(Task task);

    /// For what comes from outside: waits while too much lies here already.
    void postReceived(Task task, std::size_t bytes);

    /// Runs until `end`; what is posted later is thrown away. \p tick is called about once per
    /// \p interval, also while there is much to do.
    void run(std::chrono::milliseconds interval, const Task& tick);

    /// Makes `run` return after the task under way, and lets nobody wait in `postReceived`.
    void end();

private:
    struct Posted {
        Task task;
        std::size_t bytes = 0;
    };

    std::mutex m_mutex;
    std::condition_variable m_arrived;
    std::condition_variable m_hasRoom;
    std::deque<Posted> m_posted;
    std::size_t m_postedBytes = 0;
    bool m_hasEnded = false;
};

}  // namespace vellum::server::session
