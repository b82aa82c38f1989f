// NVIDIA's management library with two devices behind it that are not there. Their UUIDs are those of fake_cuda's devices.
//
// FAKE_NVML makes it misbehave: `init` fails with 9, `temperature` is refused with 3.
#include "collector/sources/nvml/nvml_interface.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

using vellum::collector::nvml::ClockType;
using vellum::collector::nvml::Device;
using vellum::collector::nvml::MemoryInfo;
using vellum::collector::nvml::Result;
using vellum::collector::nvml::Utilization;

namespace {

constexpr Result kInvalid = 2;
constexpr Result kNotSupported = 3;
constexpr Result kDriverNotLoaded = 9;
constexpr std::uint32_t kDevices = 2;

std::atomic<std::uint32_t> asked = 0;

bool isRefused(const char* what)
{
    const char* text = std::getenv("FAKE_NVML");
    return text != nullptr && std::strcmp(text, what) == 0;
}

/// Handles are numbers from 1 on.
std::uint32_t numberOf(Device device)
{
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(device)) - 1;
}

}  // namespace

FAKE_EXPORT Result nvmlInit_v2()
{
    return isRefused("init") ? kDriverNotLoaded : 0;
}

FAKE_EXPORT const char* nvmlErrorString(Result result)
{
    return result == kNotSupported ? "Not Supported" : "Driver Not Loaded";
}

FAKE_EXPORT Result nvmlDeviceGetCount_v2(std::uint32_t* count)
{
    *count = kDevices;
    return 0;
}

FAKE_EXPORT Result nvmlDeviceGetHandleByIndex_v2(std::uint32_t index, Device* device)
{
    *device = reinterpret_cast<Device>(std::uintptr_t{index} + 1);
    return index < kDevices ? 0 : kInvalid;
}

FAKE_EXPORT Result nvmlDeviceGetUUID(Device device, char* uuid, unsigned bytes)
{
    std::snprintf(uuid, bytes, "GPU-a0000000-0000-0000-0000-0000000000%02x", numberOf(device) + 1);
    return 0;
}

FAKE_EXPORT Result nvmlDeviceGetName(Device /*device*/, char* name, unsigned bytes)
{
    std::snprintf(name, bytes, "Fake GPU 9000");
    return 0;
}

FAKE_EXPORT Result nvmlDeviceGetPowerUsage(Device device, std::uint32_t* milliwatts)
{
    *milliwatts = 300'000 + 1000 * numberOf(device) + asked++ % 7;
    return 0;
}

FAKE_EXPORT Result nvmlDeviceGetClockInfo(Device /*device*/, ClockType type, std::uint32_t* mhz)
{
    *mhz = type == ClockType::Sm ? 1980 : 3201;
    return 0;
}

FAKE_EXPORT Result
nvmlDeviceGetTemperature(Device device, std::uint32_t /*sensor*/, std::uint32_t* celsius)
{
    *celsius = 40 + numberOf(device);
    return isRefused("temperature") ? kNotSupported : 0;
}

FAKE_EXPORT Result nvmlDeviceGetMemoryInfo(Device /*device*/, MemoryInfo* memory)
{
    *memory = {.total = 80'000'000'000, .free = 79'000'000'000, .used = 1'000'000'000};
    return 0;
}

FAKE_EXPORT Result nvmlDeviceGetUtilizationRates(Device /*device*/, Utilization* use)
{
    *use = {.gpu = 75, .memory = 20};
    return 0;
}
