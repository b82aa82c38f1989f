// CUPTI's Range Profiler for contexts that are not there: a range for each kernel that fake_cuda tells of, with counts that follow
// from its grid, so that a test can tell whose they are. Calls that come out of order are refused, as are sizes of another version.
#include "collector/sources/cuda/host_profiler_interface.h"
#include "collector/sources/cuda/range_profiler_interface.h"
#include "tests/collector/gpu/fakes/fake_cupti.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace vellum::collector::cuda;  // the vendor's functions
using vellum::fake::CountedKernel;
using vellum::fake::optionNumber;

namespace {

constexpr Result kInvalid = 1;
constexpr Result kOutOfOrder = 7;

/// The counter data: how many kernels, and what is known of each.
struct DataHead {
    std::size_t room = 0;
    std::size_t kernels = 0;
};

enum class Stage { Enabled, Configured, Started, Stopped, Decoded };

struct Profiler {
    void* context = nullptr;
    Stage stage = Stage::Enabled;
    std::uint8_t* data = nullptr;
    std::size_t most = 0;
    std::vector<CountedKernel> kernels;
};

struct State {
    std::mutex lock;
    std::map<void*, Profiler> profilers;  ///< by context
    bool hasLost = false;
};

State& state()
{
    static auto* const kState = new State;
    return *kState;
}

Profiler& profilerOf(void* handle)
{
    return *static_cast<Profiler*>(handle);
}

/// From one stage to the next.
Result advance(void* handle, Stage from, Stage to)
{
    const std::lock_guard guard(state().lock);
    Profiler& profiler = profilerOf(handle);
    if (profiler.stage != from) {
        return kOutOfOrder;
    }
    profiler.stage = to;
    return 0;
}

double valueOf(std::string_view metric, const CountedKernel& kernel)
{
    const std::string_view base = metric.substr(0, metric.find('.'));
    double value = 0;
    if (base == "gpu__time_duration") {
        value = kernel.lastsNs;
    } else if (base == "dram__bytes") {
        value = kernel.blocks * 1000.0;
    } else if (base == "lts__t_bytes") {
        value = kernel.threads * 10.0;
    } else {
        value = static_cast<double>(kernel.blocks) * kernel.threads;
    }
    return metric.ends_with(".avg") ? value / 8 : value;
}

}  // namespace

namespace vellum::fake {

void countKernel(std::uint32_t context, const CountedKernel& kernel)
{
    const std::lock_guard guard(state().lock);
    const auto found = state().profilers.find(handleOf(context));
    if (found != state().profilers.end() && found->second.stage == Stage::Started) {
        found->second.kernels.push_back(kernel);
    }
}

}  // namespace vellum::fake

FAKE_EXPORT Result cuptiProfilerInitialize(ProfilerInitialize* params)
{
    return params->structSize == sizeof *params ? 0 : kInvalid;
}

FAKE_EXPORT Result cuptiGetDeviceId(void* context, std::uint32_t* device)
{
    *device = vellum::fake::deviceOf(context);
    return context == nullptr ? kInvalid : 0;
}

/// The second device is of the older kind.
FAKE_EXPORT Result cuptiDeviceGetChipName(GetChipName* params)
{
    params->chipName = params->deviceIndex == 1 ? "FAKE90" : "FAKE100";
    return params->structSize == sizeof *params ? 0 : kInvalid;
}

FAKE_EXPORT Result cuptiRangeProfilerEnable(RangeEnable* params)
{
    if (const auto refused = optionNumber("counters"); refused != 0) {
        return static_cast<Result>(refused);
    }
    const std::lock_guard guard(state().lock);
    const auto [place, isNew] = state().profilers.try_emplace(params->context);
    if (!isNew || params->context == nullptr) {
        return kOutOfOrder;
    }
    place->second.context = params->context;
    params->profiler = &place->second;
    return 0;
}

FAKE_EXPORT Result cuptiRangeProfilerDisable(RangeProfilerOnly* params)
{
    const std::lock_guard guard(state().lock);
    return state().profilers.erase(profilerOf(params->profiler).context) == 1 ? 0 : kOutOfOrder;
}

