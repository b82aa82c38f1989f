#pragma once

#include "collector/device/device_trace.h"
#include "collector/sources/cuda/raw_format.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace vellum::collector::device {

/// What devices counted in regular intervals (`--gpu-sampling`), in the time of the recording.
///
/// Exact    A device's clock is another one than ours, and nothing says how they relate but this: samples have ended when they are
///          fetched. Their times are moved by the least distance, over all fetches, between a fetch and the end of its last
///          sample. So no sample lies later than it may, and all are late by what the fastest fetch took. A device's
///          nanosecond is taken to be one of CLOCK_MONOTONIC, whose ticks are counted from the begin to the last fetch: the clock block's
///          own rate is too rough for that.
/// Odd case A sample that goes back in time, or is not of the process's life, is left out.
/// Threads  Owner thread.
class SampledDevices {
public:
    /// A block of kind SampledMetrics, its head included.
    void takeMetrics(std::span<const std::byte> payload);
    /// A block of kind Samples. What is cut short is left out.
    void takeSamples(std::span<const std::byte> payload);

    /// Gives the trace its samples, and a sentence for what is missing.
    /// \param clock  its origin is the begin
    void finish(DeviceTrace& trace, const cuda::HelloBlock& clock, TimeBounds bounds) const;

private:
    struct Span {
        std::uint64_t begin = 0;  ///< ns of the device's clock
        std::uint64_t end = 0;
    };
    struct Device {
        std::vector<CountedMetric> metrics;
        std::vector<Span> spans;
        std::vector<double> values;
        std::int64_t leastDistance = INT64_MAX;  ///< from a sample's end to its fetch, ns
        std::uint64_t lastTick = 0;              ///< of the last fetch, and the same in nanoseconds
        std::uint64_t lastNs = 0;
        std::uint64_t losses = 0;
    };
    static SampledDevice inOurTime(
        const Device& device, const cuda::HelloBlock& clock, TimeBounds bounds);

    std::map<std::uint32_t, Device> m_devices;
};

}  // namespace vellum::collector::device
