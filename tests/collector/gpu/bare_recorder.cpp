// What CUPTI itself costs: this library turns on the same records and callbacks as vellum-record does, and throws away what comes. run_all runs
// samples with it, without it and recorded. CUDA_INJECTION64_PATH names it; at the end it says how many records came.
#include "collector/sources/cuda/activity_kinds.h"
#include "collector/sources/cuda/cupti_interface.h"

#include <time.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace cuda = vellum::collector::cuda;

namespace {

constexpr std::size_t kBufferBytes = std::size_t{4096} << 10U;
constexpr std::size_t kAlignment = 8;

cuda::CuptiInterface cupti;
std::atomic<std::uint64_t> calls = 0;
std::atomic<std::uint64_t> records = 0;

void onCall(void* /*user*/, cuda::CallbackDomain, std::uint32_t, const void*)
{
    calls.fetch_add(1, std::memory_order_relaxed);
}

void onRequest(std::uint8_t** buffer, std::size_t* bytes, std::size_t* mostRecords)
{
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(kAlignment, kBufferBytes));
    *bytes = *buffer == nullptr ? 0 : kBufferBytes;
    *mostRecords = 0;
}

void onCompletion(void*, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t validBytes)
{
    const void* record = nullptr;
    while (cupti.nextRecord(buffer, validBytes, &record) == 0) {
        records.fetch_add(1, std::memory_order_relaxed);
    }
    std::free(buffer);
}

std::uint64_t now()
{
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000
           + static_cast<std::uint64_t>(time.tv_nsec);
}

void sayAtEnd()
{
    cupti.flushAll(1);
    std::fprintf(
        stderr,
        "bare recorder: %llu callbacks, %llu records\n",
        static_cast<unsigned long long>(calls),
        static_cast<unsigned long long>(records));
}

const char* start()
{
    static char reason[512];
    if (!cuda::loadCupti(cupti, reason, sizeof reason)) {
        return reason;
    }
    if (cupti.registerTimestamp == nullptr || cupti.registerTimestamp(now) != 0) {
        return "no clock of ours is taken";
    }
    if (cupti.registerCallbacks(onRequest, onCompletion) != 0) {
        return "no buffers of ours are taken";
    }
    cuda::Subscriber subscriber = nullptr;
    if (cupti.subscribe(&subscriber, onCall, nullptr) != 0) {
        return "there is another subscriber";
    }
    cupti.enableDomain(1, subscriber, cuda::CallbackDomain::Runtime);
    cupti.enableDomain(1, subscriber, cuda::CallbackDomain::Driver);
    for (const cuda::NamedKind& wanted : cuda::kKinds) {
        cupti.enableActivity(static_cast<std::uint32_t>(wanted.kind));
    }
    constexpr std::uint32_t kFlushPeriodMs = 200;
    if (cupti.flushPeriod != nullptr) {
        cupti.flushPeriod(kFlushPeriodMs);
    }
    return nullptr;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection()
{
    if (const char* why = start()) {
        std::fprintf(stderr, "bare recorder: %s\n", why);
    } else {
        std::atexit(sayAtEnd);
    }
    return 1;
}
