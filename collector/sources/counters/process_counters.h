#pragma once

#include "collector/sources/counters/sample_format.h"

namespace vellum::collector::counters {

/// Asks the system for what it counts of this process; what it does not tell is left as it is.
///
/// Cost     Some 40 us: a system call and two files of /proc.
/// Threads  Any. No allocation. errno is not kept.
/// Source   getrusage(2); proc(5), /proc/PID/stat and /proc/PID/io.
void readProcessCounters(Sample& sample);

/// Of these the resident memory alone, for a third of the cost.
void readResidentMemory(Sample& sample);

/// In a forked child: the kernel begins to count anew.
void forgetOwnBytes();

}  // namespace vellum::collector::counters
