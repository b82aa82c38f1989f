#pragma once

#include "collector/launch/options.h"

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace vellum::collector::launch {

/// Options of what is recorded of GPUs.
void addGpuOptions(CLI::App& app, Options& options);

/// \return what is wrong with them together, empty if nothing is
[[nodiscard]] std::string checkGpuOptions(const Options& options);

}  // namespace vellum::collector::launch
