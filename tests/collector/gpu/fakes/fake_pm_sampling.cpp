// CUPTI's PM sampling of devices that are not there: from Start on there is a sample at each interval, whose values are its number. The
// device's clock is half a minute ahead of the recorder's. Calls that come out of order are refused, as are sizes of another version.
#include "collector/sources/cuda/pm_sampling_interface.h"
#include "tests/collector/gpu/fakes/fake_cupti.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace vellum::collector::cuda;  // the vendor's functions
using vellum::fake::isAsked;
using vellum::fake::optionNumber;

namespace {

constexpr Result kInvalid = 1;
constexpr Result kOutOfOrder = 7;
constexpr std::uint64_t kAhead = 30'000'000'000;

struct Sampler {
    std::size_t device = 0;
    std::uint64_t interval = 0;  ///< 0: not configured
    std::uint64_t begin = 0;     ///< by the recorder's clock; 0: not started
    std::uint64_t end = UINT64_MAX;
    std::uint64_t taken = 0;  ///< samples that were decoded
    bool hasOverflown = false;
};

/// Of a counter data image: the first sample in it, and how many.
struct DataHead {
    std::uint32_t room = 0;
    std::uint32_t samples = 0;
    std::uint64_t first = 0;
};

std::mutex lock;
std::map<std::size_t, Sampler> samplers;  ///< by device

Sampler& samplerOf(void* handle)
{
    return *static_cast<Sampler*>(handle);
}

DataHead headOf(const std::uint8_t* image)
{
    DataHead head;
    std::memcpy(&head, image, sizeof head);
    return head;
}

}  // namespace

namespace vellum::fake {

double sampledValue(const std::uint8_t* image, std::size_t sample, std::size_t metric)
{
    return static_cast<double>(headOf(image).first + sample) + static_cast<double>(metric) / 8;
}

}  // namespace vellum::fake

FAKE_EXPORT Result cuptiPmSamplingEnable(SamplingEnable* params)
{
    if (const auto refused = optionNumber("pm"); refused != 0) {
        return static_cast<Result>(refused);
    }
    const std::lock_guard guard(lock);
    const auto [place, isNew] = samplers.try_emplace(params->deviceIndex);
    place->second.device = params->deviceIndex;
    params->sampler = &place->second;
    return isNew ? 0 : kOutOfOrder;
}

FAKE_EXPORT Result cuptiPmSamplingDisable(SamplerOnly* params)
{
    const std::lock_guard guard(lock);
    return samplers.erase(samplerOf(params->sampler).device) == 1 ? 0 : kOutOfOrder;
}

/// With FAKE_CUPTI=pmcycles a chip that knows no intervals of time.
FAKE_EXPORT Result cuptiPmSamplingSetConfig(SamplingSetConfig* params)
{
    if (params->structSize != sizeof *params || params->configSize == 0
        || params->hardwareBufferSize == 0) {
        return kInvalid;
    }
    const bool isTime = params->triggerMode == SamplingTrigger::Time;
    if (isTime && isAsked("pmcycles")) {
        return kInvalid;
    }
    samplerOf(params->sampler).interval =
        isTime ? params->samplingInterval : params->samplingInterval * 2 / 3;
    return 0;
}

FAKE_EXPORT Result cuptiPmSamplingStart(SamplerOnly* params)
{
    const std::lock_guard guard(lock);
    Sampler& sampler = samplerOf(params->sampler);
    if (sampler.interval == 0 || sampler.begin != 0) {
        return kOutOfOrder;
    }
    sampler.begin = vellum::fake::now();
    return 0;
}

FAKE_EXPORT Result cuptiPmSamplingStop(SamplerOnly* params)
{
    const std::lock_guard guard(lock);
    samplerOf(params->sampler).end = vellum::fake::now();
    return 0;
}

FAKE_EXPORT Result cuptiPmSamplingGetCounterDataSize(SamplingGetCounterDataSize* params)
{
    params->counterDataSize = sizeof(DataHead) + params->maxSamples;
    return params->numMetrics == 0 ? kInvalid : 0;
}

FAKE_EXPORT Result cuptiPmSamplingCounterDataImageInitialize(SamplingCounterDataInitialize* params)
{
    // Less room than was asked for, so that several images are needed.
    const DataHead head{
        .room = std::min<std::uint32_t>(
            7, static_cast<std::uint32_t>(params->counterDataSize - sizeof(DataHead)))};
    std::memcpy(params->counterData, &head, sizeof head);
    return 0;
}

FAKE_EXPORT Result cuptiPmSamplingDecodeData(SamplingDecodeData* params)
{
    const std::lock_guard guard(lock);
    Sampler& sampler = samplerOf(params->sampler);
    DataHead head = headOf(params->counterDataImage);
    if (params->structSize != sizeUpTo(*params, params->overflow) || head.samples != 0) {
        return kInvalid;
    }
    if (sampler.begin == 0) {
        return kOutOfOrder;
    }
    const std::uint64_t until = std::min(vellum::fake::now(), sampler.end);
    const std::uint64_t there = (until - sampler.begin) / sampler.interval;
    if (isAsked("pmoverflow") && !sampler.hasOverflown && sampler.taken > 20
        && there > sampler.taken + 10) {
        sampler.hasOverflown = true;
        sampler.taken += 5;  // lost
        params->overflow = 1;
    }
    head.first = sampler.taken;
    head.samples =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(head.room, there - sampler.taken));
    sampler.taken += head.samples;
    params->decodeStopReason =
        sampler.taken < there ? DecodeStop::DataFull : DecodeStop::EndOfRecords;
    std::memcpy(params->counterDataImage, &head, sizeof head);
    return 0;
}

FAKE_EXPORT Result cuptiPmSamplingGetCounterDataInfo(SamplingGetCounterDataInfo* params)
{
    const DataHead head = headOf(params->counterDataImage);
    params->numTotalSamples = head.room;
    params->numPopulatedSamples = params->numCompletedSamples = head.samples;
    return 0;
}

FAKE_EXPORT Result cuptiPmSamplingCounterDataGetSampleInfo(SamplingGetSampleInfo* params)
{
    const std::lock_guard guard(lock);
    const Sampler& sampler = samplerOf(params->sampler);
    const DataHead head = headOf(params->counterDataImage);
    if (params->sampleIndex >= head.samples) {
        return kInvalid;
    }
    params->startTimestamp =
        kAhead + sampler.begin + (head.first + params->sampleIndex) * sampler.interval;
    params->endTimestamp = params->startTimestamp + sampler.interval;
    return 0;
}
