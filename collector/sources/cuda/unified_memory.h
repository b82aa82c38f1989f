#pragma once

#include "collector/sources/cuda/cupti_interface.h"

namespace vellum::collector::cuda {

/// Turns on the counters of managed memory that the machine has. What is refused is said in the recording, since a trace without
/// page faults must not look like a program without page faults; one kind that is refused leaves the others on.
void enableUnifiedMemory(const CuptiInterface& cupti);

}  // namespace vellum::collector::cuda
