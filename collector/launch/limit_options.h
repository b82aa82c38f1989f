#pragma once

#include "collector/launch/options.h"

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace vellum::collector::launch {

/// --max-size and --last.
void addLimits(CLI::App& app, Options& options);

/// What does not go together with them, one sentence; empty: all does. Takes sources away that cannot be bounded and that
/// nobody named.
[[nodiscard]] std::string settleLimits(Options& options);

}  // namespace vellum::collector::launch
