#pragma once

namespace vellum::collector::nvml {

/// Asks all devices and appends what they tell to the process's file; nothing where the program has not started CUDA.
///
/// Errors   What is missing or refused is said once (measurement::noteUnavailable), and the others go on.
/// Cost     Some microseconds a device and quantity, of the caller's time.
/// Threads  That of the collector's sampler alone.
void sampleDevices();

/// In a forked child: the library's own state is the parent's.
void forgetDevices();

}  // namespace vellum::collector::nvml
