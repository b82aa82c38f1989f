// Threads that still run when the program ends.
// visits: spin() >= 3
// visits: body() = 3
// visits: main = 1
// locations: 4
// location: spinner
// status: 5
#include <pthread.h>

#include <atomic>
#include <cstdlib>
#include <thread>

pthread_barrier_t ready;
std::atomic<int> started;

void spin()
{
    ++started;
}

void body()
{
    pthread_setname_np(pthread_self(), "spinner");
    spin();
    pthread_barrier_wait(&ready);
    for (;;) {
        spin();
    }
}

int main()
{
    pthread_barrier_init(&ready, nullptr, 4);
    for (int i = 0; i < 3; ++i) {
        std::thread(body).detach();
    }
    pthread_barrier_wait(&ready);
    while (started < 1000) {}
    std::exit(5);
}
