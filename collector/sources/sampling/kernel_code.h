#pragma once

namespace vellum::collector::sampling {

/// Writes the code that the kernel puts into processes (vdso: clock_gettime, …) into the process's folder, and notes it
/// as one of its modules, so that stacks can be followed through it and its functions have names.
void keepKernelCode();

}  // namespace vellum::collector::sampling
