#include "collector/measurement/config.h"

#include "collector/measurement/clock.h"

#include <cstdlib>
#include <cstring>

namespace vellum::collector::measurement {

namespace {

// The environment is read once, before the program can have threads that change it.
const char* fromEnvironment(const char* name)
{
    return std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
}

std::uint64_t numberFrom(const char* name, std::uint64_t fallback)
{
    const char* text = fromEnvironment(name);
    return text == nullptr ? fallback : std::strtoull(text, nullptr, 10);
}

bool equals(const char* text, const char* expected)
{
    return text != nullptr && std::strcmp(text, expected) == 0;
}

/// From the text "VISITS,NANOSECONDS".
void readAutoFilter(const char* text, Config& config)
{
    if (text == nullptr) {
        return;
    }
    char* end = nullptr;
    config.autoFilterVisits = std::strtoull(text, &end, 10);
    config.autoFilterNs = *end == ',' ? std::strtoull(end + 1, nullptr, 10) : 0;
}

/// Whether \p name is one of \p names, which have commas between them.
bool lists(const char* names, const char* name)
{
    const std::size_t length = std::strlen(name);
    for (const char* at = names; at != nullptr; at = std::strchr(at, ',')) {
        at += *at == ',' ? 1 : 0;
        if (std::strncmp(at, name, length) == 0 && (at[length] == ',' || at[length] == '\0')) {
            return true;
        }
    }
    return false;
}

}  // namespace

Config readConfig()
{
    Config config;
    config.spool = fromEnvironment(kEnvSpool);
    config.targetPid = static_cast<std::uint32_t>(numberFrom(kEnvTargetPid, 0));
    config.followFork = equals(fromEnvironment(kEnvFollowFork), "1");
    config.clock =
        equals(fromEnvironment(kEnvClock), "tsc") ? ClockKind::Tsc : ClockKind::Monotonic;
    if (const char* skew = fromEnvironment(kEnvClockSkew)) {
        config.clock = ClockKind::Skewed;
        clockSkew = readClockSkew(skew);
    }
    config.bufferBytes = numberFrom(kEnvBuffer, config.bufferBytes);
    config.mostBytes = numberFrom(kEnvMaxSize, 0);
    config.lastNs = numberFrom(kEnvLast, 0);
    if (config.lastNs != 0) {
        config.bufferBytes = UINT64_MAX;  // what will be given up need not reach the disk
    }
    readAutoFilter(fromEnvironment(kEnvAutoFilter), config);
    config.samplesPerSecond = static_cast<std::uint32_t>(numberFrom(kEnvSampling, 0));
    config.offCpuPerSecond = static_cast<std::uint32_t>(numberFrom(kEnvOffCpu, 0));
    config.samplingClock = fromEnvironment(kEnvSamplingClock);
    const char* sources = fromEnvironment(kEnvSources);
    config.threads = sources == nullptr || lists(sources, "threads");
    config.cuda = lists(sources, "cuda");
    config.nvtx = lists(sources, "nvtx");
    config.python = fromEnvironment(kEnvPython);
    config.pythonFunctions = lists(sources, "python");
    config.pythonRanges = fromEnvironment(kEnvAnnotate);
    config.openmp = lists(sources, "openmp");
    config.waits = lists(sources, "waits");
    config.io = lists(sources, "io");
    config.counters = lists(sources, "counters");
    if (lists(sources, "memory")) {
        config.counterPeriodMs = numberFrom(kEnvCounters, kDefaultMemoryPeriodMs);
    } else if (config.counters) {
        config.counterPeriodMs = numberFrom(kEnvCounters, kDefaultCounterPeriodMs);
    }
    return config;
}

}  // namespace vellum::collector::measurement
