#include "collector/sources/cuda/last_flush.h"

#include "collector/measurement/event_buffer.h"
#include "collector/sources/cuda/device_sampling.h"
#include "collector/sources/cuda/raw_file.h"
#include "collector/sources/own_thread.h"

#include <semaphore.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace vellum::collector::cuda {

namespace {

constexpr std::uint32_t kForcedFlush = 1;

std::atomic<const CuptiInterface*> flushed = nullptr;
sem_t isDone;  ///< outlives the wait: the flush may end after it

void* flush(void* /*unused*/)
{
    endDeviceSampling();
    flushed.load()->flushAll(kForcedFlush);
    ::sem_post(&isDone);
    return nullptr;
}

long secondsToWait()
{
    const char* text = std::getenv("VELLUM_CUPTI_FLUSH_S");  // NOLINT(concurrency-mt-unsafe)
    constexpr long kUsual = 10;
    constexpr long kMost = 3600;
    return text == nullptr ? kUsual : std::clamp(std::strtol(text, nullptr, 10), 1L, kMost);
}

bool waitUntilDone(long seconds)
{
    timespec until{};
    ::clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    while (::sem_timedwait(&isDone, &until) != 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

}  // namespace

void flushLast(const CuptiInterface& cupti)
{
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    ::sem_init(&isDone, 0, 0);
    flushed = &cupti;
    if (!sources::startOwnThread(flush)) {
        endDeviceSampling();
        cupti.flushAll(kForcedFlush);
        return;
    }
    const long seconds = secondsToWait();
    if (!waitUntilDone(seconds)) {
        char reason[256];
        std::snprintf(
            reason,
            sizeof reason,
            "CUPTI has not handed over its last records within %ld s: they are missing; "
            "VELLUM_CUPTI_FLUSH_S waits longer",
            seconds);
        appendUnavailable(reason);
    }
}

}  // namespace vellum::collector::cuda
