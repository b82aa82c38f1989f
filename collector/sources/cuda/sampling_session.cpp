#include "collector/sources/cuda/sampling_session.h"

#include <dlfcn.h>

#include <type_traits>
#include <utility>

namespace vellum::collector::cuda {

namespace {

constexpr std::uint32_t kMostSamples = 1024;  ///< of one decoding
constexpr std::size_t kDeviceBufferBytes = std::size_t{64} << 20U;

CallFailure failureOf(const char* call, Result result)
{
    return {.call = result == 0 ? nullptr : call, .result = result};
}

}  // namespace

const char* findPmSampling(void* library, PmSamplingInterface& calls)
{
    const char* missing = nullptr;
    const auto need = [&](const char* name, auto& place) {
        place = reinterpret_cast<std::remove_reference_t<decltype(place)>>(::dlsym(library, name));
        missing = place == nullptr && missing == nullptr ? name : missing;
    };
    need("cuptiPmSamplingEnable", calls.enable);
    need("cuptiPmSamplingDisable", calls.disable);
    need("cuptiPmSamplingStart", calls.start);
    need("cuptiPmSamplingStop", calls.stop);
    need("cuptiPmSamplingSetConfig", calls.setConfig);
    need("cuptiPmSamplingDecodeData", calls.decode);
    need("cuptiPmSamplingGetCounterDataSize", calls.counterDataSize);
    need("cuptiPmSamplingCounterDataImageInitialize", calls.initializeCounterData);
    need("cuptiPmSamplingGetCounterDataInfo", calls.counterDataInfo);
    need("cuptiPmSamplingCounterDataGetSampleInfo", calls.sampleInfo);
    return missing;
}

CallFailure SamplingSession::plan(const std::string& chip, std::span<const std::string> metrics)
{
    if (const CallFailure failure =
            planOnePass(m_host, chip, ProfilerType::PmSampling, metrics, m_plan, m_left);
        failure.call != nullptr) {
        return failure;
    }
    m_chip = std::make_unique<ChipProfiler>(m_host, chip, ProfilerType::PmSampling);
    for (const std::string& metric : m_plan.metrics) {
        m_names.push_back(metric.c_str());
    }
    return failureOf("cuptiProfilerHostInitialize", m_chip->result());
}

std::string SamplingSession::unitOf(const std::string& metric) const
{
    return m_chip->unitOf(metric);
}

CallFailure SamplingSession::begin()
{
    SamplingEnable enable{.deviceIndex = m_device};
    if (const Result result = m_calls.enable(&enable); result != 0) {
        return failureOf("cuptiPmSamplingEnable", result);
    }
    m_sampler = enable.sampler;
    CallFailure failure = configure();
    if (failure.call == nullptr) {
        SamplerOnly start{.sampler = m_sampler};
        failure = failureOf("cuptiPmSamplingStart", m_calls.start(&start));
    }
    if (failure.call != nullptr) {
        close();
    }
    return failure;
}

/// By time where the device can, which Turing and GA100 cannot: there by cycles, of which a nanosecond has about one and a half.
CallFailure SamplingSession::configure()
{
    SamplingSetConfig config{
        .sampler = m_sampler,
        .configSize = m_plan.image.size(),
        .config = m_plan.image.data(),
        .hardwareBufferSize = kDeviceBufferBytes,
        .samplingInterval = m_intervalNs};
    Result result = m_calls.setConfig(&config);
    if (result != 0) {
        config.triggerMode = SamplingTrigger::Cycles;
        config.samplingInterval = m_intervalNs + m_intervalNs / 2;
        result = m_calls.setConfig(&config);
    }
    if (result != 0) {
        return failureOf("cuptiPmSamplingSetConfig", result);
    }
    SamplingGetCounterDataSize size{
        .sampler = m_sampler,
        .metricNames = m_names.data(),
        .numMetrics = m_names.size(),
        .maxSamples = kMostSamples};
    if (result = m_calls.counterDataSize(&size); result != 0) {
        return failureOf("cuptiPmSamplingGetCounterDataSize", result);
    }
    m_data.assign(size.counterDataSize, 0);
    return clearData();
}

CallFailure SamplingSession::clearData()
{
    SamplingCounterDataInitialize clear{
        .sampler = m_sampler, .counterDataSize = m_data.size(), .counterData = m_data.data()};
    return failureOf(
        "cuptiPmSamplingCounterDataImageInitialize", m_calls.initializeCounterData(&clear));
}

CallFailure SamplingSession::fetch(Sampled& sampled)
{
    sampled = {};
    SamplingDecodeData decode{
        .sampler = m_sampler,
        .counterDataImage = m_data.data(),
        .counterDataImageSize = m_data.size()};
    decode.structSize = sizeUpTo(decode, decode.overflow);
    if (const Result result = m_calls.decode(&decode); result != 0) {
        return failureOf("cuptiPmSamplingDecodeData", result);
    }
    sampled.isMore = decode.decodeStopReason == DecodeStop::DataFull;
    sampled.hasLost = decode.overflow != 0;
    const CallFailure failure = evaluate(sampled);
    return failure.call != nullptr ? failure : clearData();
}

CallFailure SamplingSession::evaluate(Sampled& sampled)
{
    SamplingGetCounterDataInfo info{
        .counterDataImage = m_data.data(), .counterDataImageSize = m_data.size()};
    if (const Result result = m_calls.counterDataInfo(&info); result != 0) {
        return failureOf("cuptiPmSamplingGetCounterDataInfo", result);
    }
    sampled.values.resize(info.numCompletedSamples * m_names.size());
    for (std::size_t i = 0; i < info.numCompletedSamples; ++i) {
        SamplingGetSampleInfo times{
            .sampler = m_sampler,
            .counterDataImage = m_data.data(),
            .counterDataImageSize = m_data.size(),
            .sampleIndex = i};
        if (const Result result = m_calls.sampleInfo(&times); result != 0) {
            return failureOf("cuptiPmSamplingCounterDataGetSampleInfo", result);
        }
        sampled.spans.push_back({.begin = times.startTimestamp, .end = times.endTimestamp});
        const Result result =
            m_chip->evaluate(m_data, i, m_names, sampled.values.data() + i * m_names.size());
        if (result != 0) {
            return failureOf("cuptiProfilerHostEvaluateToGpuValues", result);
        }
    }
    return {};
}

void SamplingSession::stop()
{
    SamplerOnly request{.sampler = m_sampler};
    m_calls.stop(&request);
}

void SamplingSession::close()
{
    SamplerOnly request{.sampler = std::exchange(m_sampler, nullptr)};
    m_calls.disable(&request);
}

}  // namespace vellum::collector::cuda
