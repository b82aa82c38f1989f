#include "collector/sources/cuda/kernel_counters.h"

#include "collector/sources/cuda/cupti_file.h"
#include "collector/sources/cuda/failure_text.h"
#include "collector/sources/cuda/range_session.h"
#include "collector/sources/cuda/raw_file.h"
#include "collector/sources/cuda/raw_format.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace vellum::collector::cuda {

namespace {

/// The launches and ranges of a context.
struct Counting {
    std::unique_ptr<RangeSession>
        session;  ///< null: the context is not counted, since something failed
    std::uint32_t number = 0;
    std::vector<LaunchEntry> launches;
    std::size_t inside = 0;    ///< launches that have begun and not ended
    std::size_t overlaps = 0;  ///< where in `launches` those begin that may overlap
};

/// Never destroyed: launches may come while the process ends.
struct State {
    std::mutex lock;
    std::map<void*, Counting> contexts;
    const CuptiInterface* cupti = nullptr;
    RangeProfilerInterface ranges;
    HostProfilerInterface host;
    std::vector<std::string> metrics;
    std::size_t launchesOfSession = 256;
    bool isInitialized = false;
};

std::atomic<bool> isOn = false;

State& state()
{
    static auto* const kState = new State;
    return *kState;
}

void say(const std::string& sentence)
{
    appendUnavailable(("--gpu-metrics: " + sentence).c_str());
}

void sayFailure(std::uint32_t context, const CallFailure& failure)
{
    say("kernels of context " + std::to_string(context)
        + " are not counted: " + textOf(*state().cupti, failure));
}

/// Which chip the context's device has.
CallFailure findChip(void* context, std::string& chip)
{
    State& all = state();
    std::uint32_t device = 0;
    if (const Result result = all.ranges.deviceOf(context, &device); result != 0) {
        return {.call = "cuptiGetDeviceId", .result = result};
    }
    GetChipName name{.deviceIndex = device};
    if (const Result result = all.ranges.chipName(&name); result != 0) {
        return {.call = "cuptiDeviceGetChipName", .result = result};
    }
    chip = name.chipName == nullptr ? "" : name.chipName;
    return {};
}

/// The metrics of a context, before what is counted of them.
void appendMetrics(const Counting& counting, const std::string& chip)
{
    const CounterPlan& plan = counting.session->plan();
    if (const std::string missing = joined(plan.unknown); !missing.empty()) {
        say(chip + " cannot count " + missing);
    }
    const CountedMetricsHead head{.passes = static_cast<std::uint32_t>(plan.passes)};
    const std::string lines = metricLines(
        plan.metrics, [&](const std::string& metric) { return counting.session->unitOf(metric); });
    appendText(BlockKind::CountedMetrics, &head, sizeof head, lines, counting.number);
}

CallFailure prepare(Counting& counting, void* context)
{
    State& all = state();
    if (!std::exchange(all.isInitialized, true)) {
        ProfilerInitialize request;
        if (const Result result = all.ranges.initialize(&request); result != 0) {
            return {.call = "cuptiProfilerInitialize", .result = result};
        }
    }
    std::string chip;
    if (const CallFailure failure = findChip(context, chip); failure.call != nullptr) {
        return failure;
    }
    // Nodes of graphs are ranges, too, so that there may be more of them than launches.
    constexpr std::size_t kRangesOfLaunch = 4;
    counting.session = std::make_unique<RangeSession>(
        all.ranges, all.host, context, all.launchesOfSession * kRangesOfLaunch);
    if (const CallFailure failure = counting.session->plan(chip, all.metrics);
        failure.call != nullptr) {
        return failure;
    }
    appendMetrics(counting, chip);
    if (counting.session->plan().metrics.empty()) {
        counting.session.reset();
        return {};
    }
    return counting.session->begin();
}

/// At a context's first launch.
void startContext(Counting& counting, const Launch& launch)
{
    counting.number = launch.contextNumber;
    if (const CallFailure failure = prepare(counting, launch.context); failure.call != nullptr) {
        sayFailure(counting.number, failure);
        counting.session.reset();
    }
}

void appendCounts(const Counting& counting, const RangeSession::Counted& counted)
{
    const CountsHead head{
        .launches = static_cast<std::uint32_t>(counting.launches.size()),
        .ranges = static_cast<std::uint32_t>(counted.ranges),
        .dropped = counted.dropped};
    std::string bytes(
        reinterpret_cast<const char*>(counting.launches.data()),
        counting.launches.size() * sizeof(LaunchEntry));
    bytes.append(
        reinterpret_cast<const char*>(counted.values.data()),
        counted.values.size() * sizeof(double));
    appendText(BlockKind::Counts, &head, sizeof head, bytes, counting.number);
}

/// What was counted goes into the file. \param goesOn  whether the context runs further kernels
void endSession(Counting& counting, bool goesOn)
{
    if (counting.session == nullptr) {
        return;
    }
    RangeSession::Counted counted;
    CallFailure failure = counting.session->end(counted);
    if (failure.call == nullptr) {
        appendCounts(counting, counted);
        failure = goesOn ? counting.session->begin() : CallFailure{};
    }
    counting.launches.clear();
    counting.overlaps = 0;
    if (failure.call != nullptr) {
        sayFailure(counting.number, failure);
    }
    if (failure.call != nullptr || !goesOn) {
        counting.session.reset();
    }
}

void noteLaunch(Counting& counting, const Launch& launch)
{
    if (counting.inside == 0 && counting.launches.size() >= state().launchesOfSession) {
        endSession(counting, true);
    }
    if (counting.session == nullptr) {
        return;  // it is not counted
    }
    if (counting.inside == 0) {
        counting.overlaps = counting.launches.size();
    }
    ++counting.inside;
    counting.launches.push_back({.correlation = launch.correlation, .outer = launch.outer});
    if (counting.inside > 1) {
        for (std::size_t i = counting.overlaps; i < counting.launches.size(); ++i) {
            counting.launches[i].flags = LaunchEntry::kOverlaps;
        }
    }
}

}  // namespace

