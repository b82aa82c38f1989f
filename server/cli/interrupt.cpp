#include "server/cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

namespace vellum::server::cli {

namespace {

constexpr int kWakeUp = SIGUSR1;

sigset_t waitedFor()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, kWakeUp);
    return set;
}

}  // namespace

Interrupt::Interrupt()
{
    const sigset_t set = waitedFor();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_thread = std::jthread([this] { wait(); });
}

Interrupt::~Interrupt()
{
    pthread_kill(m_thread.native_handle(), kWakeUp);
}

void Interrupt::wait()
{
    const sigset_t set = waitedFor();
    int signal = 0;
    if (sigwait(&set, &signal) != 0 || signal == kWakeUp) {
        return;
    }
    constexpr int kBySignal = 128;
    m_exitStatus = kBySignal + signal;
    m_source.request_stop();
    constexpr timespec kPatience{.tv_sec = 2, .tv_nsec = 0};
    if (sigtimedwait(&set, nullptr, &kPatience) != kWakeUp) {
        ::_exit(m_exitStatus);
    }
}

}  // namespace vellum::server::cli
