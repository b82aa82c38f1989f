#pragma once

#include "collector/sources/cuda/cupti_interface.h"

#include <cstdint>

namespace vellum::collector::cuda {

/// Has devices count in regular intervals (`--gpu-sampling`), by CUPTI's PM sampling, from the first context that a program makes on them
/// until it ends. A thread of our own fetches the samples and writes them into the file `cuda`; the launcher fits their times
/// (collector/device/sampled_devices.h).
///
/// Errors   Said once in the recording; everything else goes on.
/// Threads  Any. Our thread holds our lock while it calls CUPTI; none of our callbacks takes that lock.

/// Does what the environment asks for: `VELLUM_GPU_SAMPLING`, the nanoseconds between samples, and behind them metrics, all with commas.
void startDeviceSampling(const CuptiInterface& cupti, Subscriber subscriber);

/// A context has been made.
void sampleDeviceOf(void* context);
/// At the end of the process.
void endDeviceSampling();
/// In a forked child, which has no device.
void forgetDeviceSampling();

}  // namespace vellum::collector::cuda
