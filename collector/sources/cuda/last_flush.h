#pragma once

#include "collector/sources/cuda/cupti_interface.h"

namespace vellum::collector::cuda {

/// Fetches what CUPTI still has, at the end of the process: on a thread of our own, since a driver in trouble may never answer, and a
/// program that does not end is worse than records that are missing.
///
/// Odd case After `VELLUM_CUPTI_FLUSH_S` seconds [10] without an answer the process goes on to its end, and a sentence says so.
/// Threads  Once, by whoever ends the process.
void flushLast(const CuptiInterface& cupti);

}  // namespace vellum::collector::cuda
