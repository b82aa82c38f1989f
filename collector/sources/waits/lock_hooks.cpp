// Locks: who finds one free takes it and is not told of; who must wait has a visit for as long as that takes.
#include "collector/sources/hook.h"
#include "collector/sources/waits/next.h"
#include "collector/sources/waits/wait_visit.h"

#include <pthread.h>

#include <ctime>

using namespace vellum::collector;         // NOLINT(google-build-using-namespace): hooks only
using namespace vellum::collector::waits;  // NOLINT(google-build-using-namespace): hooks only
using measurement::ApiRegion;

namespace {

using Mutex = int(pthread_mutex_t*);
using TimedMutex = int(pthread_mutex_t*, const timespec*);
using ClockMutex = int(pthread_mutex_t*, clockid_t, const timespec*);
using Rwlock = int(pthread_rwlock_t*);
using TimedRwlock = int(pthread_rwlock_t*, const timespec*);
using ClockRwlock = int(pthread_rwlock_t*, clockid_t, const timespec*);

constinit Next<Mutex> nextTrylock("pthread_mutex_trylock");
constinit Next<Mutex> nextLock("pthread_mutex_lock");
constinit Next<TimedMutex> nextTimedlock("pthread_mutex_timedlock");
constinit Next<ClockMutex> nextClocklock("pthread_mutex_clocklock");
constinit Next<Rwlock> nextTryrdlock("pthread_rwlock_tryrdlock");
constinit Next<Rwlock> nextRdlock("pthread_rwlock_rdlock");
constinit Next<TimedRwlock> nextTimedrdlock("pthread_rwlock_timedrdlock");
constinit Next<ClockRwlock> nextClockrdlock("pthread_rwlock_clockrdlock");
constinit Next<Rwlock> nextTrywrlock("pthread_rwlock_trywrlock");
constinit Next<Rwlock> nextWrlock("pthread_rwlock_wrlock");
constinit Next<TimedRwlock> nextTimedwrlock("pthread_rwlock_timedwrlock");
constinit Next<ClockRwlock> nextClockwrlock("pthread_rwlock_clockwrlock");

/// \param attempt  the call that does not wait. \param wait  the one that was made, with what comes after the lock
template <typename Lock, typename Function, typename... Rest>
int lockWith(
    ApiRegion region,
    const void* caller,
    Next<int(Lock*)>& attempt,
    Next<Function>& wait,
    Lock* lock,
    Rest... rest)
{
    return takeLock(
        region,
        caller,
        [&] { return attempt.get()(lock); },
        [&] { return wait.get()(lock, rest...); });
}

/// All of them before there are threads: a hook may come from a signal handler.
__attribute__((constructor)) void onLoad()
{
    nextTrylock.prepare();
    nextLock.prepare();
    nextTimedlock.prepare();
    nextClocklock.prepare();
    nextTryrdlock.prepare();
    nextRdlock.prepare();
    nextTimedrdlock.prepare();
    nextClockrdlock.prepare();
    nextTrywrlock.prepare();
    nextWrlock.prepare();
    nextTimedwrlock.prepare();
    nextClockwrlock.prepare();
}

}  // namespace

// The system's headers name parameters otherwise. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept
{
    return lockWith(ApiRegion::MutexLock, VELLUM_WAIT_CALLER(), nextTrylock, nextLock, mutex);
}

VELLUM_HOOK int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* end) noexcept
{
    return lockWith(
        ApiRegion::MutexTimedLock, VELLUM_WAIT_CALLER(), nextTrylock, nextTimedlock, mutex, end);
}

VELLUM_HOOK int pthread_mutex_clocklock(
    pthread_mutex_t* mutex, clockid_t clock, const timespec* end) noexcept
{
    return lockWith(
        ApiRegion::MutexClockLock,
        VELLUM_WAIT_CALLER(),
        nextTrylock,
        nextClocklock,
        mutex,
        clock,
        end);
}

VELLUM_HOOK int pthread_rwlock_rdlock(pthread_rwlock_t* lock) noexcept
{
    return lockWith(ApiRegion::ReadLock, VELLUM_WAIT_CALLER(), nextTryrdlock, nextRdlock, lock);
}

VELLUM_HOOK int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* end) noexcept
{
    return lockWith(
        ApiRegion::ReadTimedLock, VELLUM_WAIT_CALLER(), nextTryrdlock, nextTimedrdlock, lock, end);
}

VELLUM_HOOK int pthread_rwlock_clockrdlock(
    pthread_rwlock_t* lock, clockid_t clock, const timespec* end) noexcept
{
    return lockWith(
        ApiRegion::ReadClockLock,
        VELLUM_WAIT_CALLER(),
        nextTryrdlock,
        nextClockrdlock,
        lock,
        clock,
        end);
}

VELLUM_HOOK int pthread_rwlock_wrlock(pthread_rwlock_t* lock) noexcept
{
    return lockWith(ApiRegion::WriteLock, VELLUM_WAIT_CALLER(), nextTrywrlock, nextWrlock, lock);
}

VELLUM_HOOK int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* end) noexcept
{
    return lockWith(
        ApiRegion::WriteTimedLock, VELLUM_WAIT_CALLER(), nextTrywrlock, nextTimedwrlock, lock, end);
}

VELLUM_HOOK int pthread_rwlock_clockwrlock(
    pthread_rwlock_t* lock, clockid_t clock, const timespec* end) noexcept
{
    return lockWith(
        ApiRegion::WriteClockLock,
        VELLUM_WAIT_CALLER(),
        nextTrywrlock,
        nextClockwrlock,
        lock,
        clock,
        end);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
