#pragma once

#include "common/trace/definitions.h"

#include <cstddef>
#include <string>
#include <vector>

namespace vellum::server::cli {

/// The machine that a trace was recorded on, for people: nodes, processes and devices inside each other,
/// each with how many locations it has and what the trace says of it.
///
/// \param most  lines; deeper things are left out where there are more, and a last line says how many
/// \return lines, two blanks deeper for each level; nothing where the trace has no system tree and no groups
[[nodiscard]] std::vector<std::string> machineTree(
    const Definitions& definitions, std::size_t most);

}  // namespace vellum::server::cli
