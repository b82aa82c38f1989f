#pragma once

#include "common/trace/definitions.h"
#include "gui/models/selection.h"

#include <QString>

#include <utility>
#include <vector>

namespace vellum::gui::charts {

// What is said of collectives, markers and operations of input and output.

/// In one line: "ALLREDUCE of MPI_COMM_WORLD, 4 of 4 members, 12 µs".
[[nodiscard]] QString sentenceOf(const models::Overlaid& overlaid, const Definitions& definitions);

/// All that is known, line by line: what it is, and its value.
[[nodiscard]] std::vector<std::pair<QString, QString>> linesOf(
    const models::Overlaid& overlaid, const Definitions& definitions);

}  // namespace vellum::gui::charts
