#pragma once

#include <cstdint>

namespace vellum::collector::measurement {

/// How long a tick of process.config.clock is, as far as the process can tell: both clocks are read at its begin and now.
///
/// Exact    Better from reading to reading; to a thousandth after some tens of microseconds.
/// Threads  Any, once the process has begun.
void beginComparingClocks();

/// \return 0 in the very first moment
[[nodiscard]] std::uint64_t ticksIn(std::uint64_t nanoseconds);

}  // namespace vellum::collector::measurement
