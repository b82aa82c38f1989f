#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vellum::collector::launch {

/// Which functions are left out while the program runs: those with so many visits of so short a mean time.
struct AutoFilterRule {
    std::uint64_t visits = 0;  ///< 0: none
    std::uint64_t nanoseconds = 0;
};

/// What the command line asks for.
struct Options {
    std::string output = "vellum-%e-%p";  ///< %e: name of the program, %p: its process number
    std::uint64_t bufferBytes = 64U << 20U;
    std::vector<std::string> sources = {"functions", "threads", "cuda", "nvtx", "mpi", "openmp"};
    bool areSourcesGiven = false;        ///< by the command line
    std::uint32_t samplesPerSecond = 0;  ///< of each thread's processor time; 0: none are taken
    std::uint32_t offCpuPerSecond = 0;   ///< looks at threads that wait; 0: none
    std::string filter;                  ///< path; empty: none
    AutoFilterRule autoFilter;
    std::uint64_t maxSize = 0;              ///< bytes of the archive; 0: any number
    std::uint64_t lastSeconds = 0;          ///< what is kept; 0: all
    std::string cudaGraphs;                 ///< "node", "graph"; empty: not said
    std::uint64_t gpuSamplesPerSecond = 0;  ///< of each device; 0: none are taken
    std::vector<std::string> gpuMetrics;    ///< of each kernel; empty: none are counted
    std::string values;                 ///< "coarse", "sketch", "record"; empty: none are recorded
    std::optional<bool> io;             ///< beside `sources`
    std::uint64_t counterPeriodMs = 0;  ///< 0: not said
    bool memory = false;                ///< beside `sources`
    bool waits = false;                 ///< beside `sources`
    bool python = false;                ///< beside `sources`
    std::string annotations;            ///< functions of Python, with commas; empty: none
    bool followFork = false;
    std::string
        live;  ///< the server that sees the run grow, as client::resolveEndpoint has it; empty: none
    bool open = false;
    bool quiet = false;
    std::optional<std::string> listGpuMetrics;  ///< instead of a command: of what
    std::vector<std::string> command;
};

/// Either options to go on with, or the exit status to leave with; help and complaints are printed.
struct ParsedOptions {
    std::optional<Options> options;
    int exitStatus = 0;
};

[[nodiscard]] ParsedOptions parseOptions(int argc, const char* const* argv);

}  // namespace vellum::collector::launch
