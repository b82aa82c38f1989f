#pragma once

#include "collector/metrics/host_profiler_interface.h"
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

struct MetricPlan {
    std::vector<std::string> metrics;  ///< that the chip has, as they were asked for
    std::vector<std::string> unknown;  ///< that it has not
    std::size_t passes = 0;      ///< how often a kernel runs so that all are counted; 0 of none
    std::size_t imageBytes = 0;  ///< of the configuration that the profiler on the device takes
};

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
    [[nodiscard]] Result<MetricPlan> plan(
        const std::string& chip, std::span<const std::string> metrics) const;

private:
    explicit HostProfiler(const HostProfilerInterface& calls) : m_calls(calls) {}

    [[nodiscard]] Result<bool> has(const std::string& chip, const std::string& metric) const;

    HostProfilerInterface m_calls;
};

}  // namespace vellum::collector::metrics
