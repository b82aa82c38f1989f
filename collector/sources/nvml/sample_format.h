#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace vellum::collector::nvml {

/// What is asked of a device.
enum class Quantity : std::uint8_t {
    Power,
    Clock,
    MemoryClock,
    Temperature,
    MemoryInUse,
    Use,
    MemoryUse,
};

struct QuantityInfo {
    const char* name = nullptr;
    const char* unit = nullptr;
    bool isOfTimeBefore =
        false;  ///< of the library's own period up to the sample, else of its moment
};

/// By number.
inline constexpr auto kQuantities = std::to_array<QuantityInfo>({
    {"GPU power", "mW"},
    {"GPU clock", "MHz"},
    {"GPU memory clock", "MHz"},
    {"GPU temperature", "degC"},
    {"GPU memory in use, by all processes", "bytes"},
    {"GPU use", "%", true},         // of the time in which at least one kernel ran
    {"GPU memory use", "%", true},  // of the time in which memory was read or written
});

/// A quantity that the device does not tell.
inline constexpr std::uint64_t kNotTold = UINT64_MAX;

/// A record of the file kSampleFile of a process, appended in one write.
struct DeviceSample {
    std::uint64_t tick = 0;
    std::uint64_t device = 0;  ///< as the library numbers them
    std::array<std::uint64_t, kQuantities.size()> values{};
};
static_assert(sizeof(DeviceSample) == 72);

inline constexpr const char* kSampleFile = "nvml";
/// A line for each device: its number, its UUID as 32 hexadecimal digits, its name; tabs in between.
inline constexpr const char* kDeviceFile = "nvml-devices";

}  // namespace vellum::collector::nvml