FAKE_EXPORT Result cuptiRangeProfilerGetCounterDataSize(RangeGetCounterDataSize* params)
{
    params->counterDataSize = sizeof(DataHead) + params->maxNumOfRanges * sizeof(CountedKernel);
    return params->numMetrics == 0 || params->maxNumRangeTreeNodes < params->maxNumOfRanges
               ? kInvalid
               : 0;
}

FAKE_EXPORT Result cuptiRangeProfilerCounterDataImageInitialize(RangeCounterDataInitialize* params)
{
    const DataHead head{
        .room = (params->counterDataSize - sizeof(DataHead)) / sizeof(CountedKernel)};
    std::memcpy(params->counterData, &head, sizeof head);
    return 0;
}

FAKE_EXPORT Result cuptiRangeProfilerSetConfig(RangeSetConfig* params)
{
    const std::lock_guard guard(state().lock);
    Profiler& profiler = profilerOf(params->profiler);
    if (params->structSize != sizeUpTo(*params, params->targetNestingLevel)
        || params->range != RangeMode::Auto || params->replayMode != ReplayMode::Kernel
        || params->numNestingLevels != 1 || params->configSize == 0) {
        return kInvalid;
    }
    if (profiler.stage != Stage::Enabled) {
        return kOutOfOrder;
    }
    profiler.stage = Stage::Configured;
    profiler.data = params->counterDataImage;
    profiler.most = params->maxRangesPerPass;
    return 0;
}

FAKE_EXPORT Result cuptiRangeProfilerStart(RangeProfilerOnly* params)
{
    return advance(params->profiler, Stage::Configured, Stage::Started);
}

FAKE_EXPORT Result cuptiRangeProfilerStop(RangeStop* params)
{
    params->isAllPassSubmitted = 1;
    return params->structSize != sizeUpTo(*params, params->isAllPassSubmitted)
               ? kInvalid
               : advance(params->profiler, Stage::Started, Stage::Stopped);
}

FAKE_EXPORT Result cuptiRangeProfilerDecodeData(RangeDecodeData* params)
{
    if (const Result result = advance(params->profiler, Stage::Stopped, Stage::Decoded);
        result != 0) {
        return result;
    }
    const std::lock_guard guard(state().lock);
    Profiler& profiler = profilerOf(params->profiler);
    const std::size_t lost = state().hasLost ? 0 : optionNumber("lose");
    state().hasLost = true;
    profiler.kernels.resize(profiler.kernels.size() - std::min(lost, profiler.kernels.size()));
    DataHead head;
    std::memcpy(&head, profiler.data, sizeof head);
    head.kernels = std::min({profiler.kernels.size(), profiler.most, head.room});
    params->numOfRangeDropped = profiler.kernels.size() - head.kernels;
    std::memcpy(profiler.data, &head, sizeof head);
    std::memcpy(
        profiler.data + sizeof head, profiler.kernels.data(), head.kernels * sizeof(CountedKernel));
    return 0;
}

FAKE_EXPORT Result cuptiRangeProfilerGetCounterDataInfo(RangeGetCounterDataInfo* params)
{
    DataHead head;
    std::memcpy(&head, params->counterDataImage, sizeof head);
    params->numTotalRanges = head.kernels;
    return 0;
}

FAKE_EXPORT Result cuptiProfilerHostEvaluateToGpuValues(EvaluateToGpuValues* params)
{
    if (vellum::fake::isForSampling(params->hostObject)) {
        for (std::size_t i = 0; i < params->numMetrics; ++i) {
            params->metricValues[i] =
                vellum::fake::sampledValue(params->counterDataImage, params->rangeIndex, i);
        }
        return 0;
    }
    DataHead head;
    std::memcpy(&head, params->counterDataImage, sizeof head);
    if (params->rangeIndex >= head.kernels) {
        return kInvalid;
    }
    CountedKernel kernel;
    std::memcpy(
        &kernel,
        params->counterDataImage + sizeof head + params->rangeIndex * sizeof kernel,
        sizeof kernel);
    for (std::size_t i = 0; i < params->numMetrics; ++i) {
        params->metricValues[i] = valueOf(params->metricNames[i], kernel);
    }
    return 0;
}
