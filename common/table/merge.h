#pragma once

#include "common/table/table.h"

namespace vellum::table {

/// Adds \p part to \p whole, both rows of \p schema, as the columns say. Lists whose rows have keys are joined by
/// these, new rows at the end in the order of the part; other lists are put one behind the other.
///
/// Precondition: rows with keys have no lists and no two rows of one list have the same keys.
/// Cost     O(rows of both) and a hash of each row's keys.
void merge(const Schema& schema, void* whole, const void* part);

}  // namespace vellum::table
