// Threads that fork while others record: children neither hang nor disturb, and each is a process.
// record: --follow-fork
// visits: inChild() = 40
// visits: inParent() >= 4000
// visits: main = 1
// processes: 41
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

volatile int counter;

void inChild()
{
    counter = 1;
}

void inParent()
{
    counter = 2;
}

__attribute__((no_instrument_function)) void forkOften()
{
    for (int i = 0; i < 10; ++i) {
        const pid_t pid = fork();
        if (pid == 0) {
            inChild();
            _exit(0);
        }
        waitpid(pid, nullptr, 0);
        for (int n = 0; n < 100; ++n) {
            inParent();
        }
    }
}

int main()
{
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back(forkOften);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}
