// Each thread has its own clock; one that blocks all signals is sampled like the others, and so is one with the smallest
// stack there may be; one that waits is not.
// path: main <= 60
// path: busy(void*) @ first >= 100
// path: busy(void*) @ second >= 100
// path: busy(void*) @ blocking >= 100
// path: busy(void*) @ small >= 100
// path: idle(void*) <= 5
#include "burn.h"

#include <pthread.h>
#include <unistd.h>

#include <climits>
#include <csignal>
#include <cstring>

SEPARATE void* busy(void* name)
{
    pthread_setname_np(pthread_self(), static_cast<const char*>(name));
    if (std::strcmp(static_cast<const char*>(name), "blocking") == 0) {
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
    char names[4][16] = {"first", "second", "blocking", "small"};
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, PTHREAD_STACK_MIN);
    pthread_t threads[5];
    for (int i = 0; i < 3; ++i) {
        pthread_create(&threads[i], nullptr, busy, names[i]);
    }
    pthread_create(&threads[3], nullptr, idle, nullptr);
    if (pthread_create(&threads[4], &small, busy, names[3]) != 0) {
        return 3;
    }
    for (pthread_t thread : threads) {
        pthread_join(thread, nullptr);
    }
}
