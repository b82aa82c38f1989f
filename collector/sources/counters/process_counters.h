#pragma once

#include "collector/sources/counters/sample_format.h"

namespace vellum::collector::counters {

/// Asks the system for what it counts of this process, all its threads among it; what it does not tell is left as it is.
///
/// Cost     A system call and three files of /proc.
/// Threads  One at a time. No allocation. errno is not kept.
/// Source   getrusage(2); proc(5), /proc/PID/stat, /proc/PID/io and /proc/net/dev.
void readProcessCounters(Sample& sample);

/// Of these the resident memory alone, from one file of /proc. By any threads.
void readResidentMemory(Sample& sample);

/// Bytes through all interfaces but that of the machine to itself.
struct NetworkBytes {
    std::uint64_t received = 0;
    std::uint64_t sent = 0;
};

/// \param text  of /proc/net/dev. Lines that cannot be read, and one without an end, count as nothing.
[[nodiscard]] NetworkBytes parseNetwork(const char* text);

}  // namespace vellum::collector::counters
