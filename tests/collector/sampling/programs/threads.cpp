// Each thread has its own clock; one that blocks all signals is sampled like the others, and so is one with the smallest
// stack there may be; one that waits is not.
// path: main <= 60
// path: busy(void*) @ thread 1 >= 100
// path: busy(void*) @ thread 2 >= 100
// path: busy(void*) @ blocking >= 100
// path: busy(void*) @ small >= 100
// path: idle(void*) <= 5
#include "burn.h"

#include <pthread.h>
#include <unistd.h>

#include <climits>
#include <csignal>

SEPARATE void* busy(void* name)
{
    if (name != nullptr) {
        pthread_setname_np(pthread_self(), static_cast<const char*>(name));
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_BLOCK, &all, nullptr);
    }
    while (processorSeconds() < 0.4) {
        sink = steps(50'000);
    }
    return nullptr;
}

SEPARATE void* idle(void*)
{
    for (int i = 0; i < 100; ++i) {
        usleep(1000);
    }
    return nullptr;
}

int main()
{
    char name[] = "blocking";
    char smallName[] = "small";
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN);
    pthread_t threads[5];
    pthread_create(&threads[0], nullptr, busy, nullptr);
    pthread_create(&threads[1], nullptr, busy, nullptr);
    pthread_create(&threads[2], nullptr, busy, name);
    pthread_create(&threads[3], nullptr, idle, nullptr);
    if (pthread_create(&threads[4], &small, busy, smallName) != 0) {
        return 3;
    }
    for (pthread_t thread : threads) {
        pthread_join(thread, nullptr);
    }
}
