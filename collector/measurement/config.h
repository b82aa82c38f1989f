#pragma once

#include "collector/measurement/spool_format.h"

#include <cstdint>

namespace vellum::collector::measurement {

/// What the launcher asks for, read from the environment (spool_format.h has the names).
///
/// Threads  Immutable once read. Uses neither memory allocation nor locks.
struct Config {
    const char* spool = nullptr;  ///< null: record nothing
    std::uint32_t targetPid = 0;  ///< 0: any process
    bool followFork = false;
    ClockKind clock = ClockKind::Monotonic;
    std::uint64_t bufferBytes = 64U << 20U;
    std::uint32_t samplesPerSecond = 0;   ///< of each thread's processor time; 0: no sampling
    std::uint32_t offCpuPerSecond = 0;    ///< looks at each thread that waits; 0: none
    const char* samplingClock = nullptr;  ///< null: the best there is; see kEnvSamplingClock
    std::uint64_t autoFilterVisits = 0;   ///< 0: nothing is left out by itself
    std::uint64_t autoFilterNs = 0;       ///< per visit
    std::uint64_t mostBytes = 0;          ///< of the archive; 0: any number
    std::uint64_t lastNs = 0;             ///< what is older is given up; 0: nothing is
    bool threads = true;                  ///< calls of the thread library as regions
    bool cuda = false;                    ///< calls of CUDA and what runs on its devices
    bool nvtx = false;                    ///< ranges and marks of NVTX
    bool openmp = false;                  ///< what a runtime of OpenMP tells its tool
    bool waits = false;                   ///< what threads wait for each other
    const char* python =
        nullptr;  ///< our Python code, for Pythons that are recorded; null: none are
    bool pythonFunctions = false;
    const char* pythonRanges = nullptr;  ///< "module:function,..." to be annotated; null: none
    bool io = false;                     ///< input and output
    bool counters = false;               ///< what the system counts of the process
    std::uint64_t counterPeriodMs = 0;   ///< how often these, or the heap's, are read; 0: never
};

[[nodiscard]] Config readConfig();

}  // namespace vellum::collector::measurement
