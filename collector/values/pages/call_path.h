#pragma once

#include "collector/values/page_format.h"

#include <array>
#include <cstdint>

namespace vellum::collector::values {

/// Return addresses of the calls that led here, the innermost first, without those of this library.
///
/// Errors   A caller without unwind information ends the path.
/// Threads  Any. \return how many there are
std::uint32_t callPath(std::array<std::uint64_t, BlockEvent::kFrames>& path);

}  // namespace vellum::collector::values
