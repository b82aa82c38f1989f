#include "collector/launch/gpu_metric_list.h"

#include "collector/launch/outcome.h"
#include "collector/metrics/host_profiler.h"
#include "collector/metrics/presets.h"

#include <iostream>
#include <vector>

namespace vellum::collector::launch {

namespace {

using metrics::CounterPlan;
using metrics::HostProfiler;
using metrics::MetricType;

void printPlan(const std::string& what, const CounterPlan& plan)
{
    std::cout << what << ": " << plan.metrics.size()
              << (plan.metrics.size() == 1 ? " metric in " : " metrics in ") << plan.passes
              << (plan.passes == 1 ? " pass\n" : " passes\n");
    for (const std::string& metric : plan.metrics) {
        std::cout << "  " << metric << '\n';
    }
    for (const std::string& metric : plan.unknown) {
        std::cout << "  not on this chip: " << metric << '\n';
    }
}

Result<void> printChips(const HostProfiler& profiler)
{
    const Result<std::vector<std::string>> chips = profiler.chips();
    if (!chips.isOk()) {
        return chips.error();
    }
    for (const std::string& chip : chips.value()) {
        std::cout << chip << '\n';
    }
    return {};
}

Result<void> printMetrics(const HostProfiler& profiler, const std::string& chip)
{
    for (const metrics::Preset& preset : metrics::presets()) {
        const Result<CounterPlan> plan = profiler.plan(chip, preset.metrics);
        if (!plan.isOk()) {
            return plan.error();
        }
        printPlan(
            std::string(preset.name) + " (" + std::string(preset.question) + ")", plan.value());
    }
    constexpr struct {
        MetricType type;
        const char* heading;
    } kTypes[] = {
        {MetricType::Counter, "counters, with .sum, .avg, .min or .max behind"},
        {MetricType::Ratio, "ratios, with .pct, .ratio or .max_rate behind"},
        {MetricType::Throughput,
         "throughputs, with .avg.pct_of_peak_sustained_elapsed or the like behind"}};
    for (const auto& [type, heading] : kTypes) {
        const auto listed = profiler.metricsOf(chip, type);
        if (!listed.isOk()) {
            return listed.error();
        }
        std::cout << listed.value().size() << ' ' << heading << '\n';
        for (const metrics::MetricDescription& metric : listed.value()) {
            std::cout << "  " << metric.name
                      << (metric.unit.empty() ? "" : " [" + metric.unit + "]")
                      << (metric.description.empty() ? "" : ": " + metric.description) << '\n';
        }
    }
    return {};
}

Result<void> printList(const std::string& about)
{
    const Result<HostProfiler> profiler = HostProfiler::open();
    if (!profiler.isOk()) {
        return profiler.error();
    }
    const std::size_t colon = about.find(':');
    const std::string chip = about.substr(0, colon);
    if (chip.empty()) {
        return printChips(profiler.value());
    }
    if (colon == std::string::npos) {
        return printMetrics(profiler.value(), chip);
    }
    const std::string list = about.substr(colon + 1);
    const Result<CounterPlan> plan = profiler.value().plan(chip, metrics::metricsOfList(list));
    if (!plan.isOk()) {
        return plan.error();
    }
    printPlan(list + " on " + chip, plan.value());
    return {};
}

}  // namespace

int listGpuMetrics(const std::string& about)
{
    const Result<void> printed = printList(about);
    return printed.isOk() ? 0 : refuse(printed.error().message);
}

}  // namespace vellum::collector::launch
