#pragma once

#include <cstdint>

namespace vellum {

/// Timer units since the trace's global offset. Signed: damaged traces have events before it.
/// Seconds exist only in text; see clock_properties.h for the one place that converts.
using Tick = std::int64_t;

}  // namespace vellum
