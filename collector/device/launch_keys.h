#pragma once

#include "collector/device/device_trace.h"

namespace vellum::collector::device {

/// Gives each kernel its launch key, `Work::launch`: which kernel of which stream it is, in the order in which the program asked for
/// them. Two runs of a program that does the same give the same keys, whatever their times; so a run that records values can
/// be joined with one that records times.
///
/// Layout   From the top: 16 bits the context, 16 bits its stream, both by their order among those of the process with kernels,
///          from 0 on; 32 bits the kernel, from 1 on. What does not fit has none.
/// Exact    Kernels of a stream are ordered by the call's correlation, then by the graph's node, then by begin.
void numberLaunches(DeviceTrace& trace);

}  // namespace vellum::collector::device
