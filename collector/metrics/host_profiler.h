#pragma once

#include "collector/sources/cuda/chip_profiler.h"
#include "common/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::metrics {

struct MetricDescription {
    std::string
        name;  ///< without its roll-up: a counter `dram__bytes` is asked for as `dram__bytes.sum`, `.avg`, `.min` or `.max`
    std::string description;
    std::string unit;
};

using cuda::CounterPlan;
using cuda::MetricType;

/// CUPTI's knowledge of chips and what they count. It needs neither a device nor a driver.
///
/// Errors   NotFound: there is no libcupti, it is too old, or it does not know the chip. Unavailable: it fails, with its number.
/// Threads  Owner thread.
class HostProfiler {
public:
    /// The library is found as for recording: cupti_file.h.
    [[nodiscard]] static Result<HostProfiler> open();

    [[nodiscard]] Result<std::vector<std::string>> chips() const;
    /// In the library's order.
    [[nodiscard]] Result<std::vector<MetricDescription>> metricsOf(
        const std::string& chip, MetricType type) const;
    [[nodiscard]] Result<CounterPlan> plan(
        const std::string& chip, std::span<const std::string> metrics) const;

private:
    explicit HostProfiler(const cuda::HostProfilerInterface& calls) : m_calls(calls) {}

    cuda::HostProfilerInterface m_calls;
};

}  // namespace vellum::collector::metrics
