#include "collector/sources/cuda/device_sampling.h"

#include "collector/measurement/clock.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/cuda/cupti_file.h"
#include "collector/sources/cuda/failure_text.h"
#include "collector/sources/cuda/range_profiler_interface.h"
#include "collector/sources/cuda/raw_file.h"
#include "collector/sources/cuda/raw_format.h"
#include "collector/sources/cuda/sampling_session.h"
#include "collector/sources/own_thread.h"

#include <semaphore.h>

#include <atomic>
#include <cstdlib>
#include <ctime>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

namespace vellum::collector::cuda {

namespace {

constexpr std::uint32_t kMostDevices = 64;
constexpr long kFetchPeriodNs = 50'000'000;

/// Never destroyed: our thread outlives the program's end.
struct State {
    std::mutex lock;
    std::map<std::uint32_t, std::unique_ptr<SamplingSession>> sessions;  ///< null: it failed
    const CuptiInterface* cupti = nullptr;
    RangeProfilerInterface profiler;  ///< of which only questions about devices are asked
    PmSamplingInterface sampling;
    HostProfilerInterface host;
    std::uint64_t intervalNs = 0;
    std::vector<std::string> metrics;
};

std::atomic<bool> isOn = false;
std::atomic<std::uint64_t> wantedDevices = 0;  ///< a bit for each
sem_t isWanted;                                ///< one more device

State& state()
{
    static auto* const kState = new State;
    return *kState;
}

void say(const std::string& sentence)
{
    appendUnavailable(("--gpu-sampling: " + sentence).c_str());
}

void sayFailure(std::uint32_t device, const CallFailure& failure)
{
    say("GPU " + std::to_string(device) + " is not sampled: " + textOf(*state().cupti, failure));
}

void appendMetrics(std::uint32_t device, const std::string& chip, const SamplingSession& session)
{
    if (const std::string missing = joined(session.plan().unknown); !missing.empty()) {
        say(chip + " cannot count " + missing);
    }
    if (const std::string left = joined(session.left()); !left.empty()) {
        say(chip + " cannot count " + left + " at the same time as the others");
    }
    const SampledMetricsHead head{.device = device, .intervalNs = state().intervalNs};
    appendText(
        BlockKind::SampledMetrics,
        &head,
        sizeof head,
        metricLines(session.plan().metrics, [&](const std::string& metric) {
            return session.unitOf(metric);
        }));
}

CallFailure begin(std::uint32_t device, SamplingSession& session)
{
    State& all = state();
    ProfilerInitialize request;
    if (const Result result = all.profiler.initialize(&request); result != 0) {
        return {.call = "cuptiProfilerInitialize", .result = result};
    }
    GetChipName name{.deviceIndex = device};
    if (const Result result = all.profiler.chipName(&name); result != 0) {
        return {.call = "cuptiDeviceGetChipName", .result = result};
    }
    const std::string chip = name.chipName == nullptr ? "" : name.chipName;
    if (const CallFailure failure = session.plan(chip, all.metrics); failure.call != nullptr) {
        return failure;
    }
    appendMetrics(device, chip, session);
    return session.begin();
}

void beginWanted()
{
    State& all = state();
    for (std::uint32_t device = 0; device < kMostDevices; ++device) {
        if ((wantedDevices >> device & 1U) == 0 || all.sessions.contains(device)) {
            continue;
        }
        auto session =
            std::make_unique<SamplingSession>(all.sampling, all.host, device, all.intervalNs);
        const CallFailure failure = begin(device, *session);
        if (failure.call != nullptr) {
            sayFailure(device, failure);
            session.reset();
        }
        all.sessions[device] = std::move(session);
    }
}

void append(std::uint32_t device, const SamplingSession::Sampled& sampled)
{
    if (sampled.spans.empty() && !sampled.hasLost) {
        return;
    }
    const SamplesHead head{
        .device = device,
        .samples = static_cast<std::uint32_t>(sampled.spans.size()),
        .fetchedTick = measurement::readClock(measurement::process.config.clock),
        .fetchedNs = measurement::readMonotonic(),
        .hasLost = sampled.hasLost ? 1U : 0U};
    std::string bytes(
        reinterpret_cast<const char*>(sampled.spans.data()),
        sampled.spans.size() * sizeof(SamplingSession::Sampled::Span));
    bytes.append(
        reinterpret_cast<const char*>(sampled.values.data()),
        sampled.values.size() * sizeof(double));
    appendText(BlockKind::Samples, &head, sizeof head, bytes);
}

/// All that there is now, but no more: a device may count faster than we fetch.
void fetch(std::uint32_t device, std::unique_ptr<SamplingSession>& session)
{
    constexpr int kMostRounds = 64;
    SamplingSession::Sampled sampled;
    for (int round = 0; round < kMostRounds && (round == 0 || sampled.isMore); ++round) {
        if (const CallFailure failure = session->fetch(sampled); failure.call != nullptr) {
            sayFailure(device, failure);
            session->close();
            session.reset();
            return;
        }
        append(device, sampled);
    }
}

void fetchAll(bool isLast)
{
    for (auto& [device, session] : state().sessions) {
        if (session != nullptr && isLast) {
            session->stop();
        }
        if (session != nullptr) {
            fetch(device, session);
        }
        if (session != nullptr && isLast) {
            session->close();
        }
    }
}

/// For the time to fetch, or for a device that has just come.
void waitForNext()
{
    constexpr long kSecond = 1'000'000'000;
    timespec until{};
    ::clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += kFetchPeriodNs;
    until.tv_sec += until.tv_nsec / kSecond;
    until.tv_nsec %= kSecond;
    ::sem_timedwait(&isWanted, &until);
}

void* run(void* /*unused*/)
{
    while (isOn) {
        try {
            const std::lock_guard guard(state().lock);
            if (isOn) {
                beginWanted();
                fetchAll(false);
            }
        } catch (const std::bad_alloc&) {
            isOn = false;
            appendUnavailable("--gpu-sampling: sampling ended: there is no memory for it");
        }
        waitForNext();
    }
    return nullptr;
}

/// \return the first function that is missing, null if all are there
const char* findFunctions()
{
    State& all = state();
    char reason[512] = {};
    void* library = openCupti(reason, sizeof reason);
    if (library == nullptr) {
        return "cuptiPmSamplingEnable";
    }
    for (const char* missing :
         {findPmSampling(library, all.sampling),
          findRangeProfiler(library, all.profiler),
          findHostProfiler(library, all.host)}) {
        if (missing != nullptr) {
            return missing;
        }
    }
    return nullptr;
}

}  // namespace

void startDeviceSampling(const CuptiInterface& cupti, Subscriber subscriber)
{
    const char* wanted = std::getenv("VELLUM_GPU_SAMPLING");  // NOLINT(concurrency-mt-unsafe)
    if (wanted == nullptr) {
        return;
    }
    State& all = state();
    all.cupti = &cupti;
    all.metrics = wordsOf(wanted);
    all.intervalNs = all.metrics.empty() ? 0 : std::strtoull(wanted, nullptr, 10);
    if (all.intervalNs == 0 || all.metrics.size() < 2) {
        return;
    }
    all.metrics.erase(all.metrics.begin());
    if (const char* missing = findFunctions(); missing != nullptr) {
        return say(
            std::string("devices are not sampled: libcupti has no function ") + missing
            + "; that of CUDA 12.6 and later has");
    }
    if (cupti.enableCallback == nullptr
        || cupti.enableCallback(1, subscriber, CallbackDomain::Resource, kContextCreated) != 0) {
        return say("devices are not sampled: CUPTI does not tell of contexts");
    }
    ::sem_init(&isWanted, 0, 0);
    isOn = true;
    if (!sources::startOwnThread(run)) {
        isOn = false;
        say("devices are not sampled: no thread can be started for it");
    }
}

void sampleDeviceOf(void* context)
{
    std::uint32_t device = 0;
    if (isOn && state().profiler.deviceOf(context, &device) == 0 && device < kMostDevices) {
        wantedDevices |= std::uint64_t{1} << device;
        ::sem_post(&isWanted);
    }
}

void endDeviceSampling()
{
    if (!isOn) {
        return;
    }
    const std::lock_guard guard(state().lock);
    if (!isOn.exchange(false)) {
        return;
    }
    try {
        beginWanted();  // of a program that ended before our thread's next look: that it failed is said
        fetchAll(true);
    } catch (const std::bad_alloc&) {
        appendUnavailable(
            "--gpu-sampling: the last samples are missing: there was no memory for them");
    }
}

void forgetDeviceSampling()
{
    isOn = false;
}

}  // namespace vellum::collector::cuda
