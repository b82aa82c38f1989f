// A program with signals of its own: SIGPROF's timer, the very signals that samples use, and all signals blocked, by a mask
// or while a handler runs.
// clocks: best, fasync, timer
// stdout: 50 of 50 urgent, 50 of 50 traps, 3 blocked and let in, SIGPROF came, nothing waited for
// stdout: once of twice, mask obeyed
// path: main > work() >= 300
// path: main > … > burnMasked(int) >= 50
#include "burn.h"

#include <sys/time.h>

#include <csignal>
#include <cstdio>

static volatile int urgent = 0;
static volatile int trapped = 0;
static volatile int profiled = 0;
static volatile int userSignals = 0;

SEPARATE void work()
{
    sink = steps(50'000);
}

/// With all signals blocked.
SEPARATE void burnMasked(int)
{
    const double end = processorSeconds() + 0.2;
    while (processorSeconds() < end) {
        sink = steps(50'000);
    }
    sink = 1;
}

static void burnInHandler()
{
    struct sigaction action {};
    action.sa_handler = burnMasked;
    sigfillset(&action.sa_mask);
    sigaction(SIGUSR2, &action, nullptr);
    raise(SIGUSR2);
}

/// A handler that is called once, and whose mask holds another signal back until it has returned.
static void obeyFlags()
{
    static volatile int calls = 0;
    static volatile int within = 0;
    static volatile int heldBack = 0;
    std::signal(SIGUSR1, [](int) { heldBack = heldBack + 1; });
    struct sigaction action {};
    action.sa_handler = [](int) {
        calls = calls + 1;
        raise(SIGUSR1);
        within = heldBack;
    };
    action.sa_flags = static_cast<int>(SA_RESETHAND);
    sigaddset(&action.sa_mask, SIGUSR1);
    sigaction(SIGURG, &action, nullptr);
    raise(SIGURG);
    raise(SIGURG);
    const bool isOnce = calls == 1 && sysv_signal(SIGURG, SIG_IGN) == SIG_DFL;
    std::printf(
        "%s, %s\n",
        isOnce ? "once of twice" : "called again",
        within == 0 && heldBack == 1 ? "mask obeyed" : "mask ignored");
}

int main()
{
    burnInHandler();
    obeyFlags();
    struct sigaction action {};
    action.sa_handler = [](int) { urgent = urgent + 1; };
    sigaction(SIGURG, &action, nullptr);
    std::signal(SIGTRAP, [](int) { trapped = trapped + 1; });
    std::signal(SIGPROF, [](int) { profiled = profiled + 1; });
    std::signal(SIGUSR1, [](int) { userSignals = userSignals + 1; });
    const itimerval every{{0, 10'000}, {0, 10'000}};
    setitimer(ITIMER_PROF, &every, nullptr);

    for (int i = 0; i < 50; ++i) {
        raise(SIGURG);
        raise(SIGTRAP);
        raise(SIGPROF);
        work();
    }
    while (processorSeconds() < 0.5) {
        work();
    }
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    for (int i = 0; i < 3; ++i) {
        raise(SIGUSR1);  // arrives but once: it is no real-time signal
    }
    while (processorSeconds() < 1) {
        work();
    }
    const int blocked = userSignals;
    sigset_t some;
    sigemptyset(&some);
    sigaddset(&some, SIGURG);
    const timespec atOnce{};
    const bool waitedFor = sigtimedwait(&some, nullptr, &atOnce) > 0;
    sigprocmask(SIG_SETMASK, &before, nullptr);
    const bool isRight = blocked == 0 && userSignals == 1;
    std::printf(
        "%d of 50 urgent, %d of 50 traps, %s, SIGPROF %s, %s\n",
        urgent,
        trapped,
        isRight ? "3 blocked and let in" : "blocked signals came",
        profiled >= 50 ? "came" : "is lost",
        waitedFor ? "one of ours was waited for" : "nothing waited for");
}
