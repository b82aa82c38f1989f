#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

namespace vellum::collector::launch {

/// A command that is started in two steps, so that its number is known before it runs.
///
/// Threads  Owner thread; one at a time, since signals are passed on to it.
class ChildProcess {
public:
    /// Makes the process; it waits for release().
    ChildProcess();
    /// Ends the process if it was never released.
    ~ChildProcess();
    ChildProcess(const ChildProcess&) = delete;
    ChildProcess& operator=(const ChildProcess&) = delete;

    [[nodiscard]] pid_t pid() const { return m_pid; }

    /// Lets the process become its command. From now on the terminal's interrupt and quit are the command's
    /// alone, and SIGTERM and SIGHUP are passed on to it.
    /// \return 0, or the errno by which the command could not be started
    int release();

    /// True in the new process: it calls become(), nothing else. \p prepare runs when it is released.
    [[nodiscard]] bool isChild() const { return m_pid == 0; }
    [[noreturn]] void become(
        const std::vector<std::string>& command, const std::function<void()>& prepare);

    /// Waits for the end. \return what waitpid says
    [[nodiscard]] int wait() const;

private:
    pid_t m_pid = -1;
    int m_go = -1;      ///< parent: write end; child: read end
    int m_report = -1;  ///< parent: read end; child: write end, closed by a successful exec
};

}  // namespace vellum::collector::launch
