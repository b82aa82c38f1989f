#include "collector/launch/program_environment.h"

#include "collector/launch/outcome.h"
#include "collector/launch/python_options.h"
#include "collector/measurement/space_budget.h"
#include "collector/metrics/presets.h"
#include "collector/sources/mpi/functions.h"
#include "collector/values/page_format.h"
#include "collector/values/ring_format.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

namespace vellum::collector::launch {

namespace fs = std::filesystem;

namespace {

constexpr const char* kValuesLibrary = "libvellum-values.so.0";
constexpr const char* kPagesLibrary = "libvellum-pages.so.0";
constexpr const char* kMemoryLibrary = "libvellum-memory.so.0";
constexpr const char* kWaitsLibrary = "libvellum-waits.so.0";
constexpr const char* kMpiLibrary = "libvellum-mpi.so.0";

}  // namespace

/// The injected library: beside the build's programs, or where it was installed.
std::optional<fs::path> findCollector()
{
    std::error_code failure;
    const fs::path here = fs::read_symlink("/proc/self/exe", failure).parent_path();
    for (const char* relative : {"../lib", VELLUM_LIBRARY_FROM_PROGRAM}) {
        const fs::path candidate =
            (here / relative / "libvellum-collector.so.0").lexically_normal();
        if (fs::exists(candidate, failure)) {
            return candidate;
        }
    }
    return std::nullopt;
}

bool isWanted(const Options& options, std::string_view source)
{
    return std::find(options.sources.begin(), options.sources.end(), source)
           != options.sources.end();
}

std::string joined(const std::vector<std::string>& names)
{
    std::string result;
    for (const std::string& name : names) {
        result += (result.empty() ? "" : ",") + name;
    }
    return result;
}

bool takesMpi(const Options& options, bool isRank)
{
    return isWanted(options, "mpi") && (isRank || options.areSourcesGiven);
}

std::optional<fs::path> findMpiLibrary(const fs::path& collector)
{
    std::error_code failure;
    const fs::path library = collector.parent_path() / kMpiLibrary;
    return fs::exists(library, failure) ? std::optional(library) : std::nullopt;
}

namespace {

/// The variables by which libraries are told what to load; one that is set already is another tool's.
constexpr struct {
    const char* source;
    const char* variable;
} kInjections[] = {
    {.source = "cuda", .variable = "CUDA_INJECTION64_PATH"},
    {.source = "nvtx", .variable = "NVTX_INJECTION64_PATH"}};

// What follows runs in the new process, before it becomes the command; there is no other thread.
// NOLINTBEGIN(concurrency-mt-unsafe)

/// Our Python code, beside the programs; empty where it is not.
std::string findPythonCode()
{
    std::error_code failure;
    const fs::path here = fs::read_symlink("/proc/self/exe", failure).parent_path();
    const fs::path code = (here / "../share/vellum/python/program_start.py").lexically_normal();
    return fs::exists(code, failure) ? code.string() : std::string();
}

/// What each rank may fill of an archive, whose definitions need some of it.
std::uint64_t archiveShare(std::uint64_t bytes, std::uint32_t ranks)
{
    constexpr std::uint64_t kForDefinitions = 16;
    return (bytes - bytes / kForDefinitions) / ranks;
}

/// Our libraries, and behind them those that are preloaded anyway.
std::string preload(const Options& options, const ProgramEnvironment& environment)
{
    std::string libraries;
    if (!options.values.empty()) {
        const bool isCoarse = options.values == values::kCoarseLevel;
        const char* const library = isCoarse ? kPagesLibrary : kValuesLibrary;
        libraries += (environment.collector.parent_path() / library).string() + ":";
    }
    if (isWanted(options, "memory")) {
        libraries += (environment.collector.parent_path() / kMemoryLibrary).string() + ":";
    }
    if (isWanted(options, "waits")) {
        libraries += (environment.collector.parent_path() / kWaitsLibrary).string() + ":";
    }
    const std::optional<fs::path> mpi = findMpiLibrary(environment.collector);
    if (mpi && takesMpi(options, !environment.job.empty())) {
        libraries += mpi->string() + ":";
    }
    libraries += environment.collector.string();
    const char* before = std::getenv("LD_PRELOAD");
    return before == nullptr || *before == '\0' ? libraries : libraries + ":" + before;
}

/// Sources that are wanted. A runtime of OpenMP has one tool: one that the user names comes first.
std::vector<std::string> sourcesFor(const Options& options)
{
    std::vector<std::string> sources = options.sources;
    const char* other = std::getenv("OMP_TOOL_LIBRARIES");
    if (isWanted(options, "openmp") && other != nullptr && *other != '\0') {
        say(std::string("source openmp is unavailable: OMP_TOOL_LIBRARIES names another tool, ")
            + other);
        std::erase(sources, "openmp");
    }
    return sources;
}

}  // namespace

void setEnvironment(const Options& options, const ProgramEnvironment& environment)
{
    const auto set = [](const char* name, const std::string& value) {
        ::setenv(name, value.c_str(), 1);
    };
    set("LD_PRELOAD", preload(options, environment));
    set(measurement::kEnvSpool, environment.spool.string());
    set(measurement::kEnvTargetPid, std::to_string(::getpid()));
    set(measurement::kEnvFollowFork, options.followFork ? "1" : "0");
    set(measurement::kEnvBuffer, std::to_string(options.bufferBytes));
    set(measurement::kEnvClock,
        environment.clock == measurement::ClockKind::Tsc ? "tsc" : "monotonic");
    set(measurement::kEnvSampling, std::to_string(options.samplesPerSecond));
    set(measurement::kEnvOffCpu, std::to_string(options.offCpuPerSecond));
    set(measurement::kEnvSources, joined(sourcesFor(options)));
    if (options.maxSize != 0) {
        set(measurement::kEnvMaxSize,
            std::to_string(archiveShare(options.maxSize, environment.ranks)));
    } else if (!options.live.empty()) {
        set(measurement::kEnvMaxSize, std::to_string(measurement::kNoArchiveLimit));
    }
    if (options.lastSeconds != 0) {
        set(measurement::kEnvLast, std::to_string(options.lastSeconds * 1'000'000'000));
    }
    if (options.autoFilter.visits != 0) {
        set(measurement::kEnvAutoFilter,
            std::to_string(options.autoFilter.visits) + ","
                + std::to_string(options.autoFilter.nanoseconds));
    }
    if (options.counterPeriodMs != 0) {
        set(measurement::kEnvCounters, std::to_string(options.counterPeriodMs));
    }
    if (!environment.job.empty()) {
        set(mpi::kEnvJob, environment.job.string());
    }
    if (!options.values.empty()) {
        set(values::kEnvValues, options.values);
    }
    for (const auto& injection : kInjections) {
        const char* other = std::getenv(injection.variable);
        if (!isWanted(options, injection.source)) {
            continue;
        }
        if (other != nullptr && *other != '\0') {
            say(std::string("source ") + injection.source + " is unavailable: " + injection.variable
                + " names another tool, " + other);
        } else {
            set(injection.variable, environment.collector.string());
        }
    }
    // Whoever records ranges of NVTX gets PyTorch's operators with them: they are such ranges.
    if (isWanted(options, kPython) || isWanted(options, "nvtx") || !options.annotations.empty()) {
        const std::string code = findPythonCode();
        if (!code.empty()) {
            set(measurement::kEnvPython, code);
        }
    }
    if (!options.annotations.empty()) {
        set(measurement::kEnvAnnotate, options.annotations);
    }
    if (!options.cudaGraphs.empty()) {
        set("VELLUM_CUPTI_GRAPHS", options.cudaGraphs);
    }
    if (!options.gpuMetrics.empty()) {
        set("VELLUM_GPU_METRICS", joined(options.gpuMetrics));
    }
    if (options.gpuSamplesPerSecond != 0) {
        set("VELLUM_GPU_SAMPLING",
            std::to_string(1'000'000'000 / options.gpuSamplesPerSecond) + ","
                + joined(metrics::samplingMetrics()));
    }
}
// NOLINTEND(concurrency-mt-unsafe)

}  // namespace vellum::collector::launch
