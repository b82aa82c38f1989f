#pragma once

#include <string>

namespace vellum::collector::launch {

/// A sentence for the user, on standard error.
void say(const std::string& sentence);

/// The same; the exit status of what could not be set up.
[[nodiscard]] int refuse(const std::string& sentence);

[[nodiscard]] std::string startFailure(const std::string& command, int error);

/// \param waitStatus  as waitpid has it
[[nodiscard]] int exitStatusOf(int waitStatus);

}  // namespace vellum::collector::launch
