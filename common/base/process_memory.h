#pragma once

#include <cstdint>

namespace vellum {

/// Memory that this process has in RAM now, in bytes; 0 where the system does not say. What it sees of
/// files does not count: the system takes that back when it needs room.
///
/// Threads  Any.
[[nodiscard]] std::uint64_t residentBytes();

/// Gives memory that was freed, and that the program's heaps keep between what is in use, back to the
/// system: worth it where many small things have gone.
///
/// Cost     Looks at all that is free.
/// Threads  Any.
void returnFreeMemory();

}  // namespace vellum
