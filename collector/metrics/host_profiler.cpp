#include "collector/metrics/host_profiler.h"

#include "collector/sources/cuda/cupti_file.h"

#include <dlfcn.h>

#include <cstdint>
#include <type_traits>

namespace vellum::collector::metrics {

namespace {

Error failure(const char* call, CuptiResult result)
{
    return {
        .kind = ErrorKind::Unavailable,
        .message = std::string(call) + " fails with " + std::to_string(result)};
}

std::string textOf(const char* text)
{
    return text == nullptr ? std::string() : text;
}

/// The library's object for a chip, for as long as it lives.
class ChipProfiler {
public:
    ChipProfiler(const HostProfilerInterface& calls, const std::string& chip) : m_calls(calls)
    {
        Initialize begin{.chipName = chip.c_str()};
        begin.structSize = sizeUpTo(begin, begin.hostObject);
        m_result = m_calls.initialize(&begin);
        m_object = begin.hostObject;
    }
    ~ChipProfiler()
    {
        if (m_result == 0) {
            Deinitialize end{.hostObject = m_object};
            end.structSize = sizeUpTo(end, end.hostObject);
            m_calls.deinitialize(&end);
        }
    }
    ChipProfiler(const ChipProfiler&) = delete;
    ChipProfiler& operator=(const ChipProfiler&) = delete;

    [[nodiscard]] CuptiResult result() const { return m_result; }
    [[nodiscard]] void* object() const { return m_object; }

    /// All at once: the library packs into passes what comes in one call, and gives each call passes of its own.
    [[nodiscard]] CuptiResult add(std::span<const std::string> metrics)
    {
        std::vector<const char*> names;
        for (const std::string& metric : metrics) {
            names.push_back(metric.c_str());
        }
        ConfigAddMetrics request{
            .hostObject = m_object, .metricNames = names.data(), .numMetrics = names.size()};
        request.structSize = sizeUpTo(request, request.numMetrics);
        return m_calls.configAddMetrics(&request);
    }

private:
    const HostProfilerInterface& m_calls;
    void* m_object = nullptr;
    CuptiResult m_result = 0;
};

Error unknownChip(const std::string& chip, CuptiResult result)
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
    HostProfilerInterface calls;
    const char* missing = nullptr;
    const auto need = [&](const char* name, auto& place) {
        place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(::dlsym(library, name));
        missing = place == nullptr && missing == nullptr ? name : missing;
    };
    need("cuptiProfilerHostGetSupportedChips", calls.getSupportedChips);
    need("cuptiProfilerHostInitialize", calls.initialize);
    need("cuptiProfilerHostDeinitialize", calls.deinitialize);
    need("cuptiProfilerHostGetBaseMetrics", calls.getBaseMetrics);
    need("cuptiProfilerHostGetMetricProperties", calls.getMetricProperties);
    need("cuptiProfilerHostConfigAddMetrics", calls.configAddMetrics);
    need("cuptiProfilerHostGetConfigImageSize", calls.getConfigImageSize);
    need("cuptiProfilerHostGetConfigImage", calls.getConfigImage);
    need("cuptiProfilerHostGetNumOfPasses", calls.getNumOfPasses);
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
    GetSupportedChips request;
    request.structSize = sizeUpTo(request, request.chipNames);
    if (const CuptiResult result = m_calls.getSupportedChips(&request); result != 0) {
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
    GetBaseMetrics request{.hostObject = profiler.object(), .metricType = type};
    request.structSize = sizeUpTo(request, request.numMetrics);
    if (const CuptiResult result = m_calls.getBaseMetrics(&request); result != 0) {
        return failure("cuptiProfilerHostGetBaseMetrics", result);
    }
    // The list is the library's own and may change with the next call.
    const std::vector<std::string> names(
        request.metricNames, request.metricNames + request.numMetrics);
    std::vector<MetricDescription> metrics;
    for (const std::string& name : names) {
        GetMetricProperties about{.hostObject = profiler.object(), .metricName = name.c_str()};
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

/// An object that has refused one metric refuses all that follow: each has an object of its own.
Result<bool> HostProfiler::has(const std::string& chip, const std::string& metric) const
{
    ChipProfiler profiler(m_calls, chip);
    if (profiler.result() != 0) {
        return unknownChip(chip, profiler.result());
    }
    return profiler.add({&metric, 1}) == 0;
}

Result<MetricPlan> HostProfiler::plan(
    const std::string& chip, std::span<const std::string> metrics) const
{
    MetricPlan plan;
    for (const std::string& metric : metrics) {
        const Result<bool> isThere = has(chip, metric);
        if (!isThere.isOk()) {
            return isThere.error();
        }
        (isThere.value() ? plan.metrics : plan.unknown).push_back(metric);
    }
    if (plan.metrics.empty()) {
        return plan;
    }
    ChipProfiler profiler(m_calls, chip);
    if (const CuptiResult result = profiler.add(plan.metrics); result != 0) {
        return failure("cuptiProfilerHostConfigAddMetrics", result);
    }
    GetConfigImageSize size{.hostObject = profiler.object()};
    size.structSize = sizeUpTo(size, size.configImageSize);
    if (const CuptiResult result = m_calls.getConfigImageSize(&size); result != 0) {
        return failure("cuptiProfilerHostGetConfigImageSize", result);
    }
    std::vector<std::uint8_t> image(size.configImageSize);
    GetConfigImage fill{
        .hostObject = profiler.object(),
        .configImageSize = image.size(),
        .configImage = image.data()};
    fill.structSize = sizeUpTo(fill, fill.configImage);
    if (const CuptiResult result = m_calls.getConfigImage(&fill); result != 0) {
        return failure("cuptiProfilerHostGetConfigImage", result);
    }
    GetNumOfPasses passes{.configImageSize = image.size(), .configImage = image.data()};
    passes.structSize = sizeUpTo(passes, passes.numOfPasses);
    if (const CuptiResult result = m_calls.getNumOfPasses(&passes); result != 0) {
        return failure("cuptiProfilerHostGetNumOfPasses", result);
    }
    plan.passes = passes.numOfPasses;
    plan.imageBytes = image.size();
    return plan;
}

}  // namespace vellum::collector::metrics
