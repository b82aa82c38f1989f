#pragma once

#include <atomic>
#include <cstdint>

namespace vellum::collector::sources {

/// What the collector has read of /proc in this process: the kernel counts it as the program's. Of a forked child the
/// kernel begins to count anew.
inline constinit std::atomic<std::uint64_t> ownBytes = 0;

}  // namespace vellum::collector::sources
