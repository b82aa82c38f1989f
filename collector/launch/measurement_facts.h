#pragma once

#include "collector/launch/options.h"
#include "collector/measurement/spool_format.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::collector::launch {

/// What a recording was, as properties of its archive: VELLUM::MEASUREMENT::… with the options, the program, the machine and the
/// environment.
///
/// Privacy  Arguments of the program are left out, and of the environment all but isWorthKeeping().
[[nodiscard]] std::vector<std::pair<std::string, std::string>> measurementFacts(
    const Options& options, measurement::ClockKind clock);

/// Whether a variable decides over how a program runs: those of OpenMP, MPI, math libraries, devices, batch jobs and Vellum, by a list
/// of names. None whose name speaks of a secret.
[[nodiscard]] bool isWorthKeeping(std::string_view name);

/// About how long a hook takes: that of its clock.
[[nodiscard]] double nanosecondsPerEvent(measurement::ClockKind clock);

}  // namespace vellum::collector::launch
