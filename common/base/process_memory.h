#pragma once

#include <cstdint>

namespace vellum {

/// Memory that this process has in RAM now, in bytes; 0 where the system does not say. What it sees of
/// files does not count: the system takes that back when it needs room.
///
/// Threads  Any.
[[nodiscard]] std::uint64_t residentBytes();

}  // namespace vellum
