#include "collector/sources/nvml/device_samples.h"

#include "collector/measurement/clock.h"
#include "collector/measurement/lifecycle.h"
#include "collector/measurement/space_budget.h"
#include "collector/measurement/spool_file.h"
#include "collector/sources/nvml/nvml_interface.h"
#include "collector/sources/nvml/sample_format.h"

#include <link.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstring>

namespace vellum::collector::nvml {

namespace {

constexpr std::uint32_t kMostDevices = 64;

enum class Phase { Waiting, Running, Unavailable };

/// Of the sampler's thread.
struct State {
    Phase phase = Phase::Waiting;
    NvmlInterface nvml;
    std::uint32_t count = 0;
    Device devices[kMostDevices] = {};
    std::uint32_t refused[kMostDevices] = {};  ///< a bit for each quantity that was said to be
};
constinit State state;

void say(const char* what, const char* reason)
{
    char sentence[640];
    std::snprintf(sentence, sizeof sentence, "source counters: %s: %s", what, reason);
    measurement::noteUnavailable(sentence);
}

void sayResult(const char* what, Result result)
{
    const char* text = state.nvml.errorString(result);
    char reason[256];
    std::snprintf(
        reason, sizeof reason, "refused with %u (%s)", result, text == nullptr ? "?" : text);
    say(what, reason);
}

int isDriver(dl_phdr_info* info, std::size_t /*size*/, void* /*unused*/)
{
    return info->dlpi_name != nullptr && std::strstr(info->dlpi_name, "/libcuda.so") != nullptr ? 1
                                                                                                : 0;
}

/// Not by dlopen: ours would take that for the program's own request (driver_watch.h).
bool isDriverThere()
{
    return measurement::process.hasDevices || ::dl_iterate_phdr(isDriver, nullptr) != 0;
}

/// The digits of "GPU-1b2c…", which CUPTI has as bytes.
void describe(std::uint32_t index)
{
    char uuid[kUuidBytes] = {};
    char name[kNameBytes] = {};
    if (state.nvml.uuid(state.devices[index], uuid, sizeof uuid) != 0
        || state.nvml.name(state.devices[index], name, sizeof name) != 0) {
        return;
    }
    constexpr std::size_t kPrefix = 4;  // "GPU-"
    char digits[kUuidBytes] = {};
    std::copy_if(uuid + kPrefix, uuid + sizeof uuid, digits, [](char letter) {
        return std::isxdigit(static_cast<unsigned char>(letter)) != 0;
    });
    char path[PATH_MAX];
    char line[256];
    const int bytes = std::snprintf(line, sizeof line, "%u\t%s\t%s\n", index, digits, name);
    if (measurement::spoolPath(path, kDeviceFile)) {
        measurement::appendToFile(path, line, static_cast<std::size_t>(bytes));
    }
}

bool start()
{
    char reason[512] = {};
    if (!loadNvml(state.nvml, reason, sizeof reason)) {
        say("devices", reason);
        return false;
    }
    if (const Result result = state.nvml.init(); result != 0) {
        sayResult("devices: nvmlInit", result);
        return false;
    }
    if (const Result result = state.nvml.count(&state.count); result != 0) {
        sayResult("devices: nvmlDeviceGetCount", result);
        return false;
    }
    state.count = std::min(state.count, kMostDevices);
    for (std::uint32_t i = 0; i < state.count; ++i) {
        if (state.nvml.handle(i, &state.devices[i]) == 0) {
            describe(i);
        }
    }
    return true;
}

/// Asks for one quantity of a device.
Result ask(Device device, Quantity quantity, std::uint64_t& value)
{
    const NvmlInterface& nvml = state.nvml;
    std::uint32_t number = 0;
    MemoryInfo memory;
    Utilization use;
    Result result = 0;
    switch (quantity) {
    case Quantity::Power:
        result = nvml.power(device, &number);
        break;
    case Quantity::Clock:
        result = nvml.clock(device, ClockType::Sm, &number);
        break;
    case Quantity::MemoryClock:
        result = nvml.clock(device, ClockType::Memory, &number);
        break;
    case Quantity::Temperature:
        result = nvml.temperature(device, kSensorOfChip, &number);
        break;
    case Quantity::MemoryInUse:
        result = nvml.memory(device, &memory);
        break;
    case Quantity::Use:
    case Quantity::MemoryUse:
        result = nvml.utilization(device, &use);
        number = quantity == Quantity::Use ? use.gpu : use.memory;
        break;
    }
    value = quantity == Quantity::MemoryInUse ? memory.used : number;
    return result;
}

void sample(std::uint32_t index)
{
    DeviceSample taken{.device = index};
    for (std::size_t i = 0; i < kQuantities.size(); ++i) {
        const std::uint32_t bit = 1U << i;
        taken.values.at(i) = kNotTold;
        if ((state.refused[index] & bit) != 0) {
            continue;
        }
        if (const Result result =
                ask(state.devices[index], static_cast<Quantity>(i), taken.values.at(i));
            result != 0) {
            state.refused[index] |= bit;
            taken.values.at(i) = kNotTold;
            char what[128];
            std::snprintf(what, sizeof what, "GPU %u: %s", index, kQuantities.at(i).name);
            sayResult(what, result);
        }
    }
    taken.tick = measurement::readClock(measurement::process.config.clock);
    char path[PATH_MAX];
    if (measurement::takeSpace(kQuantities.size() * measurement::kArchiveBytesOfOther)
        && measurement::spoolPath(path, kSampleFile)) {
        measurement::appendToFile(path, reinterpret_cast<const char*>(&taken), sizeof taken);
    }
}

}  // namespace

void sampleDevices()
{
    if (state.phase == Phase::Waiting && isDriverThere()) {
        state.phase = start() ? Phase::Running : Phase::Unavailable;
    }
    for (std::uint32_t i = 0; state.phase == Phase::Running && i < state.count; ++i) {
        if (state.devices[i] != nullptr) {
            sample(i);
        }
    }
}

void forgetDevices()
{
    state = State{};
}

}  // namespace vellum::collector::nvml
