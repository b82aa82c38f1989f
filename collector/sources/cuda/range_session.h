#pragma once

#include "collector/sources/cuda/chip_profiler.h"
#include "collector/sources/cuda/range_profiler_interface.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::cuda {

/// What kernels of one context did between begin() and end(), counted by CUPTI's Range Profiler: a range for each kernel, in the order
/// in which the context ran them; every kernel runs once a pass, and alone.
///
/// Errors   CallFailure: the call of CUPTI that failed, and its number.
/// Threads  One at a time.
class RangeSession {
public:
    /// \param metrics    as wanted; what the chip lacks is left out
    /// \param mostRanges  of one session; kernels beyond it are only counted as dropped
    RangeSession(
        const RangeProfilerInterface& calls,
        const HostProfilerInterface& host,
        void* context,
        std::size_t mostRanges)
        : m_calls(calls)
        , m_host(host)
        , m_context(context)
        , m_mostRanges(mostRanges)
    {
    }

    /// Before the first begin().
    [[nodiscard]] CallFailure plan(const std::string& chip, std::span<const std::string> metrics);
    [[nodiscard]] const CounterPlan& plan() const { return m_plan; }
    [[nodiscard]] std::string unitOf(const std::string& metric) const;

    [[nodiscard]] CallFailure begin();

    struct Counted {
        std::size_t ranges = 0;
        std::size_t dropped = 0;
        std::vector<double> values;  ///< one for each metric of the plan, range after range
    };
    [[nodiscard]] CallFailure end(Counted& counted);

private:
    CallFailure prepareData();
    CallFailure configure();
    CallFailure evaluate(Counted& counted);

    const RangeProfilerInterface& m_calls;
    const HostProfilerInterface& m_host;
    void* m_context;
    std::size_t m_mostRanges;
    CounterPlan m_plan;
    std::unique_ptr<ChipProfiler> m_chip;
    std::vector<const char*> m_names;  ///< of the plan's metrics
    void* m_profiler = nullptr;        ///< null: no session is open
    std::vector<std::uint8_t> m_data;
};

}  // namespace vellum::collector::cuda
