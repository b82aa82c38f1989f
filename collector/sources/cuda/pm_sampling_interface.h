#pragma once

#include "collector/sources/cuda/cupti_interface.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::cuda {

/// What we call of CUPTI's PM sampling, by which a device counts in regular intervals, whatever it does; declared by ourselves, as in
/// host_profiler_interface.h. Every structure says its own size first.
///
/// Units    Times of samples are nanoseconds of the device's own clock.
/// Source   The vendor's documentation of the CUPTI PM Sampling API, of CUDA 12.6 and later.

enum class SamplingTrigger : std::uint32_t { Cycles = 0, Time = 1 };
enum class DecodeStop : std::uint32_t { Other = 0, DataFull = 1, EndOfRecords = 2 };

struct SamplingEnable {
    std::size_t structSize = sizeof(SamplingEnable);
    void* priv = nullptr;
    std::size_t deviceIndex = 0;
    void* sampler = nullptr;
};

/// Of Disable, Start and Stop, which take nothing else.
struct SamplerOnly {
    std::size_t structSize = sizeof(SamplerOnly);
    void* priv = nullptr;
    void* sampler = nullptr;
};

struct SamplingSetConfig {
    std::size_t structSize = sizeof(SamplingSetConfig);
    void* priv = nullptr;
    void* sampler = nullptr;
    std::size_t configSize = 0;
    const std::uint8_t* config = nullptr;
    std::size_t hardwareBufferSize = 0;
    std::uint64_t samplingInterval = 0;  ///< ns, or cycles of the system's clock
    SamplingTrigger triggerMode = SamplingTrigger::Time;
    std::uint32_t appendMode = 0;  ///< keep the oldest
};

struct SamplingDecodeData {
    std::size_t structSize = 0;  ///< up to the end of the last member
    void* priv = nullptr;
    void* sampler = nullptr;
    std::uint8_t* counterDataImage = nullptr;
    std::size_t counterDataImageSize = 0;
    DecodeStop decodeStopReason = DecodeStop::Other;
    std::uint8_t overflow = 0;
};

struct SamplingGetCounterDataSize {
    std::size_t structSize = sizeof(SamplingGetCounterDataSize);
    void* priv = nullptr;
    void* sampler = nullptr;
    const char** metricNames = nullptr;
    std::size_t numMetrics = 0;
    std::uint32_t maxSamples = 0;
    std::size_t counterDataSize = 0;
};

struct SamplingCounterDataInitialize {
    std::size_t structSize = sizeof(SamplingCounterDataInitialize);
    void* priv = nullptr;
    void* sampler = nullptr;
    std::size_t counterDataSize = 0;
    std::uint8_t* counterData = nullptr;
};

struct SamplingGetCounterDataInfo {
    std::size_t structSize = sizeof(SamplingGetCounterDataInfo);
    void* priv = nullptr;
    const std::uint8_t* counterDataImage = nullptr;
    std::size_t counterDataImageSize = 0;
    std::size_t numTotalSamples = 0;
    std::size_t numPopulatedSamples = 0;
    std::size_t numCompletedSamples = 0;
};

struct SamplingGetSampleInfo {
    std::size_t structSize = sizeof(SamplingGetSampleInfo);
    void* priv = nullptr;
    void* sampler = nullptr;
    const std::uint8_t* counterDataImage = nullptr;
    std::size_t counterDataImageSize = 0;
    std::size_t sampleIndex = 0;
    std::uint64_t startTimestamp = 0;
    std::uint64_t endTimestamp = 0;
};

struct PmSamplingInterface {
    Result (*enable)(SamplingEnable*) = nullptr;
    Result (*disable)(SamplerOnly*) = nullptr;
    Result (*start)(SamplerOnly*) = nullptr;
    Result (*stop)(SamplerOnly*) = nullptr;
    Result (*setConfig)(SamplingSetConfig*) = nullptr;
    Result (*decode)(SamplingDecodeData*) = nullptr;
    Result (*counterDataSize)(SamplingGetCounterDataSize*) = nullptr;
    Result (*initializeCounterData)(SamplingCounterDataInitialize*) = nullptr;
    Result (*counterDataInfo)(SamplingGetCounterDataInfo*) = nullptr;
    Result (*sampleInfo)(SamplingGetSampleInfo*) = nullptr;
};

/// Looks its functions up in \p library. \return the first that is missing, null if all are there
[[nodiscard]] const char* findPmSampling(void* library, PmSamplingInterface& calls);

}  // namespace vellum::collector::cuda
