#pragma once

#include "common/table/table.h"

namespace vellum::table {

/// Whether two rows of a kind say the same. Derived columns follow from the others; real numbers are equal by
/// their bits, so that one that is no number equals itself.
[[nodiscard]] bool equal(const Schema& schema, const void* a, const void* b);

}  // namespace vellum::table