void startKernelCounters(const CuptiInterface& cupti, Subscriber subscriber)
{
    State& all = state();
    all.metrics = wordsOf(std::getenv("VELLUM_GPU_METRICS"));  // NOLINT(concurrency-mt-unsafe)
    if (all.metrics.empty()) {
        return;
    }
    // NOLINTNEXTLINE(concurrency-mt-unsafe): while the driver starts
    if (const char* most = std::getenv("VELLUM_CUPTI_RANGES"); most != nullptr) {
        all.launchesOfSession = std::clamp<std::size_t>(std::strtoull(most, nullptr, 10), 1, 65536);
    }
    all.cupti = &cupti;
    char reason[512] = {};
    void* library = openCupti(reason, sizeof reason);
    const char* missing = library == nullptr ? "" : findRangeProfiler(library, all.ranges);
    if (missing == nullptr) {
        missing = findHostProfiler(library, all.host);
    }
    if (missing != nullptr) {
        say(std::string("kernels are not counted: libcupti has no function ") + missing
            + "; that of CUDA 12.6 and later has");
        return;
    }
    if (cupti.enableCallback == nullptr
        || cupti.enableCallback(1, subscriber, CallbackDomain::Resource, kContextDestroyStarting)
               != 0) {
        say("the last kernels of contexts that end before the program are not counted: CUPTI does "
            "not tell of their end");
    }
    isOn = true;
}

void beginLaunch(const Launch& launch)
{
    if (!isOn) {
        return;
    }
    const std::lock_guard guard(state().lock);
    try {
        const auto [place, isNew] = state().contexts.try_emplace(launch.context);
        Counting& counting = place->second;
        if (isNew) {
            startContext(counting, launch);
        }
        noteLaunch(counting, launch);
    } catch (const std::bad_alloc&) {
        isOn = false;
        appendUnavailable("--gpu-metrics: counting ended: there is no memory for it");
    }
}

void endLaunch(void* context)
{
    if (!isOn) {
        return;
    }
    const std::lock_guard guard(state().lock);
    const auto found = state().contexts.find(context);
    if (found != state().contexts.end() && found->second.inside > 0) {
        --found->second.inside;
    }
}

void endCounting(void* context)
{
    if (!isOn) {
        return;
    }
    const std::lock_guard guard(state().lock);
    const auto found = state().contexts.find(context);
    if (found != state().contexts.end()) {
        endSession(found->second, false);
        state().contexts.erase(found);
    }
}

void endCountingOfAll()
{
    if (!isOn.exchange(false)) {
        return;
    }
    const std::lock_guard guard(state().lock);
    for (auto& [context, counting] : state().contexts) {
        endSession(counting, false);
    }
}

void forgetKernelCounters()
{
    isOn = false;
}

}  // namespace vellum::collector::cuda
