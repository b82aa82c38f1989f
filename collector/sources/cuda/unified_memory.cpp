#include "collector/sources/cuda/unified_memory.h"

#include "collector/sources/cuda/activity_layout.h"
#include "collector/sources/cuda/raw_file.h"

#include <cstdio>

namespace vellum::collector::cuda {

namespace {

constexpr std::uint32_t kCounterKinds = 8;
/// By kind, from 1 on.
constexpr const char* kNames[kCounterKinds] = {
    "bytes moved to devices",
    "bytes moved to the host",
    "page faults of the processor",
    "page faults of devices",
    "thrashing",
    "throttling",
    "remote maps",
    "bytes moved between devices"};

void say(const CuptiInterface& cupti, const char* what, Result result)
{
    const char* text = nullptr;
    if (cupti.getResultString(result, &text) != 0 || text == nullptr) {
        text = "unknown error";
    }
    char reason[512];
    std::snprintf(
        reason,
        sizeof reason,
        "counting unified memory: %s fails with %u (%s)",
        what,
        result,
        text);
    appendUnavailable(reason);
}

/// Kind by kind, each tried alone; those that are taken are asked for together, since a call may take the place of the one before.
Result configureOneByOne(const CuptiInterface& cupti, std::uint32_t scope)
{
    UnifiedMemoryConfig taken[kCounterKinds];
    std::uint32_t count = 0;
    for (std::uint32_t i = 0; i < kCounterKinds; ++i) {
        UnifiedMemoryConfig one{.scope = scope, .kind = i + 1};
        if (const Result result = cupti.configureUnifiedMemory(&one, 1); result != 0) {
            say(cupti, kNames[i], result);
        } else {
            taken[count++] = one;
        }
    }
    return count == 0 ? 1 : cupti.configureUnifiedMemory(taken, count);
}

Result configureAll(const CuptiInterface& cupti, std::uint32_t scope)
{
    UnifiedMemoryConfig configs[kCounterKinds];
    for (std::uint32_t i = 0; i < kCounterKinds; ++i) {
        configs[i] = {.scope = scope, .kind = i + 1};
    }
    return cupti.configureUnifiedMemory(configs, kCounterKinds);
}

}  // namespace

void enableUnifiedMemory(const CuptiInterface& cupti)
{
    if (cupti.configureUnifiedMemory == nullptr) {
        return;
    }
    // Older libraries know the scope of one device alone, which in fact counts for all of the process.
    Result result = configureAll(cupti, UnifiedMemoryConfig::kAllDevices);
    if (result != 0) {
        result = configureAll(cupti, UnifiedMemoryConfig::kOneDevice);
    }
    if (result != 0 && configureOneByOne(cupti, UnifiedMemoryConfig::kOneDevice) != 0) {
        return say(cupti, "configuring it", result);
    }
    const auto kind = static_cast<std::uint32_t>(layout::Kind::UnifiedMemoryCounter);
    if (result = cupti.enableActivity(kind); result != 0) {
        say(cupti, "enabling it", result);
    }
}

}  // namespace vellum::collector::cuda
