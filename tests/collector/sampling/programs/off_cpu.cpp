// Threads that wait are looked at, and say where: asleep, for a lock, for a pipe, for events, for a thread. Nothing wakes
// them early: the program checks that itself. Threads that come and go meanwhile, and a child by fork, are no trouble.
// record: --off-cpu=500 --follow-fork
// stdout: as long as asked
// path: main > napping() > … > (off-CPU) >= 150
// path: main > napping() > … > (off-CPU) <= 260
// path: main > watching() > … > (off-CPU) >= 75
// path: worker(void*) > locking() > … > (off-CPU) >= 150
// path: worker(void*) > reading(int) > … > (off-CPU) >= 75
// path: main > burning() >= 100
// path: main > inChild() > … > (off-CPU) >= 75
#include "burn.h"

#include <poll.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace {

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int pipeEnds[2];
bool isWhole = true;

double now()
{
    return processorSeconds(CLOCK_MONOTONIC);
}

}  // namespace

/// 400 ms by a call that is not begun anew where a signal ends it.
SEPARATE void napping()
{
    const double begin = now();
    const timespec time{.tv_sec = 0, .tv_nsec = 400'000'000};
    isWhole = nanosleep(&time, nullptr) == 0 && now() - begin >= 0.4 && isWhole;
    sink = 1;
}
SEPARATE void watching()
{
    const double begin = now();
    isWhole = poll(nullptr, 0, 200) == 0 && now() - begin >= 0.2 && isWhole;
    sink = 2;
}
SEPARATE void locking()
{
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    sink = 3;
}
SEPARATE void reading(int file)
{
    char byte = 0;
    isWhole = read(file, &byte, 1) == 1 && isWhole;
    sink = 4;
}
SEPARATE void burning()
{
    const double begin = processorSeconds();
    while (processorSeconds() < begin + 0.2) {
        sink = steps(10'000);
    }
}
SEPARATE void inChild()
{
    usleep(200'000);
    sink = 5;
}
SEPARATE void* worker(void*)
{
    locking();
    reading(pipeEnds[0]);
    return nullptr;
}
SEPARATE void* shortLived(void*)
{
    usleep(500);
    return nullptr;
}

int main()
{
    if (pipe(pipeEnds) != 0) {
        return 1;
    }
    pthread_mutex_lock(&lock);
    pthread_t thread;
    pthread_create(&thread, nullptr, worker, nullptr);
    napping();
    burning();
    for (int i = 0; i < 100; ++i) {
        pthread_t another;
        pthread_create(&another, nullptr, shortLived, nullptr);
        pthread_join(another, nullptr);
    }
    pthread_mutex_unlock(&lock);
    const pid_t child = fork();
    if (child == 0) {
        inChild();
        _exit(0);
    }
    watching();
    isWhole = write(pipeEnds[1], "x", 1) == 1 && isWhole;
    pthread_join(thread, nullptr);
    int status = 1;
    waitpid(child, &status, 0);
    std::puts(isWhole && status == 0 ? "as long as asked" : "woken early");
    return 0;
}
