// Signals that interrupt instrumented functions, hooks included: enters and leaves stay paired.
// visits: work(int) = 200000
// visits: handler(int) >= 1
// visits: main = 1
#include <signal.h>
#include <sys/time.h>

volatile sig_atomic_t ticks;
volatile int counter;

void handler(int /*signal*/)
{
    ticks = ticks + 1;
}

void work(int n)
{
    counter = n;
}

int main()
{
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigaction(SIGPROF, &action, nullptr);
    const itimerval often{
        .it_interval = {.tv_sec = 0, .tv_usec = 100}, .it_value = {.tv_sec = 0, .tv_usec = 100}};
    setitimer(ITIMER_PROF, &often, nullptr);
    for (int i = 0; i < 200000; ++i) {
        work(i);
    }
    // One that certainly falls outside of the hooks.
    raise(SIGPROF);
}
