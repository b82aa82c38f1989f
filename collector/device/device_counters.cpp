#include "collector/device/device_counters.h"

#include <algorithm>
#include <utility>

namespace vellum::collector::device {

DeviceCounter& DeviceCounters::find(
    std::uint32_t device, const std::string& owner, const char* name, const char* unit)
{
    DeviceCounter& found = m_counters[{.device = device, .owner = owner, .name = name}];
    if (found.name.empty()) {
        found = {.name = name, .unit = unit, .owner = owner, .device = device};
    }
    return found;
}

void DeviceCounters::add(
    std::uint32_t device,
    const char* name,
    const char* unit,
    std::uint64_t tick,
    std::int64_t change)
{
    find(device, {}, name, unit).samples.push_back({.tick = tick, .value = change});
}

void DeviceCounters::notePool(
    std::uint32_t device,
    std::uint64_t address,
    std::uint64_t tick,
    std::uint64_t size,
    std::uint64_t used)
{
    const auto pool =
        m_pools.try_emplace(address, "memory pool " + std::to_string(m_pools.size() + 1)).first;
    const auto note = [&](const char* name, std::uint64_t bytes) {
        find(device, pool->second, name, "B")
            .samples.push_back({.tick = tick, .value = static_cast<std::int64_t>(bytes)});
    };
    note("memory pool size", size);
    note("memory pool in use", used);
}

std::vector<DeviceCounter> DeviceCounters::take()
{
    std::vector<DeviceCounter> all;
    for (auto& [key, counter] : m_counters) {
        std::ranges::stable_sort(counter.samples, {}, &DeviceSample::tick);
        const bool isOfChanges = counter.owner.empty();
        std::int64_t sum = 0;
        for (DeviceSample& sample : counter.samples) {
            sum += sample.value;
            sample.value = isOfChanges ? sum : sample.value;
        }
        all.push_back(std::move(counter));
    }
    m_counters.clear();
    return all;
}

}  // namespace vellum::collector::device
