#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace vellum::server::cli {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a stop request. Whoever does not stop, for instance because it
/// writes to a pipe that nobody reads, is ended a moment later, and at once by a second signal.
///
/// Threads  Made by `main` before any other thread starts: the signals are blocked in all of them and
///          taken by a thread of its own, so that nothing happens in a signal handler.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

    /// As a shell has it of a process that the signal ended: 130, 143. 0 while there was none.
    [[nodiscard]] int exitStatus() const { return m_exitStatus; }

private:
    void wait();

    std::stop_source m_source;
    std::atomic<int> m_exitStatus = 0;
    std::jthread m_thread;  // last: it uses the two above
};

}  // namespace vellum::server::cli
