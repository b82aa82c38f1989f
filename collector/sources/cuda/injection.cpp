// The driver loads the library named in CUDA_INJECTION64_PATH when a program first uses it, and calls
// InitializeInjection there. Everything of the source `cuda` begins here; whatever fails is said once,
// is written into the recording, and leaves the program as it was.
#include "collector/measurement/clock.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/cuda/activity_buffers.h"
#include "collector/sources/cuda/activity_kinds.h"
#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/api_callbacks.h"
#include "collector/sources/cuda/device_sampling.h"
#include "collector/sources/cuda/driver_watch.h"
#include "collector/sources/cuda/kernel_counters.h"
#include "collector/sources/cuda/labels.h"
#include "collector/sources/cuda/last_flush.h"
#include "collector/sources/cuda/raw_file.h"
#include "collector/sources/cuda/unified_memory.h"
#include "collector/sources/hook.h"
#include "collector/sources/own_thread.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

using namespace vellum::collector;        // NOLINT(google-build-using-namespace): hooks only
using namespace vellum::collector::cuda;  // NOLINT(google-build-using-namespace): hooks only

namespace {

constexpr std::uint32_t kFlushPeriodMs = 200;  ///< what SIGKILL may cost

CuptiInterface cupti;
HelloBlock timeStamps;
pid_t startedIn = 0;
std::atomic<bool> isRunning = false;

std::uint64_t timestampNow()
{
    return nanosecondsOf(timeStamps, measurement::readClock(measurement::process.config.clock));
}

/// CUPTI wants nanoseconds and fits the device's clock to them: the recording clock is scaled by a factor
/// that is measured roughly and then fixed. How well it is measured does not matter, the launcher
/// turns the very same factor back.
HelloBlock measureClock(measurement::ClockKind clock, std::uint32_t version)
{
    constexpr std::uint64_t kMeasuredNs = 2'000'000;
    HelloBlock hello{.cuptiVersion = version};
    hello.tickOrigin = measurement::readClock(clock);
    hello.nanosecondOrigin = measurement::readMonotonic();
    if (clock != measurement::ClockKind::Monotonic) {
        std::uint64_t now = hello.nanosecondOrigin;
        while (now - hello.nanosecondOrigin < kMeasuredNs) {
            now = measurement::readMonotonic();
        }
        const std::uint64_t ticks = measurement::readClock(clock) - hello.tickOrigin;
        hello.nanosecondsPerTick =
            ((now - hello.nanosecondOrigin) << 32U) / std::max<std::uint64_t>(ticks, 1);
    } else {
        hello.nanosecondOrigin = hello.tickOrigin;
    }
    return hello;
}

const char* textOf(Result result)
{
    const char* text = nullptr;
    return cupti.getResultString(result, &text) == 0 && text != nullptr ? text : "unknown error";
}

void explain(char (&reason)[512], const char* call, Result result)
{
    std::snprintf(reason, sizeof reason, "%s fails with %u (%s)", call, result, textOf(result));
}

std::uint64_t numberFrom(const char* name, std::uint64_t fallback)
{
    const char* text = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): while the driver starts
    const std::uint64_t number = text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
    return number == 0 ? fallback : number;
}

BufferLimits readLimits()
{
    BufferLimits limits;
    limits.bufferBytes = std::clamp<std::uint64_t>(
                             numberFrom("VELLUM_CUPTI_BUFFER_KB", limits.bufferBytes >> 10U),
                             8,
                             std::uint64_t{256} << 10U)
                         << 10U;
    limits.maxBuffers = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(numberFrom("VELLUM_CUPTI_BUFFER_MAX", limits.maxBuffers), 65536));
    return limits;
}

/// One tool at a time may subscribe: who holds the place is said by name where the library knows it.
bool subscribe(Subscriber& subscriber, char (&reason)[512])
{
    char holder[64] = {};
    Result result = 0;
    if (cupti.subscribeNamed != nullptr) {
        SubscriberParams params{
            .subscriberName = "vellum",
            .oldSubscriberName = holder,
            .oldSubscriberSize = sizeof holder};
        result = cupti.subscribeNamed(&subscriber, onApiCall, nullptr, &params);
    } else {
        result = cupti.subscribe(&subscriber, onApiCall, nullptr);
    }
    if (result == kSubscriberExists || result == kMaxLimitReached) {
        std::snprintf(
            reason,
            sizeof reason,
            "another tool traces the program already (%s)",
            holder[0] == '\0' ? "it did not give its name" : holder);
        return false;
    }
    if (result != 0) {
        explain(reason, "cuptiSubscribe", result);
        return false;
    }
    for (const CallbackDomain domain : {CallbackDomain::Runtime, CallbackDomain::Driver}) {
        if (const Result enabled = cupti.enableDomain(1, subscriber, domain); enabled != 0) {
            explain(reason, "cuptiEnableDomain", enabled);
            cupti.unsubscribe(subscriber);
            return false;
        }
    }
    return true;
}

