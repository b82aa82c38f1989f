#pragma once

#include "common/query/answers.h"
#include "common/table/cells.h"
#include "common/trace/definitions.h"
#include "server/cli/json_writer.h"
#include "server/cli/output_guard.h"
#include "server/cli/printing.h"

#include <cstddef>
#include <ostream>

namespace vellum::server::cli {

// Answers of questions that have a descriptor, as their columns say. A list inside a row is a list in JSON; in CSV its rows
// are columns of that row, numbered from 1 on. Errors as in printing.h.

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

/// Of its tables the one with \p number alone, without lists inside rows.
void writeTableAsText(
    std::ostream& out,
    const Printing& printing,
    const vellum::query::Table& answer,
    std::size_t number);

}  // namespace vellum::server::cli
