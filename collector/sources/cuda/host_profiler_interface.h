#pragma once

#include "collector/sources/cuda/cupti_interface.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::cuda {

/// What we call of CUPTI's host profiler, declared by ourselves. Each function takes one structure, which says its own size, so that
/// later libraries may append members. Where the vendor's headers are found, a test holds these against them
/// (tests/collector/gpu/vendor_layout.cpp).
///
/// Source   The vendor's documentation of the CUPTI Profiler Host API.

enum class ProfilerType : std::uint32_t { Range = 0, PmSampling = 1 };
enum class MetricType : std::uint32_t { Counter = 0, Ratio = 1, Throughput = 2 };

struct GetSupportedChips {
    std::size_t structSize = 0;
    void* priv = nullptr;
    std::size_t numChips = 0;
    const char* const* chipNames = nullptr;
};

struct Initialize {
    std::size_t structSize = 0;
    void* priv = nullptr;
    ProfilerType profilerType = ProfilerType::Range;
    const char* chipName = nullptr;
    const std::uint8_t* counterAvailabilityImage = nullptr;
    void* hostObject = nullptr;
};

struct Deinitialize {
    std::size_t structSize = 0;
    void* priv = nullptr;
    void* hostObject = nullptr;
};

struct GetBaseMetrics {
    std::size_t structSize = 0;
    void* priv = nullptr;
    void* hostObject = nullptr;
    MetricType metricType = MetricType::Counter;
    const char** metricNames = nullptr;
    std::size_t numMetrics = 0;
};

struct GetMetricProperties {
    std::size_t structSize = 0;
    void* priv = nullptr;
    void* hostObject = nullptr;
    const char* metricName = nullptr;
    const char* description = nullptr;
    const char* hwUnit = nullptr;
    const char* dimUnit = nullptr;
    MetricType metricType = MetricType::Counter;
};

struct ConfigAddMetrics {
    std::size_t structSize = 0;
    void* priv = nullptr;
    void* hostObject = nullptr;
    const char** metricNames = nullptr;
    std::size_t numMetrics = 0;
};

struct GetConfigImageSize {
    std::size_t structSize = 0;
    void* priv = nullptr;
    void* hostObject = nullptr;
    std::size_t configImageSize = 0;
};

struct GetConfigImage {
    std::size_t structSize = 0;
    void* priv = nullptr;
    void* hostObject = nullptr;
    std::size_t configImageSize = 0;
    std::uint8_t* configImage = nullptr;
};

struct GetNumOfPasses {
    std::size_t structSize = 0;
    void* priv = nullptr;
    std::size_t configImageSize = 0;
    std::uint8_t* configImage = nullptr;
    std::size_t numOfPasses = 0;
};

struct EvaluateToGpuValues {
    std::size_t structSize = 0;
    void* priv = nullptr;
    void* hostObject = nullptr;
    const std::uint8_t* counterDataImage = nullptr;
    std::size_t counterDataImageSize = 0;
    std::size_t rangeIndex = 0;
    const char** metricNames = nullptr;
    std::size_t numMetrics = 0;
    double* metricValues = nullptr;
};

struct HostProfilerInterface {
    Result (*getSupportedChips)(GetSupportedChips*) = nullptr;
    Result (*initialize)(Initialize*) = nullptr;
    Result (*deinitialize)(Deinitialize*) = nullptr;
    Result (*getBaseMetrics)(GetBaseMetrics*) = nullptr;
    Result (*getMetricProperties)(GetMetricProperties*) = nullptr;
    Result (*configAddMetrics)(ConfigAddMetrics*) = nullptr;
    Result (*getConfigImageSize)(GetConfigImageSize*) = nullptr;
    Result (*getConfigImage)(GetConfigImage*) = nullptr;
    Result (*getNumOfPasses)(GetNumOfPasses*) = nullptr;
    Result (*evaluateToGpuValues)(EvaluateToGpuValues*) = nullptr;
};

/// Looks its functions up in \p library. \return the first that is missing, null if all are there
[[nodiscard]] const char* findHostProfiler(void* library, HostProfilerInterface& host);

}  // namespace vellum::collector::cuda
