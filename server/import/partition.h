#pragma once

#include "common/trace/refs.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::server::import {

struct WorkItem {
    LocationIndex location;
    std::uint64_t cost = 0;  ///< bytes of its event file
};

/// Deals locations to \p parts workers so that each has about the same to read: the dearest first,
/// each to whoever has least. Every part is in definition order; parts may be empty.
///
/// Exact    The same input gives the same parts.
[[nodiscard]] std::vector<std::vector<LocationIndex>> partition(
    std::span<const WorkItem> items, std::size_t parts);

}  // namespace vellum::server::import
