// Waits for other threads that are known: who is to wait really sleeps before the other one lets it go. Says at its end how often
// it called the functions that may wake for no reason.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <mutex>
#include <thread>

namespace {

void insist(bool holds, const char* what)
{
    if (!holds) {
        std::printf("not so: %s\n", what);
        std::exit(1);
    }
}

/// Whether the thread waits in the kernel.
bool sleeps(pid_t thread)
{
    char path[64];
    std::snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
    FILE* const file = std::fopen(path, "r");
    if (file == nullptr) {
        return false;
    }
    char text[256] = {};
    const std::size_t length = std::fread(text, 1, sizeof text - 1, file);
    std::fclose(file);
    const char* const name = length == 0 ? nullptr : std::strrchr(text, ')');
    return name != nullptr && name[2] == 'S';
}

/// Runs `waits` in a thread, and `release` here as soon as that one sleeps.
template <typename Waits, typename Release>
void meet(Waits waits, Release release)
{
    std::atomic<pid_t> number = 0;
    std::thread thread([&] {
        number = static_cast<pid_t>(::syscall(SYS_gettid));
        waits();
    });
    while (number == 0 || !sleeps(number)) {
        std::this_thread::yield();
    }
    release();
    thread.join();
}

timespec soon(clockid_t clock, long milliseconds)
{
    timespec time{};
    ::clock_gettime(clock, &time);
    time.tv_nsec += milliseconds * 1'000'000;
    time.tv_sec += time.tv_nsec / 1'000'000'000;
    time.tv_nsec %= 1'000'000'000;
    return time;
}

// 3 waits in pthread_mutex_lock, 1 in each of the others; 1000 locks without.
void mutexes()
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    for (int i = 0; i < 1000; ++i) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    for (int i = 0; i < 3; ++i) {
        pthread_mutex_lock(&mutex);
        meet(
            [&] {
                insist(pthread_mutex_lock(&mutex) == 0, "lock");
                pthread_mutex_unlock(&mutex);
            },
            [&] { pthread_mutex_unlock(&mutex); });
    }
    pthread_mutex_lock(&mutex);
    const timespec end = soon(CLOCK_REALTIME, 1);
    insist(pthread_mutex_timedlock(&mutex, &end) == ETIMEDOUT, "timedlock");
    const timespec steadyEnd = soon(CLOCK_MONOTONIC, 1);
    insist(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &steadyEnd) == ETIMEDOUT, "clocklock");
    pthread_mutex_unlock(&mutex);
}

// What an attempt answers is what the call would: one visit, of an error-checking mutex that its owner locks again.
void kindsOfMutexes()
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutex_t mutex;
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&mutex, &kind);
    insist(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == 0, "recursive");
    pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&mutex, &kind);
    insist(
        pthread_mutex_lock(&mutex) == 0 && pthread_mutex_lock(&mutex) == EDEADLK, "error-checking");
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&mutex, &kind);
    std::thread([&] { pthread_mutex_lock(&mutex); }).join();
    insist(pthread_mutex_lock(&mutex) == EOWNERDEAD, "robust");
    pthread_mutexattr_destroy(&kind);
}

// 2 waits of readers, 1 of a writer, 1 with an end.
void readWriteLocks()
{
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    insist(pthread_rwlock_rdlock(&lock) == 0 && pthread_rwlock_rdlock(&lock) == 0, "two readers");
    pthread_rwlock_unlock(&lock);
    const auto unlock = [&] { pthread_rwlock_unlock(&lock); };
    meet(
        [&] {
            pthread_rwlock_wrlock(&lock);
            unlock();
        },
        unlock);
    for (int i = 0; i < 2; ++i) {
        pthread_rwlock_wrlock(&lock);
        meet(
            [&] {
                pthread_rwlock_rdlock(&lock);
                unlock();
            },
            unlock);
    }
    pthread_rwlock_wrlock(&lock);
    meet(
        [&] {
            const timespec end = soon(CLOCK_REALTIME, 50);
            insist(pthread_rwlock_timedrdlock(&lock, &end) == ETIMEDOUT, "timedrdlock");
        },
        [] {});
    unlock();
}

int waitCalls = 0;
int timedCalls = 0;
int clockCalls = 0;

