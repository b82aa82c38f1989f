// A thread of the collector's own (own_thread.h) that writes down, every so often, what the system counts of the process.
#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/space_budget.h"
#include "collector/measurement/spool_file.h"
#include "collector/sources/counters/process_counters.h"
#include "collector/sources/counters/sample_format.h"
#include "collector/sources/nvml/device_samples.h"
#include "collector/sources/own_bytes.h"
#include "collector/sources/own_thread.h"

#include <pthread.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <ctime>

namespace vellum::collector::counters {

namespace {

constexpr std::size_t kWindowBytes = std::size_t{64} << 10U;
constexpr std::size_t kSamplesPerWindow = kWindowBytes / sizeof(Sample);

/// Where the next sample goes. Whoever has set `taken` may touch the rest.
struct SampleFile {
    std::atomic_flag taken;
    Sample* window = nullptr;
    std::size_t used = 0;
    std::uint64_t offset = 0;  ///< of the window in the file
    bool isBroken = false;     ///< no space: nothing more is written
};
constinit SampleFile file;

bool mapNext()
{
    char path[PATH_MAX];
    const std::uint64_t next = file.window == nullptr ? 0 : file.offset + kWindowBytes;
    if (!measurement::takeSpace(kWindowBytes)) {
        return false;
    }
    void* const memory = measurement::spoolPath(path, kSampleFile)
                             ? measurement::mapFilePart(path, next, kWindowBytes)
                             : nullptr;
    if (memory == nullptr) {
        measurement::noteSpoolError(errno);
        return false;
    }
    if (file.window != nullptr) {
        measurement::unmapFilePart(file.window, kWindowBytes);
    }
    file.window = static_cast<Sample*>(memory);
    file.offset = next;
    file.used = 0;
    return true;
}

void store(const Sample& sample)
{
    const bool isFull = file.window == nullptr || file.used == kSamplesPerWindow;
    file.isBroken = file.isBroken || (isFull && !mapNext());
    if (file.isBroken) {
        return;
    }
    Sample& place = file.window[file.used++];
    place.values = sample.values;
    const std::uint64_t tick = measurement::readClock(measurement::process.config.clock);
    __atomic_store_n(&place.tick, tick, __ATOMIC_RELEASE);
}

constinit std::atomic<bool> isThreadThere = false;

void leaveOutOurThread(Sample& sample)
{
    std::uint64_t& threads = sample.values[static_cast<std::size_t>(Counter::Threads)];
    if (threads != kNotCounted && isThreadThere) {
        --threads;
    }
}

/// Does nothing while another thread takes a sample: so the one at the end may be missing.
void takeSample()
{
    if (file.taken.test_and_set(std::memory_order_acquire)) {
        return;
    }
    Sample sample;
    sample.values.fill(kNotCounted);
    if (measurement::process.config.counters) {
        readProcessCounters(sample);
        leaveOutOurThread(sample);
    } else {
        readResidentMemory(sample);
    }
    if (auto* const readHeap = measurement::process.readHeap.load()) {
        readHeap(&sample.values[static_cast<std::size_t>(Counter::HeapBytes)]);
    }
    store(sample);
    file.taken.clear(std::memory_order_release);
}

void* takeSamples(void* /*unused*/)
{
    timespec next{};
    ::clock_gettime(CLOCK_MONOTONIC, &next);
    while (measurement::process.phase == measurement::Phase::Active) {
        takeSample();
        if (measurement::process.config.counters) {
            nvml::sampleDevices();
        }
        constexpr std::uint64_t kMillisecond = 1'000'000;
        next = sources::nextWake(next, measurement::process.config.counterPeriodMs * kMillisecond);
        ::clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, nullptr);
    }
    return nullptr;
}

void startThread()
{
    isThreadThere = true;  // it may take its first sample before we are back
    isThreadThere = sources::startOwnThread(takeSamples);
}

void onForkChild()
{
    file.taken.clear();
    file.window = nullptr;
    file.used = 0;
    file.offset = 0;
    file.isBroken = false;
    isThreadThere = false;
    sources::ownBytes = 0;
    nvml::forgetDevices();
    if (measurement::process.phase == measurement::Phase::Active) {
        const int error = errno;
        if (auto* const readHeap = measurement::process.readHeap.load()) {
            // It begins anew in a child, and may only while we are the only thread.
            std::array<std::uint64_t, kMostCounters> unused{};
            readHeap(unused.data());
        }
        startThread();
        errno = error;
    }
}

/// Runs after the collector's own constructor, which reads the configuration.
__attribute__((constructor(102))) void onLoad()
{
    if (measurement::process.phase == measurement::Phase::Active
        && measurement::process.config.counterPeriodMs != 0) {
        sources::prepareOwnThreads();
        ::pthread_atfork(nullptr, nullptr, onForkChild);
        measurement::process.lastLook = takeSample;
        startThread();
    }
}

}  // namespace

}  // namespace vellum::collector::counters
