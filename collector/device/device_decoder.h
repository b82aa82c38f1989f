#pragma once

#include "collector/device/device_trace.h"

#include <cstdint>
#include <filesystem>

namespace vellum::collector::device {

/// Reads the file `cuda` of a recorded process.
///
/// Exact    Every record of a known kind becomes one work, one sample or one name; what is left out is counted.
/// Errors   None: a file that is not there gives an empty trace; damage is counted.
[[nodiscard]] DeviceTrace decodeDevices(const std::filesystem::path& file, TimeBounds bounds);

}  // namespace vellum::collector::device
