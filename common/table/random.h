#pragma once

#include "common/table/table.h"

#include <cstdint>
#include <random>

namespace vellum::table {

/// Fills a row with what its columns allow: numbers of all sizes, texts of any bytes, lists of up to \p longest
/// rows. For tests.
void fillRandom(const Schema& schema, void* row, std::mt19937_64& random, std::size_t longest = 6);

}  // namespace vellum::table
