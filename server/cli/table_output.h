#pragma once

#include "common/query/answers.h"
#include "common/table/cells.h"
#include "common/trace/definitions.h"
#include "server/cli/json_writer.h"
#include "server/cli/output_guard.h"
#include "server/cli/printing.h"

#include <ostream>

namespace vellum::server::cli {

// Answers of questions that have a descriptor, as their columns say. Errors as in printing.h.

/// The value of `result`.
void writeTable(
    JsonWriter& json, const Definitions& definitions, const vellum::query::Table& answer);

void writeTableAsCsv(
    std::ostream& out,
    OutputGuard& guard,
    const Definitions& definitions,
    const vellum::query::Table& answer);

void writeTableAsText(
    std::ostream& out, const Printing& printing, const vellum::query::Table& answer);

}  // namespace vellum::server::cli
