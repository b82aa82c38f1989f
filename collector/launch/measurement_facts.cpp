#include "collector/launch/measurement_facts.h"

#include "collector/launch/program_environment.h"
#include "collector/measurement/clock.h"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace vellum::collector::launch {

namespace {

using Facts = std::vector<std::pair<std::string, std::string>>;

constexpr std::array<std::string_view, 8> kPrefixes = {
    "OMP_", "KMP_", "GOMP_", "OMPI_MCA_", "I_MPI_", "MPICH_", "UCX_", "VELLUM_"};

constexpr std::array<std::string_view, 20> kNames = {
    "CUDA_LAUNCH_BLOCKING", "CUDA_VISIBLE_DEVICES",  "HIP_VISIBLE_DEVICES",  "HWLOC_XMLFILE",
    "MALLOC_ARENA_MAX",     "MKL_DYNAMIC",           "MKL_NUM_THREADS",      "NCCL_ALGO",
    "NCCL_PROTO",           "OMPI_COMM_WORLD_SIZE",  "OPENBLAS_NUM_THREADS", "PMI_SIZE",
    "ROCR_VISIBLE_DEVICES", "SLURM_CPUS_PER_TASK",   "SLURM_CPU_BIND",       "SLURM_JOB_NUM_NODES",
    "SLURM_NTASKS",         "SLURM_NTASKS_PER_NODE", "SLURM_GPUS_ON_NODE",   "SLURM_DISTRIBUTION"};

/// A family of names may have one of these all the same.
constexpr std::array<std::string_view, 8> kSecrets = {
    "AUTH", "COOKIE", "CREDENTIAL", "KEY", "PASS", "PRIVATE", "SECRET", "TOKEN"};

constexpr std::size_t kMostLetters = 256;

std::string textOf(measurement::ClockKind clock)
{
    switch (clock) {
    case measurement::ClockKind::Tsc:
        return "time stamp counter";
    case measurement::ClockKind::Skewed:
        return "skewed";
    case measurement::ClockKind::Monotonic:
        break;
    }
    return "CLOCK_MONOTONIC";
}

/// The first line of a file of /proc that begins with \p name, behind its colon.
std::string lineOf(const char* file, std::string_view name)
{
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const std::size_t colon = line.find(':');
        if (line.starts_with(name) && colon != std::string::npos) {
            const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
            return begin == std::string::npos ? std::string() : line.substr(begin);
        }
    }
    return {};
}

/// Those that the program may use.
std::string processors()
{
    cpu_set_t set;
    CPU_ZERO(&set);
    const int usable = ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 0;
    const long online = ::sysconf(_SC_NPROCESSORS_ONLN);
    return std::to_string(usable) + " of " + std::to_string(online);
}

/// Options that are not as usual, and those by which one tells recordings apart.
std::string textOf(const Options& options)
{
    const Options usual;
    std::string text = "--sources " + joined(options.sources);
    const auto add = [&text](bool isSaid, const std::string& option) {
        text.append(isSaid ? " " + option : std::string());
    };
    add(options.bufferBytes != usual.bufferBytes,
        "--buffer " + std::to_string(options.bufferBytes));
    add(options.samplesPerSecond != 0, "--sample=" + std::to_string(options.samplesPerSecond));
    add(options.offCpuPerSecond != 0, "--off-cpu=" + std::to_string(options.offCpuPerSecond));
    add(options.counterPeriodMs != 0, "--counters=" + std::to_string(options.counterPeriodMs));
    add(!options.filter.empty(),
        "--filter " + std::filesystem::path(options.filter).filename().string());
    add(options.autoFilter.visits != 0,
        "--auto-filter=" + std::to_string(options.autoFilter.visits) + ","
            + std::to_string(options.autoFilter.nanoseconds) + "ns");
    add(options.maxSize != 0, "--max-size " + std::to_string(options.maxSize));
    add(options.lastSeconds != 0, "--last " + std::to_string(options.lastSeconds));
    add(!options.cudaGraphs.empty(), "--cuda-graphs " + options.cudaGraphs);
    add(!options.gpuMetrics.empty(), "--gpu-metrics " + joined(options.gpuMetrics));
    add(options.gpuSamplesPerSecond != 0,
        "--gpu-sampling=" + std::to_string(options.gpuSamplesPerSecond));
    add(!options.values.empty(), "--values=" + options.values);
    add(options.followFork, "--follow-fork");
    return text;
}

void addEnvironment(Facts& facts)
{
    std::vector<std::string> kept;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string text(*variable);
        if (isWorthKeeping(std::string_view(text).substr(0, text.find('=')))) {
            kept.push_back(text);
        }
    }
    std::ranges::sort(kept);
    for (const std::string& text : kept) {
        const std::size_t equals = text.find('=');
        if (equals < text.size() - 1) {  // OTF2 takes an empty value for the end of a property
            facts.emplace_back(
                "VELLUM::MEASUREMENT::ENVIRONMENT::" + text.substr(0, equals),
                text.substr(equals + 1, kMostLetters));
        }
    }
}

}  // namespace

bool isWorthKeeping(std::string_view name)
{
    const auto holdsIt = [&](std::string_view word) {
        return name.find(word) != std::string_view::npos;
    };
    const bool isListed =
        std::ranges::find(kNames, name) != kNames.end()
        || std::ranges::any_of(kPrefixes, [&](std::string_view p) { return name.starts_with(p); });
    // Names of properties have letters, digits and underscores; an archive with others cannot be written.
    const bool isPlain = std::ranges::all_of(name, [](char letter) {
        return letter == '_' || (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z')
               || (letter >= 'a' && letter <= 'z');
    });
    return isListed && isPlain && std::ranges::none_of(kSecrets, holdsIt);
}

Facts measurementFacts(const Options& options, measurement::ClockKind clock)
{
    utsname system{};
    ::uname(&system);
    Facts facts = {
        {"OPTIONS", textOf(options)},
        {"PROGRAM", std::filesystem::path(options.command.front()).filename().string()},
        {"CLOCK", textOf(clock)},
        {"HOST", system.nodename},
        {"SYSTEM", std::string(system.sysname) + " " + system.release + " " + system.machine},
        {"PROCESSOR", lineOf("/proc/cpuinfo", "model name")},
        {"PROCESSORS", processors()},
        {"MEMORY", lineOf("/proc/meminfo", "MemTotal")}};
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    for (auto& [name, value] : facts) {
        name.insert(0, "VELLUM::MEASUREMENT::");
    }
    addEnvironment(facts);
    return facts;
}

double nanosecondsPerEvent(measurement::ClockKind clock)
{
    constexpr int kReads = 10'000;
    const std::uint64_t begin = measurement::readMonotonic();
    std::uint64_t last = 0;
    for (int i = 0; i < kReads; ++i) {
        last = std::max(last, measurement::readClock(clock));
    }
    const std::uint64_t passed = measurement::readMonotonic() - begin;
    return static_cast<double>(passed) / kReads + (last == 0 ? 1 : 0);
}

}  // namespace vellum::collector::launch
