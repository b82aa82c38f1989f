// The program's own handler is called, on its own stack, and decides how the program ends.
// status: 3
// visits: handler(int) = 1
// visits: inHandler() = 1
// visits: crash() = 1
// calls: crash() > handler(int) = 1
// calls: handler(int) > inHandler() = 1
#include <signal.h>
#include <unistd.h>

char stackForSignals[65536];
volatile int counter;

void inHandler()
{
    counter = counter + 1;
}

void handler(int /*signal*/)
{
    inHandler();
    _exit(3);
}

void crash()
{
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;
}

int main()
{
    stack_t stack{};
    stack.ss_sp = stackForSignals;
    stack.ss_size = sizeof stackForSignals;
    sigaltstack(&stack, nullptr);
    struct sigaction action {};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGSEGV, &action, nullptr);
    crash();
}
