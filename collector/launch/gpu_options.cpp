#include "collector/launch/gpu_options.h"

#include "collector/launch/program_environment.h"
#include "collector/launch/sampling_options.h"
#include "collector/metrics/presets.h"
#include "collector/writer/otf2_archive.h"

#include <CLI/CLI.hpp>

namespace vellum::collector::launch {

namespace {

/// An archive's class of metrics has no more.
constexpr std::size_t kMostMetrics = writer::Otf2Archive::kMostOfSet;

void readGraphs(const std::string& text, Options& options)
{
    if (text != "node" && text != "graph") {
        throw CLI::ValidationError("--cuda-graphs takes node or graph, not '" + text + "'");
    }
    options.cudaGraphs = text;
}

void readMetrics(const std::string& text, Options& options)
{
    options.gpuMetrics = metrics::metricsOfList(text);
    if (options.gpuMetrics.empty() || options.gpuMetrics.size() > kMostMetrics) {
        throw CLI::ValidationError(
            "--gpu-metrics takes 1 to " + std::to_string(kMostMetrics) + " metrics, not "
            + std::to_string(options.gpuMetrics.size()));
    }
    for (const std::string& metric : options.gpuMetrics) {
        if (metric.find('.') == std::string::npos) {
            throw CLI::ValidationError(
                "--gpu-metrics: " + metric
                + " is neither roofline, occupancy, tensor nor the name of a metric with its "
                  "roll-up, as dram__bytes.sum");
        }
    }
}

constexpr std::uint32_t kUsualSamples = 1000;
constexpr std::uint32_t kMostSamples = 100'000;

}  // namespace

void addGpuOptions(CLI::App& app, Options& options)
{
    app.add_option_function<std::string>(
           "--cuda-graphs",
           [&options](const std::string& text) { readGraphs(text, options); },
           "Graphs of CUDA: each node, or launches as a whole [node]")
        ->type_name("node|graph");
    app.add_option_function<std::string>(
           "--gpu-metrics",
           [&options](const std::string& text) { readMetrics(text, options); },
           "What each kernel does, counted by its GPU: roofline, occupancy, tensor, or metrics by name; kernels run several times for it, one after the other")
        ->type_name("NAME,...");
    app.add_option_function<std::string>(
           "--gpu-sampling",
           [&options](const std::string& text) {
               options.gpuSamplesPerSecond =
                   text.empty() ? kUsualSamples : readRate(text, kMostSamples);
           },
           "How busy each GPU is over time: multiprocessors, tensor cores, memory, PCIe, NVLink; RATE samples a second [1kHz]")
        ->type_name("RATE")
        ->expected(0, 1);
    app.add_option_function<std::string>(
           "--list-gpu-metrics",
           [&options](const std::string& about) { options.listGpuMetrics = about; },
           "What GPUs can count, and in how many passes, without a GPU: the chips, or of CHIP its presets and metrics, or a plan of those named; runs nothing")
        ->type_name("[CHIP[:NAME,...]]")
        ->expected(0, 1)
        ->default_str("");
}

std::string checkGpuOptions(const Options& options)
{
    if (options.gpuSamplesPerSecond != 0 && !isWanted(options, "cuda")) {
        return "--gpu-sampling needs the source cuda, which tells it of GPUs";
    }
    if (options.gpuMetrics.empty()) {
        return {};
    }
    if (!isWanted(options, "cuda")) {
        return "--gpu-metrics needs the source cuda, whose kernels it counts";
    }
    if (options.gpuSamplesPerSecond != 0) {
        return "--gpu-metrics does not go with --gpu-sampling: a GPU counts kernel by kernel or "
               "over time";
    }
    return options.cudaGraphs == "graph"
               ? "--gpu-metrics does not go with --cuda-graphs graph: kernels are counted one by one"
               : "";
}

}  // namespace vellum::collector::launch
