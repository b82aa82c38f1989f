#include "collector/sources/cuda/chip_profiler.h"

#include <dlfcn.h>

#include <algorithm>
#include <limits>
#include <type_traits>
#include <utility>

namespace vellum::collector::cuda {

namespace {

constexpr const char* kInitialize = "cuptiProfilerHostInitialize";
constexpr const char* kAddMetrics = "cuptiProfilerHostConfigAddMetrics";

/// The configuration of what was added to \p profiler, and how many passes it takes.
CallFailure fillPlan(
    const HostProfilerInterface& host, const ChipProfiler& profiler, CounterPlan& plan)
{
    GetConfigImageSize size{.hostObject = profiler.object()};
    size.structSize = sizeUpTo(size, size.configImageSize);
    if (const Result result = host.getConfigImageSize(&size); result != 0) {
        return {.call = "cuptiProfilerHostGetConfigImageSize", .result = result};
    }
    plan.image.resize(size.configImageSize);
    GetConfigImage fill{
        .hostObject = profiler.object(),
        .configImageSize = plan.image.size(),
        .configImage = plan.image.data()};
    fill.structSize = sizeUpTo(fill, fill.configImage);
    if (const Result result = host.getConfigImage(&fill); result != 0) {
        return {.call = "cuptiProfilerHostGetConfigImage", .result = result};
    }
    GetNumOfPasses passes{.configImageSize = plan.image.size(), .configImage = plan.image.data()};
    passes.structSize = sizeUpTo(passes, passes.numOfPasses);
    if (const Result result = host.getNumOfPasses(&passes); result != 0) {
        return {.call = "cuptiProfilerHostGetNumOfPasses", .result = result};
    }
    plan.passes = passes.numOfPasses;
    return {};
}

}  // namespace

const char* findHostProfiler(void* library, HostProfilerInterface& host)
{
    const char* missing = nullptr;
    const auto need = [&](const char* name, auto& place) {
        place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(::dlsym(library, name));
        missing = place == nullptr && missing == nullptr ? name : missing;
    };
    need("cuptiProfilerHostGetSupportedChips", host.getSupportedChips);
    need(kInitialize, host.initialize);
    need("cuptiProfilerHostDeinitialize", host.deinitialize);
    need("cuptiProfilerHostGetBaseMetrics", host.getBaseMetrics);
    need("cuptiProfilerHostGetMetricProperties", host.getMetricProperties);
    need(kAddMetrics, host.configAddMetrics);
    need("cuptiProfilerHostGetConfigImageSize", host.getConfigImageSize);
    need("cuptiProfilerHostGetConfigImage", host.getConfigImage);
    need("cuptiProfilerHostGetNumOfPasses", host.getNumOfPasses);
    need("cuptiProfilerHostEvaluateToGpuValues", host.evaluateToGpuValues);
    return missing;
}

ChipProfiler::ChipProfiler(
    const HostProfilerInterface& host, const std::string& chip, ProfilerType type)
    : m_calls(host)
{
    Initialize begin{.profilerType = type, .chipName = chip.c_str()};
    begin.structSize = sizeUpTo(begin, begin.hostObject);
    m_result = m_calls.initialize(&begin);
    m_object = begin.hostObject;
}

ChipProfiler::~ChipProfiler()
{
    if (m_result == 0) {
        Deinitialize end{.hostObject = m_object};
        end.structSize = sizeUpTo(end, end.hostObject);
        m_calls.deinitialize(&end);
    }
}

Result ChipProfiler::add(std::span<const std::string> metrics)
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

Result ChipProfiler::evaluate(
    std::span<const std::uint8_t> data,
    std::size_t range,
    std::vector<const char*>& metrics,
    double* values) const
{
    std::fill_n(values, metrics.size(), std::numeric_limits<double>::quiet_NaN());
    EvaluateToGpuValues request{
        .hostObject = m_object,
        .counterDataImage = data.data(),
        .counterDataImageSize = data.size(),
        .rangeIndex = range,
        .metricNames = metrics.data(),
        .numMetrics = metrics.size(),
        .metricValues = values};
    request.structSize = sizeUpTo(request, request.metricValues);
    return m_calls.evaluateToGpuValues(&request);
}

std::string ChipProfiler::unitOf(const std::string& metric) const
{
    GetMetricProperties about{.hostObject = m_object, .metricName = metric.c_str()};
    about.structSize = sizeUpTo(about, about.metricType);
    return m_calls.getMetricProperties(&about) != 0 || about.dimUnit == nullptr ? std::string()
                                                                                : about.dimUnit;
}

CallFailure planCounters(
    const HostProfilerInterface& host,
    const std::string& chip,
    ProfilerType type,
    std::span<const std::string> metrics,
    CounterPlan& plan)
{
    for (const std::string& metric : metrics) {
        ChipProfiler alone(host, chip, type);
        if (alone.result() != 0) {
            return {.call = kInitialize, .result = alone.result(), .isOfChip = true};
        }
        (alone.add({&metric, 1}) == 0 ? plan.metrics : plan.unknown).push_back(metric);
    }
    if (plan.metrics.empty()) {
        return {};
    }
    ChipProfiler together(host, chip, type);
    if (const Result result = together.add(plan.metrics); result != 0) {
        return {.call = kAddMetrics, .result = result};
    }
    return fillPlan(host, together, plan);
}

CallFailure planOnePass(
    const HostProfilerInterface& host,
    const std::string& chip,
    ProfilerType type,
    std::span<const std::string> metrics,
    CounterPlan& plan,
    std::vector<std::string>& left)
{
    std::vector<std::string> unknown;
    for (const std::string& metric : metrics) {
        std::vector<std::string> wanted = plan.metrics;
        wanted.push_back(metric);
        CounterPlan larger;
        if (const CallFailure failure = planCounters(host, chip, type, wanted, larger);
            failure.call != nullptr) {
            return failure;
        }
        if (!larger.unknown.empty()) {
            unknown.push_back(metric);
        } else if (larger.passes > 1) {
            left.push_back(metric);
        } else {
            plan = std::move(larger);
        }
    }
    plan.unknown = std::move(unknown);
    return {};
}

}  // namespace vellum::collector::cuda
