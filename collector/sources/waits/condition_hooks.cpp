// Conditions and semaphores. Unlike locks these are points at which a thread may be cancelled: a visit ends then, too.
#include "collector/sources/hook.h"
#include "collector/sources/waits/next.h"
#include "collector/sources/waits/wait_visit.h"

#include <pthread.h>
#include <semaphore.h>

#include <ctime>

using namespace vellum::collector;         // NOLINT(google-build-using-namespace): hooks only
using namespace vellum::collector::waits;  // NOLINT(google-build-using-namespace): hooks only
using measurement::ApiRegion;

namespace {

// The C library still has the conditions of another age under the same names: the version says which are meant. Where there
// is no such version (other machines than x86) there is one kind only.
constexpr const char* kVersion = "GLIBC_2.3.2";

constinit Next<int(pthread_cond_t*, pthread_mutex_t*)> nextWait("pthread_cond_wait", kVersion);
constinit Next<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)> nextTimedwait(
    "pthread_cond_timedwait", kVersion);
constinit Next<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)> nextClockwait(
    "pthread_cond_clockwait");
constinit Next<int(sem_t*)> nextSemTrywait("sem_trywait");
constinit Next<int(sem_t*)> nextSemWait("sem_wait");
constinit Next<int(sem_t*, const timespec*)> nextSemTimedwait("sem_timedwait");
constinit Next<int(sem_t*, clockid_t, const timespec*)> nextSemClockwait("sem_clockwait");

/// All of them before there are threads: a hook may come from a signal handler.
__attribute__((constructor)) void onLoad()
{
    nextWait.prepare();
    nextTimedwait.prepare();
    nextClockwait.prepare();
    nextSemTrywait.prepare();
    nextSemWait.prepare();
    nextSemTimedwait.prepare();
    nextSemClockwait.prepare();
}

}  // namespace

// The system's headers name parameters otherwise. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)
VELLUM_HOOK int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex)
{
    const WaitVisit visit(ApiRegion::ConditionWait, VELLUM_WAIT_CALLER());
    return nextWait.get()(condition, mutex);
}

VELLUM_HOOK int pthread_cond_timedwait(
    pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* end)
{
    const WaitVisit visit(ApiRegion::ConditionTimedWait, VELLUM_WAIT_CALLER());
    return nextTimedwait.get()(condition, mutex, end);
}

VELLUM_HOOK int pthread_cond_clockwait(
    pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* end)
{
    const WaitVisit visit(ApiRegion::ConditionClockWait, VELLUM_WAIT_CALLER());
    return nextClockwait.get()(condition, mutex, clock, end);
}

VELLUM_HOOK int sem_wait(sem_t* semaphore)
{
    return takeSemaphore(
        ApiRegion::SemaphoreWait,
        VELLUM_WAIT_CALLER(),
        [=] { return nextSemTrywait.get()(semaphore); },
        [=] { return nextSemWait.get()(semaphore); });
}

VELLUM_HOOK int sem_timedwait(sem_t* semaphore, const timespec* end)
{
    return takeSemaphore(
        ApiRegion::SemaphoreTimedWait,
        VELLUM_WAIT_CALLER(),
        [=] { return nextSemTrywait.get()(semaphore); },
        [=] { return nextSemTimedwait.get()(semaphore, end); });
}

VELLUM_HOOK int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* end)
{
    return takeSemaphore(
        ApiRegion::SemaphoreClockWait,
        VELLUM_WAIT_CALLER(),
        [=] { return nextSemTrywait.get()(semaphore); },
        [=] { return nextSemClockwait.get()(semaphore, clock, end); });
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
