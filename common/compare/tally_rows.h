#pragma once

#include "common/compare/tally.h"
#include "common/query/answers.h"
#include "common/trace/definitions.h"

#include <cstdint>
#include <vector>

namespace vellum::compare {

/// The rows of any answer that is a table, as tallies: what makes a row is its name, and of its sums those are taken whose
/// columns are called "count" or "accesses", "sum_duration", "bytes" or "moved_bytes", and "redundant_bytes".
///
/// \param key  what the rows are by, which says how numbers read that are no references
/// Precondition: the answer has a table.
[[nodiscard]] std::vector<Tally> tallyRowsOf(
    TallyKey key, const query::Table& answer, const Definitions& definitions);

/// A count as a number with a sign; the greatest there is for those past it.
[[nodiscard]] std::int64_t wholeOf(std::uint64_t count);

}  // namespace vellum::compare
