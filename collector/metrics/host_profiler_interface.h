#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::metrics {

/// What we call of CUPTI's host profiler, declared by ourselves. Each function takes one structure, which says its own size, so that
/// later libraries may append members. Where the vendor's headers are found, a test holds these against them
/// (tests/collector/gpu/vendor_layout.cpp).
///
/// Source   The vendor's documentation of the CUPTI Profiler Host API.

using CuptiResult = std::uint32_t;  ///< 0 success

enum class MetricType : std::uint32_t { Counter = 0, Ratio = 1, Throughput = 2 };

/// The size that the library expects: up to the end of the last member, without padding.
template <typename Params, typename Member>
[[nodiscard]] std::size_t sizeUpTo(const Params& params, const Member& last)
{
    return static_cast<std::size_t>(
        reinterpret_cast<const std::byte*>(&last) - reinterpret_cast<const std::byte*>(&params)
        + static_cast<std::ptrdiff_t>(sizeof last));
}

struct GetSupportedChips {
    std::size_t structSize = 0;
    void* priv = nullptr;
    std::size_t numChips = 0;
    const char* const* chipNames = nullptr;
};

struct Initialize {
    std::size_t structSize = 0;
    void* priv = nullptr;
    std::uint32_t profilerType = 0;  ///< 0: the Range Profiler
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

struct HostProfilerInterface {
    CuptiResult (*getSupportedChips)(GetSupportedChips*) = nullptr;
    CuptiResult (*initialize)(Initialize*) = nullptr;
    CuptiResult (*deinitialize)(Deinitialize*) = nullptr;
    CuptiResult (*getBaseMetrics)(GetBaseMetrics*) = nullptr;
    CuptiResult (*getMetricProperties)(GetMetricProperties*) = nullptr;
    CuptiResult (*configAddMetrics)(ConfigAddMetrics*) = nullptr;
    CuptiResult (*getConfigImageSize)(GetConfigImageSize*) = nullptr;
    CuptiResult (*getConfigImage)(GetConfigImage*) = nullptr;
    CuptiResult (*getNumOfPasses)(GetNumOfPasses*) = nullptr;
};

}  // namespace vellum::collector::metrics
