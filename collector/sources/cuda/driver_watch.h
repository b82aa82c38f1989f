#pragma once

namespace vellum::collector::cuda {

/// Tells the user why CUDA is not recorded where there is no driver or no device. It is the driver that starts our recording of
/// CUDA (injection.cpp); without one we have to notice ourselves that the program asked for it.
///
/// Threads  Any.

/// The program has the loader look for \p library: the runtime of CUDA does so for the driver with the first call. If the process
/// ends before driverCame(), a sentence is left for the launcher. Libraries that only look whether there is a driver (of MPI, of
/// networks) do not count: the program itself must ask, which has the runtime linked statically, or the runtime be loaded.
///
/// \param caller  where the call comes from
void expectDriver(const char* library, const void* caller);

/// The driver has started us: what fails from now on is said elsewhere.
void driverCame();

}  // namespace vellum::collector::cuda
