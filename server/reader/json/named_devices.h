#pragma once

#include <string_view>

namespace vellum::server::reader::json {

struct CollectedTrace;

/// Whether a process of this name is a device: `GPU0`, `GPU 1`, `/device:GPU:0`, `/host:CPU` is none.
///
/// Source  rocprof 1, TensorFlow's timelines, the profilers of JAX and XLA
[[nodiscard]] bool isDeviceName(std::string_view processName);

/// Tells devices by the names of their processes, in files whose events say nothing of it: what stands there becomes
/// kernels and copies, calls of a device's runtime elsewhere become that, and a flow from such a call to a kernel or
/// copy its launch. Files of which any complete event (X) is a device's by its category are left as they are.
///
/// \pre   begins and ends are paired; what is given up while a file is read is not asked for
/// Cost   O(n log n) of the spans of such devices and of the tracks with flows; nothing where no process has such a name.
/// Odd case Rows above a device's streams that only repeat what is in them (Steps, XLA Modules, …) are annotations.
/// Odd case A flow begins in the innermost slice around it. It ends in the innermost slice around it, or in the
///        next one. One call may launch many kernels; a kernel belongs to the first flow that ends in it.
void recogniseNamedDevices(CollectedTrace& trace);

}  // namespace vellum::server::reader::json
