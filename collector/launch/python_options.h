#pragma once

#include "collector/launch/options.h"

#include <string_view>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's
class App;
}  // namespace CLI

namespace vellum::collector::launch {

/// The name of the source.
inline constexpr std::string_view kPython = "python";

/// Adds --python and --annotate MODULE:FUNCTION,...
void addPython(CLI::App& app, Options& options);

/// What the two mean for the rest, once all is parsed: workers belong to the program, so that children are followed
/// unless the command line says whether.
void settlePython(const CLI::App& app, Options& options);

}  // namespace vellum::collector::launch
