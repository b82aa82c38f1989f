#pragma once

#include <string>

namespace vellum::collector::launch {

/// Prints what GPUs can count, from what CUPTI knows of chips: no GPU is needed.
///
/// \param about  empty: the chips. "GH100": its presets and metrics. "GH100:roofline,NAME": which of these it has, and in how many
///               passes they are counted
/// \return the exit status: 0, or 2 with a sentence on standard error
[[nodiscard]] int listGpuMetrics(const std::string& about);

}  // namespace vellum::collector::launch
