#pragma once

#include "common/query/answers.h"
#include "common/query/requests.h"
#include "server/cli/output_guard.h"
#include "server/cli/query_backend.h"
#include "server/cli/row_sets.h"

#include <ostream>
#include <stop_token>
#include <string>
#include <vector>

namespace vellum::server::cli {

/// What a printed answer says besides the answer.
struct Printing {
    std::string query;  ///< as on the command line: "profile", …
    OpenedTrace trace;
    TickRange window;  ///< what the query covers
    vellum::query::GroupBy by = vellum::query::GroupBy::Region;
    bool perLocation = false;
    std::vector<std::string>
        present{};               ///< what a timeline was asked the presence of, in its order
    std::vector<RowSet> sets{};  ///< what the rows of a timeline are, where they are no locations
    RowsBy rows = RowsBy::Location;
    std::stop_token cancel = {};  ///< asked for: what is printed ends within a few thousand cells
};

/// What the i-th row of a timeline is; null where it is a location.
[[nodiscard]] inline const RowSet* setOf(const Printing& printing, std::size_t row)
{
    return row < printing.sets.size() ? &printing.sets[row] : nullptr;
}

// Errors  All three throw OutputStopped once that is asked for or the stream has failed.

/// One object, as cli.md's table has it.
void printJson(std::ostream& out, const Printing& printing, const vellum::query::Answer& answer);

/// One table with a header row; docs/user/query.md lists the columns.
/// Source   RFC 4180, with line feeds alone as line ends.
void printCsv(std::ostream& out, const Printing& printing, const vellum::query::Answer& answer);

/// For people: aligned, times with readable units. Not for programs: it may change.
void printText(std::ostream& out, const Printing& printing, const vellum::query::Answer& answer);

}  // namespace vellum::server::cli
