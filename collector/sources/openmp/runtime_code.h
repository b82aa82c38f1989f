#pragma once

namespace vellum::collector::openmp {

/// Where the code of the runtime lies that has taken us for its tool.
///
/// Threads  Any.

/// \param function  one of the runtime's
void noteRuntimeCode(const void* function);

/// False where OpenMP is not recorded.
[[nodiscard]] bool isRuntimeCode(const void* code);

}  // namespace vellum::collector::openmp
