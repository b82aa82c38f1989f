#pragma once

#include "collector/launch/options.h"

namespace vellum::collector::launch {

/// Runs the command with the collector in it and writes the archive when it has ended.
///
/// \return the command's exit status, 128 + N if signal N killed it, 127 or 126 if it could not be
///         started, 2 if the recording could not be set up
[[nodiscard]] int record(const Options& options);

}  // namespace vellum::collector::launch
