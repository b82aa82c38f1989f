// CUPTI's host profiler for two chips that are not there. As the real one: an object that has refused a metric refuses all that
// follow, and what comes in one call is packed into passes of four metrics, while each call has passes of its own.
#include "collector/sources/cuda/host_profiler_interface.h"
#include "tests/collector/gpu/fakes/fake_cupti.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <string_view>

#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

using namespace vellum::collector::cuda;  // the vendor's functions

namespace {

constexpr Result kInvalid = 1;
constexpr Result kUnknownChip = 46;
constexpr Result kBroken = 999;
constexpr std::size_t kMetricsOfPass = 4;

constexpr std::array<const char*, 2> kChips = {"FAKE100", "FAKE90"};
const char* counters[] = {
    "gpu__time_duration", "dram__bytes", "lts__t_bytes", "sm__inst_executed_pipe_tensor"};
const char* sampled[] = {
    "sm__cycles_active", "dram__bytes", "pcie__read_bytes", "nvlrx__bytes", "gr__cycles_active"};
const char* ratios[] = {"lts__hit_rate"};

struct Host {
    bool isOld = false;  ///< FAKE90, which has no tensor cores
    bool isBroken = false;
    bool isSampling = false;
    std::uint64_t passes = 0;
};

bool isCounted(const Host& host, std::string_view metric)
{
    const std::string_view base = metric.substr(0, metric.find('.'));
    if (host.isSampling) {
        return std::find(std::begin(sampled), std::end(sampled), base) != std::end(sampled);
    }
    return base.size() != metric.size()
           && std::find(std::begin(counters), std::end(counters), base) != std::end(counters)
           && !(host.isOld && base.find("tensor") != std::string_view::npos);
}

}  // namespace

namespace vellum::fake {

bool isForSampling(const void* hostObject)
{
    return static_cast<const Host*>(hostObject)->isSampling;
}

}  // namespace vellum::fake

FAKE_EXPORT Result cuptiProfilerHostGetSupportedChips(GetSupportedChips* params)
{
    params->numChips = kChips.size();
    params->chipNames = kChips.data();
    return 0;
}

FAKE_EXPORT Result cuptiProfilerHostInitialize(Initialize* params)
{
    const std::string_view chip = params->chipName;
    if (std::find(kChips.begin(), kChips.end(), chip) == kChips.end()) {
        return kUnknownChip;
    }
    params->hostObject = new Host{
        .isOld = chip == kChips[1], .isSampling = params->profilerType == ProfilerType::PmSampling};
    return 0;
}

FAKE_EXPORT Result cuptiProfilerHostDeinitialize(Deinitialize* params)
{
    delete static_cast<Host*>(params->hostObject);
    return 0;
}

FAKE_EXPORT Result cuptiProfilerHostGetBaseMetrics(GetBaseMetrics* params)
{
    const bool isCounter = params->metricType == MetricType::Counter;
    params->metricNames = isCounter ? counters : ratios;
    params->numMetrics =
        isCounter ? std::size(counters) - (static_cast<Host*>(params->hostObject)->isOld ? 1 : 0)
                  : 1;
    return params->metricType == MetricType::Throughput ? (params->numMetrics = 0) : 0;
}

FAKE_EXPORT Result cuptiProfilerHostGetMetricProperties(GetMetricProperties* params)
{
    params->description = "a fake count";
    params->dimUnit = std::strstr(params->metricName, "bytes") != nullptr ? "byte" : "";
    return 0;
}

FAKE_EXPORT Result cuptiProfilerHostConfigAddMetrics(ConfigAddMetrics* params)
{
    Host& host = *static_cast<Host*>(params->hostObject);
    if (host.isBroken) {
        return kBroken;
    }
    for (std::size_t i = 0; i < params->numMetrics; ++i) {
        if (!isCounted(host, params->metricNames[i])) {
            host.isBroken = true;
            return kInvalid;
        }
    }
    host.passes += (params->numMetrics + kMetricsOfPass - 1) / kMetricsOfPass;
    return 0;
}

FAKE_EXPORT Result cuptiProfilerHostGetConfigImageSize(GetConfigImageSize* params)
{
    params->configImageSize = sizeof(std::uint64_t);
    return 0;
}

FAKE_EXPORT Result cuptiProfilerHostGetConfigImage(GetConfigImage* params)
{
    std::memcpy(
        params->configImage,
        &static_cast<Host*>(params->hostObject)->passes,
        sizeof(std::uint64_t));
    return 0;
}

FAKE_EXPORT Result cuptiProfilerHostGetNumOfPasses(GetNumOfPasses* params)
{
    std::uint64_t passes = 0;
    std::memcpy(&passes, params->configImage, sizeof passes);
    params->numOfPasses = passes;
    return 0;
}