void conditions()
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    bool isReady = false;
    meet(
        [&] {
            pthread_mutex_lock(&mutex);
            while (!isReady) {
                ++waitCalls;
                pthread_cond_wait(&condition, &mutex);
            }
            pthread_mutex_unlock(&mutex);
        },
        [&] {
            pthread_mutex_lock(&mutex);
            isReady = true;
            pthread_cond_signal(&condition);
            pthread_mutex_unlock(&mutex);
        });
    pthread_mutex_lock(&mutex);
    int answer = 0;
    const timespec end = soon(CLOCK_REALTIME, 2);
    while (answer == 0) {
        ++timedCalls;
        answer = pthread_cond_timedwait(&condition, &mutex, &end);
    }
    insist(answer == ETIMEDOUT, "pthread_cond_timedwait");
    pthread_mutex_unlock(&mutex);
}

void conditionsOfTheLanguage()
{
    std::mutex mutex;
    std::condition_variable condition;
    bool isReady = false;
    meet(
        [&] {
            std::unique_lock lock(mutex);
            condition.wait(lock, [&] {
                waitCalls += isReady ? 0 : 1;
                return isReady;
            });
        },
        [&] {
            const std::scoped_lock lock(mutex);
            isReady = true;
            condition.notify_one();
        });
    std::unique_lock lock(mutex);
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(2);
    auto answer = std::cv_status::no_timeout;
    while (answer == std::cv_status::no_timeout) {
        ++clockCalls;
        answer = condition.wait_until(lock, end);
    }
}

// 1 wait, 1 with an end, 1 that a signal ends; 10 without.
void semaphores()
{
    sem_t semaphore;
    sem_init(&semaphore, 0, 10);
    errno = 4711;
    for (int i = 0; i < 10; ++i) {
        insist(sem_wait(&semaphore) == 0 && errno == 4711, "sem_wait");
    }
    meet([&] { insist(sem_wait(&semaphore) == 0, "sem_wait"); }, [&] { sem_post(&semaphore); });
    const timespec end = soon(CLOCK_REALTIME, 2);
    insist(sem_timedwait(&semaphore, &end) == -1 && errno == ETIMEDOUT, "sem_timedwait");
    struct sigaction action {};
    action.sa_handler = [](int) {};
    ::sigaction(SIGUSR1, &action, nullptr);
    std::atomic<pid_t> waiter = 0;
    meet(
        [&] {
            waiter = static_cast<pid_t>(::syscall(SYS_gettid));
            insist(sem_wait(&semaphore) == -1 && errno == EINTR, "an interrupted sem_wait");
        },
        [&] { ::syscall(SYS_tgkill, ::getpid(), waiter.load(), SIGUSR1); });
    sem_destroy(&semaphore);
}

int cleanedUp = 0;

struct Guarded {
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    sem_t semaphore{};
    std::atomic<pid_t> waiter = 0;
};

/// A thread that is cancelled while it sleeps in `waits`.
void cancelled(void* (*waits)(void*), Guarded& guarded)
{
    guarded.waiter = 0;
    pthread_t thread{};
    pthread_create(&thread, nullptr, waits, &guarded);
    while (guarded.waiter == 0 || !sleeps(guarded.waiter)) {
        std::this_thread::yield();
    }
    pthread_cancel(thread);
    void* result = nullptr;
    pthread_join(thread, &result);
    insist(result == PTHREAD_CANCELED, "cancelled");
}

void cancellations()
{
    Guarded guarded;
    sem_init(&guarded.semaphore, 0, 0);
    cancelled(
        [](void* argument) -> void* {
            auto& mine = *static_cast<Guarded*>(argument);
            mine.waiter = static_cast<pid_t>(::syscall(SYS_gettid));
            pthread_mutex_lock(&mine.mutex);
            pthread_cleanup_push(
                [](void* mutex) {
                    ++cleanedUp;
                    pthread_mutex_unlock(static_cast<pthread_mutex_t*>(mutex));
                },
                &mine.mutex);
            for (;;) {
                pthread_cond_wait(&mine.condition, &mine.mutex);
            }
            pthread_cleanup_pop(1);
        },
        guarded);
    insist(cleanedUp == 1 && pthread_mutex_trylock(&guarded.mutex) == 0, "the mutex is free");
    cancelled(
        [](void* argument) -> void* {
            auto& mine = *static_cast<Guarded*>(argument);
            mine.waiter = static_cast<pid_t>(::syscall(SYS_gettid));
            for (;;) {
                sem_wait(&mine.semaphore);
            }
        },
        guarded);
}

}  // namespace

int main()
{
    mutexes();
    kindsOfMutexes();
    readWriteLocks();
    conditions();
    conditionsOfTheLanguage();
    semaphores();
    cancellations();
    std::printf("%d %d %d\n", waitCalls, timedCalls, clockCalls);
    return 0;
}
