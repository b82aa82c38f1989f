#include "collector/sources/own_thread.h"

#include "collector/measurement/event_buffer.h"
#include "collector/sources/hook.h"

#include <pthread.h>
#include <sys/prctl.h>

#include <algorithm>
#include <csignal>
#include <cstddef>

namespace vellum::collector::sources {

namespace {

/// The C library's, without our own hook.
constinit decltype(pthread_create)* createThread = nullptr;

using Run = void*(void*);

/// \param run  what the thread is for
void* begin(void* run)
{
    // Whatever it calls is not recorded.
    measurement::threadBuffer.busy = true;
    ::prctl(PR_SET_NAME, "vellum");
    return reinterpret_cast<Run*>(run)(nullptr);
}

}  // namespace

void prepareOwnThreads()
{
    createThread = nextFunction<decltype(pthread_create)>("pthread_create");
}

/// A small stack, where the program's thread-local variables allow it; libraries of devices need some.
bool startOwnThread(Run* run)
{
    constexpr std::size_t kStackBytes = std::size_t{1} << 20U;
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    ::pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    ::pthread_attr_setstacksize(&attributes, kStackBytes);
    sigset_t all;
    sigset_t before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_t thread{};
    auto* const argument = reinterpret_cast<void*>(run);
    bool isStarted = createThread(&thread, &attributes, begin, argument) == 0;
    if (!isStarted) {
        ::pthread_attr_setstacksize(&attributes, std::size_t{8} << 20U);
        isStarted = createThread(&thread, &attributes, begin, argument) == 0;
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ::pthread_attr_destroy(&attributes);
    return isStarted;
}

timespec nextWake(timespec last, std::uint64_t nanoseconds)
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    const std::int64_t wanted =
        last.tv_sec * kSecond + last.tv_nsec + static_cast<std::int64_t>(nanoseconds);
    const std::int64_t next = std::max(wanted, now.tv_sec * kSecond + now.tv_nsec);
    return {.tv_sec = next / kSecond, .tv_nsec = next % kSecond};
}

}  // namespace vellum::collector::sources
