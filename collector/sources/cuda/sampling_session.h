#pragma once

#include "collector/sources/cuda/chip_profiler.h"
#include "collector/sources/cuda/pm_sampling_interface.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::cuda {

/// What a device counts in regular intervals, by CUPTI's PM sampling.
///
/// Errors   CallFailure: the call of CUPTI that failed, and its number.
/// Threads  One at a time.
class SamplingSession {
public:
    SamplingSession(
        const PmSamplingInterface& calls,
        const HostProfilerInterface& host,
        std::uint32_t device,
        std::uint64_t intervalNs)
        : m_calls(calls)
        , m_host(host)
        , m_device(device)
        , m_intervalNs(intervalNs)
    {
    }

    /// Of \p metrics those that one pass counts, earlier ones first. Before begin().
    [[nodiscard]] CallFailure plan(const std::string& chip, std::span<const std::string> metrics);
    [[nodiscard]] const CounterPlan& plan() const { return m_plan; }
    /// What there is no room for in a pass.
    [[nodiscard]] const std::vector<std::string>& left() const { return m_left; }
    [[nodiscard]] std::string unitOf(const std::string& metric) const;

    [[nodiscard]] CallFailure begin();

    struct Sampled {
        struct Span {
            std::uint64_t begin = 0;  ///< ns of the device's clock
            std::uint64_t end = 0;
        };
        std::vector<Span> spans;
        std::vector<double> values;  ///< one for each metric of the plan, sample after sample
        bool isMore = false;         ///< there was no room for all: ask again
        bool hasLost = false;        ///< the device had no room
    };
    /// The samples since the last call.
    [[nodiscard]] CallFailure fetch(Sampled& sampled);
    /// No samples are taken from now on; those that were can still be fetched.
    void stop();
    void close();

private:
    CallFailure configure();
    CallFailure clearData();
    CallFailure evaluate(Sampled& sampled);

    const PmSamplingInterface& m_calls;
    const HostProfilerInterface& m_host;
    std::uint32_t m_device;
    std::uint64_t m_intervalNs;
    CounterPlan m_plan;
    std::vector<std::string> m_left;
    std::unique_ptr<ChipProfiler> m_chip;
    std::vector<const char*> m_names;
    void* m_sampler = nullptr;
    std::vector<std::uint8_t> m_data;
};

}  // namespace vellum::collector::cuda
