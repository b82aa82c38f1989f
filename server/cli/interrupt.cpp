#include "server/cli/interrupt.h"

#include "server/cli/options.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>

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
    while (sigwait(&set, &signal) == 0 && signal != kWakeUp) {
        if (m_source.stop_requested()) {
            ::_exit(kInterrupted);
        }
        m_source.request_stop();
    }
}

}  // namespace vellum::server::cli
