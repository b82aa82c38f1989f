#pragma once

#include "common/socket/wake_up.h"

#include <functional>
#include <string>
#include <thread>

namespace vellum::server::app {

/// Holds back SIGTERM, SIGINT and SIGHUP in the whole process, so that `Ending` can wait for them.
/// Called by `main` before any thread starts.
void holdBackSignals();

/// Waits for the reasons to end: a signal, or the end of standard input.
///
/// Threads  \p onEnd is called once, on a thread of its own, with the reason.
class Ending {
public:
    Ending(bool endsWithInput, std::function<void(const std::string& reason)> onEnd);
    ~Ending();
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

private:
    void wait(bool endsWithInput);

    std::function<void(const std::string&)> m_onEnd;
    socket::WakeUp m_isOver;
    std::jthread m_thread;  // last: it uses the others
};

}  // namespace vellum::server::app
