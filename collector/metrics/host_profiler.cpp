#include "collector/metrics/host_profiler.h"

#include "collector/sources/cuda/cupti_file.h"

namespace vellum::collector::metrics {

using cuda::ChipProfiler;
using cuda::sizeUpTo;

namespace {

Error failure(const char* call, cuda::Result result)
{
    return {
        .kind = ErrorKind::Unavailable,
        .message = std::string(call) + " fails with " + std::to_string(result)};
}

std::string textOf(const char* text)
{
    return text == nullptr ? std::string() : text;
}

Error unknownChip(const std::string& chip, cuda::Result result)
{
    return {
        .kind = ErrorKind::NotFound,
        .message = "libcupti does not know the chip " + chip + " (" + std::to_string(result) + ")"};
}

}  // namespace

Result<HostProfiler> HostProfiler::open()
{
    char reason[512] = {};
    void* library = cuda::openCupti(reason, sizeof reason);
    if (library == nullptr) {
        return Error{.kind = ErrorKind::NotFound, .message = reason};
    }
    cuda::HostProfilerInterface calls;
    const char* missing = cuda::findHostProfiler(library, calls);
    if (missing != nullptr) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = std::string("libcupti has no function ") + missing
                       + "; that of CUDA 12.6 and later has"};
    }
    return HostProfiler(calls);
}

Result<std::vector<std::string>> HostProfiler::chips() const
{
    cuda::GetSupportedChips request;
    request.structSize = sizeUpTo(request, request.chipNames);
    if (const cuda::Result result = m_calls.getSupportedChips(&request); result != 0) {
        return failure("cuptiProfilerHostGetSupportedChips", result);
    }
    return std::vector<std::string>(request.chipNames, request.chipNames + request.numChips);
}

Result<std::vector<MetricDescription>> HostProfiler::metricsOf(
    const std::string& chip, MetricType type) const
{
    const ChipProfiler profiler(m_calls, chip);
    if (profiler.result() != 0) {
        return unknownChip(chip, profiler.result());
    }
    cuda::GetBaseMetrics request{.hostObject = profiler.object(), .metricType = type};
    request.structSize = sizeUpTo(request, request.numMetrics);
    if (const cuda::Result result = m_calls.getBaseMetrics(&request); result != 0) {
        return failure("cuptiProfilerHostGetBaseMetrics", result);
    }
    // The list is the library's own and may change with the next call.
    const std::vector<std::string> names(
        request.metricNames, request.metricNames + request.numMetrics);
    std::vector<MetricDescription> metrics;
    for (const std::string& name : names) {
        cuda::GetMetricProperties about{
            .hostObject = profiler.object(), .metricName = name.c_str()};
        about.structSize = sizeUpTo(about, about.metricType);
        if (m_calls.getMetricProperties(&about) != 0) {
            metrics.push_back({.name = name});
            continue;
        }
        metrics.push_back(
            {.name = name,
             .description = textOf(about.description),
             .unit = textOf(about.dimUnit)});
    }
    return metrics;
}

Result<CounterPlan> HostProfiler::plan(
    const std::string& chip, std::span<const std::string> metrics) const
{
    CounterPlan plan;
    const cuda::CallFailure failed =
        cuda::planCounters(m_calls, chip, cuda::ProfilerType::Range, metrics, plan);
    if (failed.call != nullptr) {
        return failed.isOfChip ? unknownChip(chip, failed.result)
                               : failure(failed.call, failed.result);
    }
    return plan;
}

}  // namespace vellum::collector::metrics
