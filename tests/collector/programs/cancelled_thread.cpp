// A thread that is cancelled while it waits.
// visits: waitForever() = 1
// visits: start(void*) = 1
// visits: afterJoin() = 1
// calls: start(void*) > waitForever() = 1
// locations: 2
#include <pthread.h>
#include <unistd.h>

pthread_barrier_t ready;

void waitForever()
{
    pthread_barrier_wait(&ready);
    for (;;) {
        pause();
    }
}

void* start(void* /*argument*/)
{
    waitForever();
    return nullptr;
}

void afterJoin() {}

int main()
{
    pthread_barrier_init(&ready, nullptr, 2);
    pthread_t thread{};
    pthread_create(&thread, nullptr, start, nullptr);
    pthread_barrier_wait(&ready);
    pthread_cancel(thread);
    pthread_join(thread, nullptr);
    afterJoin();
}
