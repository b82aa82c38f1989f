#pragma once

#include "collector/device/device_trace.h"

#include <vector>

namespace vellum::collector::device {

/// Orders work by its begin and gives what overlaps lanes of its own.
///
/// Exact    Each work is in one lane; within a lane none begins before the one before it has ended. Work goes to the first
///          lane that is free, so that work without overlap stays in the first. No lane is empty.
[[nodiscard]] std::vector<std::vector<Work>> intoLanes(std::vector<Work> works);

}  // namespace vellum::collector::device
