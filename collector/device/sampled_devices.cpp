#include "collector/device/sampled_devices.h"

#include "collector/device/payload.h"
#include "common/base/wide_math.h"

#include <algorithm>
#include <string>
#include <utility>

namespace vellum::collector::device {

void SampledDevices::takeMetrics(std::span<const std::byte> payload)
{
    const auto head = takeValues<cuda::SampledMetricsHead>(payload, 1);
    if (!head.empty()) {
        m_devices[head.front().device] = {.metrics = metricsOf(payload)};
    }
}

void SampledDevices::takeSamples(std::span<const std::byte> payload)
{
    const auto heads = takeValues<cuda::SamplesHead>(payload, 1);
    const auto found = heads.empty() ? m_devices.end() : m_devices.find(heads.front().device);
    if (found == m_devices.end()) {
        return;
    }
    const cuda::SamplesHead& head = heads.front();
    Device& device = found->second;
    device.losses += head.hasLost;
    const auto spans = takeValues<Span>(payload, head.samples);
    const auto values = takeValues<double>(payload, spans.size() * device.metrics.size());
    if (spans.size() != head.samples || values.size() != spans.size() * device.metrics.size()
        || spans.empty()) {
        return;
    }
    device.leastDistance = std::min(
        device.leastDistance, static_cast<std::int64_t>(head.fetchedNs - spans.back().end));
    device.lastTick = head.fetchedTick;
    device.lastNs = head.fetchedNs;
    device.spans.insert(device.spans.end(), spans.begin(), spans.end());
    device.values.insert(device.values.end(), values.begin(), values.end());
}

void SampledDevices::finish(
    DeviceTrace& trace, const cuda::HelloBlock& clock, TimeBounds bounds) const
{
    for (const auto& [number, device] : m_devices) {
        if (device.losses != 0) {
            trace.unavailable.push_back(
                "--gpu-sampling: GPU " + std::to_string(number) + " had no room for all samples, "
                + std::to_string(device.losses) + " times; take fewer in a second");
        }
        SampledDevice sampled = inOurTime(device, clock, bounds);
        if (!sampled.spans.empty()) {
            trace.sampledDevices[number] = std::move(sampled);
        }
    }
}

SampledDevice SampledDevices::inOurTime(
    const Device& device, const cuda::HelloBlock& clock, TimeBounds bounds)
{
    SampledDevice sampled{.metrics = device.metrics};
    const auto ticks = static_cast<std::int64_t>(device.lastTick - clock.tickOrigin);
    const auto passed = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(device.lastNs - clock.nanosecondOrigin));
    const auto ours = [&](std::uint64_t nanoseconds) {
        const auto since = static_cast<std::int64_t>(
            nanoseconds + static_cast<std::uint64_t>(device.leastDistance)
            - clock.nanosecondOrigin);
        return clock.tickOrigin + static_cast<std::uint64_t>(mulDiv(since, ticks, passed));
    };
    const std::size_t width = device.metrics.size();
    std::uint64_t last = bounds.begin;
    for (std::size_t i = 0; i < device.spans.size(); ++i) {
        const SampledDevice::Span span{
            .begin = ours(device.spans[i].begin), .end = ours(device.spans[i].end)};
        if (span.begin < bounds.begin || span.begin >= span.end || span.end <= last
            || span.end > bounds.end) {
            continue;
        }
        last = span.end;
        sampled.spans.push_back(span);
        const auto first = device.values.begin() + static_cast<std::ptrdiff_t>(i * width);
        sampled.values.insert(
            sampled.values.end(), first, first + static_cast<std::ptrdiff_t>(width));
    }
    return sampled;
}

}  // namespace vellum::collector::device
