#include "collector/launch/child_process.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace vellum::collector::launch {

namespace {

std::atomic<pid_t> signalled = 0;

void passOn(int signal)
{
    const int error = errno;
    ::kill(signalled, signal);
    errno = error;
}

std::array<int, 2> makePipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    return ends;
}

void handle(int signal, void (*handler)(int))
{
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

/// As ::read and ::write of a whole int, through interruptions.
bool readInt(int file, int& value)
{
    ssize_t length = 0;
    do {
        length = ::read(file, &value, sizeof value);
    } while (length < 0 && errno == EINTR);
    return length == sizeof value;
}

void writeInt(int file, int value)
{
    while (::write(file, &value, sizeof value) < 0 && errno == EINTR) {}
}

}  // namespace

ChildProcess::ChildProcess()
{
    const auto [goRead, goWrite] = makePipe();
    const auto [reportRead, reportWrite] = makePipe();
    // After the pipes, which both processes need. NOLINTNEXTLINE(cppcoreguidelines-prefer-member-initializer)
    m_pid = ::fork();
    if (m_pid < 0) {
        throw std::system_error(errno, std::generic_category(), "fork");
    }
    m_go = isChild() ? goRead : goWrite;
    m_report = isChild() ? reportWrite : reportRead;
    ::close(isChild() ? goWrite : goRead);
    ::close(isChild() ? reportRead : reportWrite);
}

ChildProcess::~ChildProcess()
{
    if (m_go >= 0) {
        ::close(m_go);  // without a word: the process ends
        ::waitpid(m_pid, nullptr, 0);
    }
    if (m_report >= 0) {
        ::close(m_report);
    }
}

int ChildProcess::release()
{
    signalled = m_pid;
    handle(SIGINT, SIG_IGN);
    handle(SIGQUIT, SIG_IGN);
    handle(SIGTERM, passOn);
    handle(SIGHUP, passOn);
    writeInt(m_go, 1);
    ::close(m_go);
    m_go = -1;
    int error = 0;
    return readInt(m_report, error) ? error : 0;
}

void ChildProcess::become(
    const std::vector<std::string>& command, const std::function<void()>& prepare)
{
    int go = 0;
    if (!readInt(m_go, go)) {
        ::_exit(0);
    }
    prepare();
    std::vector<char*> arguments;
    for (const std::string& argument : command) {
        arguments.push_back(const_cast<char*>(argument.c_str()));  // NOLINT: execvp does not write
    }
    arguments.push_back(nullptr);
    ::execvp(arguments[0], arguments.data());
    const int error = errno;
    writeInt(m_report, error);
    ::_exit(error == ENOENT ? 127 : 126);
}

int ChildProcess::wait() const
{
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) {}
    // What comes now concerns the writing of the archive. An interrupt still is ignored: a second Ctrl-C for
    // a slow command must not cost the recording.
    handle(SIGTERM, SIG_DFL);
    handle(SIGHUP, SIG_DFL);
    handle(SIGXFSZ, SIG_IGN);  // an archive beyond the user's limit is an error like a full disk
    return status;
}

}  // namespace vellum::collector::launch
