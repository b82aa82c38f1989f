#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vellum::collector::launch {

/// What the command line asks for.
struct Options {
    std::string output = "vellum-%e-%p";  ///< %e: name of the program, %p: its process number
    std::uint64_t bufferBytes = 64U << 20U;
    std::vector<std::string> sources = {"functions", "threads", "cuda", "nvtx", "mpi", "openmp"};
    bool areSourcesGiven = false;        ///< by the command line
    std::uint32_t samplesPerSecond = 0;  ///< of each thread's processor time; 0: none are taken
    std::string filter;                  ///< path; empty: none
    std::string cudaGraphs;              ///< "node", "graph"; empty: not said
    std::string values;                  ///< "sketch", "record"; empty: none are recorded
    std::optional<bool> io;              ///< beside `sources`
    std::uint64_t counterPeriodMs = 0;   ///< 0: not said
    bool memory = false;                 ///< beside `sources`
    bool waits = false;                  ///< beside `sources`
    bool followFork = false;
    bool open = false;
    bool quiet = false;
    std::vector<std::string> command;
};

/// Either options to go on with, or the exit status to leave with; help and complaints are printed.
struct ParsedOptions {
    std::optional<Options> options;
    int exitStatus = 0;
};

[[nodiscard]] ParsedOptions parseOptions(int argc, const char* const* argv);

}  // namespace vellum::collector::launch
