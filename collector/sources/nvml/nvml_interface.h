#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::nvml {

/// What we call of NVIDIA's management library, by function pointers.
///
/// Source   The vendor's documentation of NVML; numbers are part of its stable ABI.
/// Threads  Immutable once loaded.

using Result = std::uint32_t;  ///< 0 success
using Device = void*;

enum class ClockType : std::uint32_t { Sm = 1, Memory = 2 };
inline constexpr std::uint32_t kSensorOfChip = 0;
inline constexpr unsigned kUuidBytes = 96;
inline constexpr unsigned kNameBytes = 96;

struct MemoryInfo {
    std::uint64_t total = 0;
    std::uint64_t free = 0;
    std::uint64_t used = 0;
};

struct Utilization {
    std::uint32_t gpu = 0;     ///< per cent
    std::uint32_t memory = 0;  ///< per cent
};

struct NvmlInterface {
    Result (*init)() = nullptr;
    const char* (*errorString)(Result) = nullptr;
    Result (*count)(std::uint32_t*) = nullptr;
    Result (*handle)(std::uint32_t index, Device*) = nullptr;
    Result (*uuid)(Device, char*, unsigned bytes) = nullptr;
    Result (*name)(Device, char*, unsigned bytes) = nullptr;
    Result (*power)(Device, std::uint32_t* milliwatts) = nullptr;
    Result (*clock)(Device, ClockType, std::uint32_t* megahertz) = nullptr;
    Result (*temperature)(Device, std::uint32_t sensor, std::uint32_t* celsius) = nullptr;
    Result (*memory)(Device, MemoryInfo*) = nullptr;
    Result (*utilization)(Device, Utilization*) = nullptr;
};

/// Finds the library and its functions: `VELLUM_NVML_LIB` alone if it is set, else what comes with the driver.
///
/// Errors   False, with a sentence in \p reason (without its end), cut to its size.
[[nodiscard]] bool loadNvml(NvmlInterface& nvml, char* reason, std::size_t reasonBytes);

}  // namespace vellum::collector::nvml
