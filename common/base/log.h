#pragma once

#include <string_view>

namespace vellum::log {

/// How much is said on standard error. Results never go there, and nothing else goes to standard
/// output.
enum class Level { Debug, Info, Warning, Error, Off };

/// Sets the level for the whole process; the environment's `VELLUM_LOG` (debug, info, warning,
/// error, off) wins over \p fallback. Called once by `main`, before other threads start.
void start(std::string_view programName, Level fallback = Level::Warning);

/// Threads: safe from any thread; a line is written whole.
void debug(std::string_view message);
void info(std::string_view message);
void warning(std::string_view message);
void error(std::string_view message);

}  // namespace vellum::log
