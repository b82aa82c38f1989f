#include "collector/sources/cuda/range_session.h"

#include <dlfcn.h>

#include <type_traits>
#include <utility>

namespace vellum::collector::cuda {

const char* findRangeProfiler(void* library, RangeProfilerInterface& calls)
{
    const char* missing = nullptr;
    const auto need = [&](const char* name, auto& place) {
        place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(::dlsym(library, name));
        missing = place == nullptr && missing == nullptr ? name : missing;
    };
    need("cuptiProfilerInitialize", calls.initialize);
    need("cuptiGetDeviceId", calls.deviceOf);
    need("cuptiDeviceGetChipName", calls.chipName);
    need("cuptiRangeProfilerEnable", calls.enable);
    need("cuptiRangeProfilerDisable", calls.disable);
    need("cuptiRangeProfilerStart", calls.start);
    need("cuptiRangeProfilerStop", calls.stop);
    need("cuptiRangeProfilerSetConfig", calls.setConfig);
    need("cuptiRangeProfilerDecodeData", calls.decode);
    need("cuptiRangeProfilerGetCounterDataSize", calls.counterDataSize);
    need("cuptiRangeProfilerCounterDataImageInitialize", calls.initializeCounterData);
    need("cuptiRangeProfilerGetCounterDataInfo", calls.counterDataInfo);
    return missing;
}

CallFailure RangeSession::plan(const std::string& chip, std::span<const std::string> metrics)
{
    if (const CallFailure failure =
            planCounters(m_host, chip, ProfilerType::Range, metrics, m_plan);
        failure.call != nullptr) {
        return failure;
    }
    m_chip = std::make_unique<ChipProfiler>(m_host, chip);
    if (m_chip->result() != 0) {
        return {.call = "cuptiProfilerHostInitialize", .result = m_chip->result()};
    }
    for (const std::string& metric : m_plan.metrics) {
        m_names.push_back(metric.c_str());
    }
    return {};
}

std::string RangeSession::unitOf(const std::string& metric) const
{
    return m_chip->unitOf(metric);
}

CallFailure RangeSession::begin()
{
    RangeEnable enable{.context = m_context};
    if (const Result result = m_calls.enable(&enable); result != 0) {
        return {.call = "cuptiRangeProfilerEnable", .result = result};
    }
    m_profiler = enable.profiler;
    CallFailure failure = prepareData();
    if (failure.call == nullptr) {
        failure = configure();
    }
    RangeProfilerOnly start{.profiler = m_profiler};
    if (failure.call == nullptr) {
        const Result result = m_calls.start(&start);
        failure = {.call = result == 0 ? nullptr : "cuptiRangeProfilerStart", .result = result};
    }
    if (failure.call != nullptr) {
        RangeProfilerOnly disable{.profiler = std::exchange(m_profiler, nullptr)};
        m_calls.disable(&disable);
    }
    return failure;
}

CallFailure RangeSession::prepareData()
{
    RangeGetCounterDataSize size{
        .profiler = m_profiler,
        .metricNames = m_names.data(),
        .numMetrics = m_names.size(),
        .maxNumOfRanges = m_mostRanges,
        .maxNumRangeTreeNodes = static_cast<std::uint32_t>(m_mostRanges)};
    if (const Result result = m_calls.counterDataSize(&size); result != 0) {
        return {.call = "cuptiRangeProfilerGetCounterDataSize", .result = result};
    }
    m_data.assign(size.counterDataSize, 0);
    RangeCounterDataInitialize data{
        .profiler = m_profiler, .counterDataSize = m_data.size(), .counterData = m_data.data()};
    if (const Result result = m_calls.initializeCounterData(&data); result != 0) {
        return {.call = "cuptiRangeProfilerCounterDataImageInitialize", .result = result};
    }
    return {};
}

CallFailure RangeSession::configure()
{
    RangeSetConfig config{
        .profiler = m_profiler,
        .configSize = m_plan.image.size(),
        .config = m_plan.image.data(),
        .counterDataImageSize = m_data.size(),
        .counterDataImage = m_data.data(),
        .maxRangesPerPass = m_mostRanges};
    config.structSize = sizeUpTo(config, config.targetNestingLevel);
    const Result result = m_calls.setConfig(&config);
    return {.call = result == 0 ? nullptr : "cuptiRangeProfilerSetConfig", .result = result};
}

/// The session is closed whatever fails.
CallFailure RangeSession::end(Counted& counted)
{
    counted = {};
    CallFailure failure;
    RangeStop stop{.profiler = m_profiler};
    stop.structSize = sizeUpTo(stop, stop.isAllPassSubmitted);
    if (const Result result = m_calls.stop(&stop); result != 0) {
        failure = {.call = "cuptiRangeProfilerStop", .result = result};
    }
    RangeDecodeData decode{.profiler = m_profiler};
    if (failure.call == nullptr) {
        const Result result = m_calls.decode(&decode);
        failure = {
            .call = result == 0 ? nullptr : "cuptiRangeProfilerDecodeData", .result = result};
    }
    if (failure.call == nullptr) {
        counted.dropped = decode.numOfRangeDropped;
        failure = evaluate(counted);
    }
    RangeProfilerOnly disable{.profiler = std::exchange(m_profiler, nullptr)};
    m_calls.disable(&disable);
    return failure;
}

CallFailure RangeSession::evaluate(Counted& counted)
{
    RangeGetCounterDataInfo info{
        .counterDataImage = m_data.data(), .counterDataImageSize = m_data.size()};
    if (const Result result = m_calls.counterDataInfo(&info); result != 0) {
        return {.call = "cuptiRangeProfilerGetCounterDataInfo", .result = result};
    }
    counted.ranges = info.numTotalRanges;
    counted.values.resize(counted.ranges * m_names.size());
    for (std::size_t range = 0; range < counted.ranges; ++range) {
        const Result result = m_chip->evaluate(
            m_data, range, m_names, counted.values.data() + range * m_names.size());
        if (result != 0) {
            return {.call = "cuptiProfilerHostEvaluateToGpuValues", .result = result};
        }
    }
    return {};
}

}  // namespace vellum::collector::cuda
