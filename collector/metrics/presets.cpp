#include "collector/metrics/presets.h"

#include <algorithm>

namespace vellum::collector::metrics {

namespace {

/// Floating-point operations by instruction: one that adds and multiplies counts as one instruction, and is two operations.
std::vector<std::string> rooflineMetrics()
{
    std::vector<std::string> metrics = {"gpu__time_duration.sum"};
    for (const char* operation :
         {"fadd", "fmul", "ffma", "dadd", "dmul", "dfma", "hadd", "hmul", "hfma"}) {
        std::string metric = "sm__sass_thread_inst_executed_op_";
        metric += operation;
        metric += "_pred_on.sum";
        metrics.push_back(std::move(metric));
    }
    metrics.insert(
        metrics.end(),
        {"sm__inst_executed_pipe_tensor.sum", "dram__bytes.sum", "lts__t_bytes.sum"});
    return metrics;
}

}  // namespace

const std::vector<Preset>& presets()
{
    static const std::vector<Preset> kPresets = {
        {.name = "roofline",
         .question =
             "operations for each byte moved: is a kernel bound by arithmetic or by memory?",
         .metrics = rooflineMetrics()},
        {.name = "occupancy",
         .question = "how many warps are in flight, could issue, and do?",
         .metrics =
             {"sm__warps_active.avg.pct_of_peak_sustained_active",
              "sm__warps_active.avg.peak_sustained",
              "smsp__warps_eligible.avg.per_cycle_active",
              "smsp__inst_executed.avg.per_cycle_active",
              "sm__cycles_active.avg",
              "sm__cycles_elapsed.avg",
              "sm__ctas_launched.sum"}},
        {.name = "tensor",
         .question = "how busy are the tensor cores, and with what?",
         .metrics =
             {"sm__inst_executed_pipe_tensor.sum",
              "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active",
              "sm__cycles_active.avg",
              "sm__inst_executed_pipe_tensor_op_hmma.sum",
              "sm__inst_executed_pipe_tensor_op_imma.sum",
              "sm__inst_executed_pipe_tensor_op_dmma.sum",
              "sm__inst_executed_pipe_tensor_op_gmma.sum"}},
    };
    return kPresets;
}

const std::vector<std::string>& samplingMetrics()
{
    static const std::vector<std::string> kMetrics = {
        "sm__cycles_active.avg.pct_of_peak_sustained_elapsed",
        "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
        "dram__read_throughput.avg.pct_of_peak_sustained_elapsed",
        "dram__write_throughput.avg.pct_of_peak_sustained_elapsed",
        "dram__bytes.sum.per_second",
        "pcie__read_bytes.sum.per_second",
        "pcie__write_bytes.sum.per_second",
        "nvlrx__bytes.sum.per_second",
        "nvltx__bytes.sum.per_second",
        "gr__cycles_active.avg.pct_of_peak_sustained_elapsed"};
    return kMetrics;
}

std::vector<std::string> metricsOfList(std::string_view list)
{
    std::vector<std::string> metrics;
    const auto add = [&metrics](const std::string& metric) {
        if (std::ranges::find(metrics, metric) == metrics.end()) {
            metrics.push_back(metric);
        }
    };
    while (!list.empty()) {
        const std::string_view word = list.substr(0, list.find(','));
        list.remove_prefix(std::min(word.size() + 1, list.size()));
        const auto preset = std::ranges::find(presets(), word, &Preset::name);
        if (preset != presets().end()) {
            std::ranges::for_each(preset->metrics, add);
        } else if (!word.empty()) {
            add(std::string(word));
        }
    }
    return metrics;
}

}  // namespace vellum::collector::metrics
