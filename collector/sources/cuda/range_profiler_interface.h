#pragma once

#include "collector/sources/cuda/cupti_interface.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::cuda {

/// What we call of CUPTI's Range Profiler, which counts on a device what work between two points does; declared by ourselves, as in
/// host_profiler_interface.h. Every structure says its own size first.
///
/// Source   The vendor's documentation of the CUPTI Range Profiling API, of CUDA 12.6 and later.

enum class RangeMode : std::uint32_t { Auto = 1, User = 2 };  ///< Auto: a range for each kernel
enum class ReplayMode : std::uint32_t { Application = 1, Kernel = 2, User = 3 };

struct ProfilerInitialize {
    std::size_t structSize = sizeof(ProfilerInitialize);
    void* priv = nullptr;
};

struct GetChipName {
    std::size_t structSize = sizeof(GetChipName);
    void* priv = nullptr;
    std::size_t deviceIndex = 0;
    const char* chipName = nullptr;
};

struct RangeEnable {
    std::size_t structSize = sizeof(RangeEnable);
    void* priv = nullptr;
    void* context = nullptr;
    void* profiler = nullptr;
};

/// Of Disable and Start, which take nothing else.
struct RangeProfilerOnly {
    std::size_t structSize = sizeof(RangeProfilerOnly);
    void* priv = nullptr;
    void* profiler = nullptr;
};

struct RangeStop {
    std::size_t structSize = 0;  ///< up to the end of the last member
    void* priv = nullptr;
    void* profiler = nullptr;
    std::size_t passIndex = 0;
    std::size_t targetNestingLevel = 0;
    std::uint8_t isAllPassSubmitted = 0;
};

struct RangeSetConfig {
    std::size_t structSize = 0;  ///< up to the end of the last member
    void* priv = nullptr;
    void* profiler = nullptr;
    std::size_t configSize = 0;
    const std::uint8_t* config = nullptr;
    std::size_t counterDataImageSize = 0;
    std::uint8_t* counterDataImage = nullptr;
    RangeMode range = RangeMode::Auto;
    ReplayMode replayMode = ReplayMode::Kernel;
    std::size_t maxRangesPerPass = 0;
    std::uint16_t numNestingLevels = 1;
    std::uint16_t minNestingLevel = 1;
    std::size_t passIndex = 0;
    std::uint16_t targetNestingLevel = 0;
};

struct RangeDecodeData {
    std::size_t structSize = sizeof(RangeDecodeData);
    void* priv = nullptr;
    void* profiler = nullptr;
    std::size_t numOfRangeDropped = 0;
};

struct RangeGetCounterDataSize {
    std::size_t structSize = sizeof(RangeGetCounterDataSize);
    void* priv = nullptr;
    void* profiler = nullptr;
    const char** metricNames = nullptr;
    std::size_t numMetrics = 0;
    std::size_t maxNumOfRanges = 0;
    std::uint32_t maxNumRangeTreeNodes = 0;
    std::size_t counterDataSize = 0;
};

struct RangeCounterDataInitialize {
    std::size_t structSize = sizeof(RangeCounterDataInitialize);
    void* priv = nullptr;
    void* profiler = nullptr;
    std::size_t counterDataSize = 0;
    std::uint8_t* counterData = nullptr;
};

struct RangeGetCounterDataInfo {
    std::size_t structSize = sizeof(RangeGetCounterDataInfo);
    void* priv = nullptr;
    const std::uint8_t* counterDataImage = nullptr;
    std::size_t counterDataImageSize = 0;
    std::size_t numTotalRanges = 0;
};

struct RangeProfilerInterface {
    Result (*initialize)(ProfilerInitialize*) = nullptr;
    Result (*deviceOf)(void* context, std::uint32_t* device) = nullptr;
    Result (*chipName)(GetChipName*) = nullptr;
    Result (*enable)(RangeEnable*) = nullptr;
    Result (*disable)(RangeProfilerOnly*) = nullptr;
    Result (*start)(RangeProfilerOnly*) = nullptr;
    Result (*stop)(RangeStop*) = nullptr;
    Result (*setConfig)(RangeSetConfig*) = nullptr;
    Result (*decode)(RangeDecodeData*) = nullptr;
    Result (*counterDataSize)(RangeGetCounterDataSize*) = nullptr;
    Result (*initializeCounterData)(RangeCounterDataInitialize*) = nullptr;
    Result (*counterDataInfo)(RangeGetCounterDataInfo*) = nullptr;
};

/// Looks its functions up in \p library. \return the first that is missing, null if all are there
[[nodiscard]] const char* findRangeProfiler(void* library, RangeProfilerInterface& calls);

}  // namespace vellum::collector::cuda