/// A kind that is refused is said in the recording; the others go on.
/// \return how many kinds are on
std::size_t enableKinds()
{
    std::size_t enabled = 0;
    for (const NamedKind& wanted : kKinds) {
        const Result result = cupti.enableActivity(static_cast<std::uint32_t>(wanted.kind));
        if (result == 0) {
            ++enabled;
            continue;
        }
        char reason[512];
        std::snprintf(
            reason,
            sizeof reason,
            "%s are refused with %u (%s)",
            wanted.name,
            result,
            textOf(result));
        appendUnavailable(reason);
    }
    return enabled;
}

/// Graphs whole, one record a launch, or node by node, which CUPTI does by itself.
void enableGraphs()
{
    const char* how = std::getenv("VELLUM_CUPTI_GRAPHS");  // NOLINT(concurrency-mt-unsafe)
    if (how == nullptr || how[0] != 'g') {
        return;
    }
    const Result result =
        cupti.enableActivity(static_cast<std::uint32_t>(layout::Kind::GraphTrace));
    if (result != 0) {
        char reason[512];
        explain(reason, "tracing graphs as a whole", result);
        appendUnavailable(reason);
    }
}

/// Numbers that the program gives its work through CUPTI's stack of them. They only come where calls are recorded by the library,
/// too, which costs 40 bytes a call that we have no use for: hence only where they are asked for.
void enableExternalIds()
{
    const char* wanted = std::getenv("VELLUM_CUPTI_EXTERNAL");  // NOLINT(concurrency-mt-unsafe)
    if (wanted == nullptr || wanted[0] != '1') {
        return;
    }
    for (const layout::Kind kind :
         {layout::Kind::Runtime, layout::Kind::Driver, layout::Kind::ExternalCorrelation}) {
        const Result result = cupti.enableActivity(static_cast<std::uint32_t>(kind));
        if (result != 0) {
            char reason[512];
            explain(reason, "recording external correlation ids", result);
            appendUnavailable(reason);
            return;
        }
    }
}

/// In a forked child.
void forgetParent()
{
    forgetFunctions();
    forgetKernelCounters();
    forgetDeviceSampling();
}

void flushAtEnd()
{
    // A forked child has the parent's handlers but none of its contexts.
    if (::getpid() != startedIn || !isRunning.exchange(false)) {
        return;
    }
    endCountingOfAll();
    flushLast(cupti);
    noteRefusedBuffers();
}

bool start(char (&reason)[512])
{
    if (!loadCupti(cupti, reason, sizeof reason)) {
        return false;
    }
    std::uint32_t version = 0;
    cupti.getVersion(&version);
    timeStamps = measureClock(measurement::process.config.clock, version);
    appendBlock({.kind = BlockKind::Hello}, &timeStamps, sizeof timeStamps);
    // Before anything is enabled: records take the clock that is there when they are made.
    if (cupti.registerTimestamp == nullptr) {
        std::snprintf(
            reason, sizeof reason, "libcupti (version %u) takes no clock of ours", version);
        return false;
    }
    if (const Result result = cupti.registerTimestamp(timestampNow); result != 0) {
        explain(reason, "cuptiActivityRegisterTimestampCallback", result);
        return false;
    }
    if (const Result result = startBuffers(cupti, readLimits()); result != 0) {
        explain(reason, "cuptiActivityRegisterCallbacks", result);
        return false;
    }
    Subscriber subscriber = nullptr;
    if (!subscribe(subscriber, reason)) {
        return false;
    }
    if (enableKinds() == 0) {
        std::snprintf(reason, sizeof reason, "every kind of record is refused");
        return false;
    }
    enableGraphs();
    enableUnifiedMemory(cupti);
    enableExternalIds();
    startLabels(cupti);
    flushBeforeResets(cupti);
    startKernelCounters(cupti, subscriber);
    startDeviceSampling(cupti, subscriber);
    if (cupti.flushPeriod != nullptr) {
        cupti.flushPeriod(kFlushPeriodMs);
    }
    return true;
}

}  // namespace

/// \return always 1: the driver goes on whether or not anything is recorded
// The name is the driver's. NOLINTNEXTLINE(readability-identifier-naming)
VELLUM_HOOK int InitializeInjection()
{
    if (!measurement::ensureStarted() || !measurement::process.config.cuda || startedIn != 0) {
        return 1;
    }
    driverCame();
    sources::prepareOwnThreads();
    const sources::ApiVisit visit(measurement::ApiRegion::SourceStart);
    const measurement::RecursionGuard guard(measurement::threadBuffer.busy);
    startedIn = ::getpid();
    char reason[512] = {};
    if (!start(reason)) {
        char sentence[sizeof reason + 16];
        std::snprintf(sentence, sizeof sentence, "unavailable: %s", reason);
        appendUnavailable(sentence);
        return 1;
    }
    ::pthread_atfork(nullptr, nullptr, forgetParent);
    isRunning = true;
    measurement::process.atEnd = flushAtEnd;
    std::atexit(flushAtEnd);
    return 1;
}
