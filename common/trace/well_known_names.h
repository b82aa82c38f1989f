#pragma once

#include "common/trace/function_group.h"

#include <optional>
#include <string_view>

namespace vellum {

/// Whether a function of this name belongs to a runtime or driver of devices: `hipLaunchKernel`, `cuMemAlloc`, `hsa_init`.
[[nodiscard]] bool isDeviceCall(std::string_view functionName);

/// The group of a function of a well-known interface by its name alone: `MPI_…`, `pthread_…`, `omp_…`, calls of POSIX and of
/// the C library for files and memory, of devices and of NCCL. Nothing for all other names. Only for traces that say of no function where it belongs:
/// a program may have a function of its own of such a name.
[[nodiscard]] std::optional<FunctionGroup> groupOfWellKnownName(std::string_view functionName);

/// How our recorder describes regions that are functions of Python: OTF2 has no paradigm for them.
inline constexpr std::string_view kPythonFunction = "Python function";

}  // namespace vellum
