#pragma once

#include "collector/launch/options.h"

#include <string>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace vellum::collector::launch {

/// --auto-filter, with or without its rule.
void addAutoFilter(CLI::App& app, Options& options);

/// As the archive and the user read it: "100000 visits below 1000 ns on average"; empty where none is given.
[[nodiscard]] std::string textOf(const AutoFilterRule& rule);

}  // namespace vellum::collector::launch
