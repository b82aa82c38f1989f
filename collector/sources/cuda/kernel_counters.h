#pragma once

#include "collector/sources/cuda/cupti_interface.h"

#include <cstdint>

namespace vellum::collector::cuda {

/// Counts what each kernel does (`--gpu-metrics`), by CUPTI's Range Profiler. CUPTI tells what was counted kernel after kernel of a
/// context, without saying of which; so the launches are noted in their order, and both go into the file `cuda`, where the launcher
/// joins them (collector/device/kernel_counts.h).
///
/// Odd case Launches of several threads into one context at once are marked: their order is not known.
/// Errors   Said once in the recording; kernels then run as ever, uncounted.
/// Threads  Any. Our lock is held while CUPTI is called; none of our callbacks takes it.

/// Counts what the environment asks for: `VELLUM_GPU_METRICS`, names with commas; `VELLUM_CUPTI_RANGES` launches of a context [256] are
/// read from the device together.
void startKernelCounters(const CuptiInterface& cupti, Subscriber subscriber);

/// A call that has the context run kernels, and which call of the program it is part of.
struct Launch {
    void* context = nullptr;
    std::uint32_t contextNumber = 0;
    std::uint32_t correlation = 0;
    std::uint32_t outer = 0;
};
void beginLaunch(const Launch& launch);
void endLaunch(void* context);

/// The context is about to go, and with it what was counted in it.
void endCounting(void* context);
/// At the end of the process.
void endCountingOfAll();
/// In a forked child, which has none of its parent's contexts.
void forgetKernelCounters();

}  // namespace vellum::collector::cuda
