#pragma once

#include <stop_token>
#include <thread>

namespace vellum::server::cli {

/// Turns Ctrl-C (SIGINT) and SIGTERM into a stop request; a second one ends the process at once.
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

private:
    void wait();

    std::stop_source m_source;
    std::jthread m_thread;  // last: it uses the source
};

}  // namespace vellum::server::cli
