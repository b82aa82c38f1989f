#pragma once

#include "collector/sources/nvtx/range_names.h"

#include <cstdint>

namespace vellum::collector::nvtx {

/// Events of ranges and marks, however the program sets them. Numbers are those of numberOf().
///
/// Threads  Any; a range that is pushed belongs to its thread.

/// \return how many were open before
int pushRange(std::uint32_t number);
/// \return how many are left open
int popRange(const Domain* domain);
/// \return the number by which endRange() knows it
std::uint64_t startRange(std::uint32_t number);
void endRange(std::uint64_t range);
void markRange(std::uint32_t number);

}  // namespace vellum::collector::nvtx
