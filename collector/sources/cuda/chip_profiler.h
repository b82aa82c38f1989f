#pragma once

#include "collector/sources/cuda/host_profiler_interface.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::cuda {

/// CUPTI's host profiler for one chip, for as long as it lives: it plans how metrics are counted, and makes values of what was
/// counted. It asks no device.
///
/// Errors   CUPTI's number, 0 for success. An object that has refused one metric refuses all that follow.
/// Threads  Owner thread.
class ChipProfiler {
public:
    /// \param host  must live as long as this object
    ChipProfiler(
        const HostProfilerInterface& host,
        const std::string& chip,
        ProfilerType type = ProfilerType::Range);
    ~ChipProfiler();
    ChipProfiler(const ChipProfiler&) = delete;
    ChipProfiler& operator=(const ChipProfiler&) = delete;

    /// Of making this object.
    [[nodiscard]] Result result() const { return m_result; }
    [[nodiscard]] void* object() const { return m_object; }

    /// All at once: the library packs into passes what comes in one call, and gives each call passes of its own.
    [[nodiscard]] Result add(std::span<const std::string> metrics);
    /// \param values  gets one for each of \p metrics; NaN where the library cannot say it
    /// \param range   a range, or a sample, of the counter data \p data
    [[nodiscard]] Result evaluate(
        std::span<const std::uint8_t> data,
        std::size_t range,
        std::vector<const char*>& metrics,
        double* values) const;
    /// Its dimension, as "byte"; empty where it has none.
    [[nodiscard]] std::string unitOf(const std::string& metric) const;

private:
    const HostProfilerInterface& m_calls;
    void* m_object = nullptr;
    Result m_result = 0;
};

/// How metrics are counted on a chip.
struct CounterPlan {
    std::vector<std::string> metrics;  ///< that the chip has, as they were asked for
    std::vector<std::string> unknown;  ///< that it has not
    std::vector<std::uint8_t> image;   ///< the configuration that the profiler on the device takes
    std::size_t passes = 0;            ///< how often work runs so that all are counted; 0 of none
};

/// Which call of CUPTI failed; null if none did.
struct CallFailure {
    const char* call = nullptr;
    Result result = 0;
    bool isOfChip = false;  ///< the library does not know it
};

[[nodiscard]] CallFailure planCounters(
    const HostProfilerInterface& host,
    const std::string& chip,
    ProfilerType type,
    std::span<const std::string> metrics,
    CounterPlan& plan);

/// As planCounters(), but of \p metrics only as many as one pass counts, earlier ones first.
///
/// \param left  gets those that there was no room for
[[nodiscard]] CallFailure planOnePass(
    const HostProfilerInterface& host,
    const std::string& chip,
    ProfilerType type,
    std::span<const std::string> metrics,
    CounterPlan& plan,
    std::vector<std::string>& left);

}  // namespace vellum::collector::cuda
