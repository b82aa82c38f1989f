#pragma once

#include "collector/device/device_trace.h"
#include "collector/sources/cuda/raw_format.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::device {

/// Joins what was counted of kernels (`--gpu-metrics`) to them.
///
/// Exact    CUPTI counts a context's kernels one after the other and says no names. The n-th range is joined to the n-th kernel of the
///          launches noted with it; those of one launch, a graph's, are ordered by their begins. Where there are more or fewer
///          ranges than kernels, none of those launches gets its counts, and a sentence says both numbers. Launches of
///          several threads at once are passed over, as their order is not known.
/// Threads  Owner thread.
class KernelCounts {
public:
    /// A block of kind CountedMetrics, and the text behind its head.
    void takeMetrics(std::uint32_t context, std::span<const std::byte> payload);
    /// A block of kind Counts. What is cut short is left out.
    void takeCounts(std::uint32_t context, std::span<const std::byte> payload);

    /// When all kernels are in \p trace: gives them their counts, and the trace its sentences.
    void join(DeviceTrace& trace) const;

private:
    struct Session {
        std::uint32_t context = 0;
        std::vector<cuda::LaunchEntry> launches;
        std::size_t ranges = 0;
        std::uint64_t dropped = 0;
        std::vector<double> values;
    };
    using KernelsOfCalls = std::map<std::uint32_t, std::vector<Work*>>;  ///< by correlation

    struct Shortfall {
        std::uint64_t kernels = 0;  ///< of sessions that do not fit
        std::uint64_t ranges = 0;
        std::uint64_t dropped = 0;
        std::uint64_t overlapping = 0;
    };
    static void joinSession(
        const Session& session,
        KernelsOfCalls& kernels,
        CountedKernels& counted,
        Shortfall& missing);

    struct Context {
        std::vector<CountedMetric> metrics;
        std::uint32_t passes = 0;
    };
    std::map<std::uint32_t, Context> m_contexts;
    std::vector<Session> m_sessions;
};

}  // namespace vellum::collector::device
