#pragma once

#include "server/store/trace_store.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace vellum::tests {

/// Places of the selected locations, in definition order.
[[nodiscard]] inline std::vector<std::size_t> selected(
    const server::store::TraceStore& trace, const std::vector<LocationRef>& refs)
{
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < trace.locations.size(); ++i) {
        if (refs.empty() || std::ranges::count(refs, trace.definitions.locations[i].ref) > 0) {
            places.push_back(i);
        }
    }
    return places;
}

}  // namespace vellum::tests
