#pragma once

#include <cstdint>

namespace vellum::collector::measurement {

/// Gives a region that the program defines itself a handle and writes its name down.
///
/// \return the handle, from 1 on; 0 when nothing is recorded
/// Threads  Any. Meant to be called once per region, not per visit.
[[nodiscard]] std::uint32_t defineRegion(const char* name, const char* file, std::uint32_t line);

}  // namespace vellum::collector::measurement
