// The process ends by quick_exit inside of functions and of a thread: all that was recorded is there.
// status: 8
// visits: before() = 100
// visits: last() = 1
// visits: middle() = 1
// visits: other() = 1
// calls: main > middle() = 1
// calls: middle() > last() = 1
// locations: 2
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

volatile int counter;
pthread_barrier_t ready;

void before()
{
    counter = counter + 1;
}

void last()
{
    std::quick_exit(8);
}

void middle()
{
    last();
    counter = counter + 1;
}

void other()
{
    pthread_barrier_wait(&ready);
    for (;;) {
        pause();
    }
}

int main()
{
    pthread_barrier_init(&ready, nullptr, 2);
    for (int i = 0; i < 100; ++i) {
        before();
    }
    std::thread(other).detach();
    pthread_barrier_wait(&ready);
    middle();
}
