// A process that is killed: a thread's name is known although nobody could ask for it at the end.
// status: 137
// visits: early() @ early = 1
// visits: late() @ late = 1
// visits: late() @ main = 0
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

pthread_barrier_t ready;
volatile int counter;

void early()
{
    counter = 1;
}

void late()
{
    counter = 2;
}

__attribute__((no_instrument_function)) void* namedFirst(void* /*argument*/)
{
    pthread_setname_np(pthread_self(), "early");
    early();
    pthread_barrier_wait(&ready);
    pause();
    return nullptr;
}

__attribute__((no_instrument_function)) void* namedByAnother(void* /*argument*/)
{
    late();
    pthread_barrier_wait(&ready);
    pause();
    return nullptr;
}

int main()
{
    pthread_barrier_init(&ready, nullptr, 3);
    pthread_t first{};
    pthread_t second{};
    pthread_create(&first, nullptr, namedFirst, nullptr);
    pthread_create(&second, nullptr, namedByAnother, nullptr);
    pthread_barrier_wait(&ready);
    pthread_setname_np(second, "late");
    kill(getpid(), SIGKILL);
}
