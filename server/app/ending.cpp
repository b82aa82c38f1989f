#include "server/app/ending.h"

#include <poll.h>
#include <pthread.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <utility>

namespace vellum::server::app {

namespace {

sigset_t endingSignals()
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    sigaddset(&signals, SIGHUP);
    return signals;
}

/// Throws away what there is; whether that was the end.
bool isAtEnd(int descriptor)
{
    std::array<char, 4096> ignored{};
    return ::read(descriptor, ignored.data(), ignored.size()) <= 0;
}

}  // namespace

void holdBackSignals()
{
    const sigset_t signals = endingSignals();
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);  // a limit of file sizes is an error of the write then
}

Ending::Ending(bool endsWithInput, std::function<void(const std::string&)> onEnd)
    : m_onEnd(std::move(onEnd))
    , m_thread([this, endsWithInput] { wait(endsWithInput); })
{
}

Ending::~Ending()
{
    m_isOver.wake();
}

void Ending::wait(bool endsWithInput)
{
    const sigset_t signals = endingSignals();
    const int signalled = ::signalfd(-1, &signals, SFD_CLOEXEC);
    std::array<pollfd, 3> items{
        pollfd{.fd = m_isOver.descriptor(), .events = POLLIN, .revents = 0},
        pollfd{.fd = signalled, .events = POLLIN, .revents = 0},
        // A negative descriptor is not looked at.
        pollfd{.fd = endsWithInput ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0}};
    std::string reason;
    while (reason.empty()) {
        ::poll(items.data(), items.size(), -1);
        if (items[0].revents != 0) {
            break;
        }
        if (items[1].revents != 0) {
            reason = "the server was told to end";
        } else if (items[2].revents != 0 && isAtEnd(STDIN_FILENO)) {
            reason = "the program that started the server has ended";
        }
    }
    ::close(signalled);
    if (!reason.empty()) {
        m_onEnd(reason);
    }
}

}  // namespace vellum::server::app
