#include "server/import/partition.h"

#include <queue>

#include <algorithm>
#include <tuple>
#include <utility>

namespace vellum::server::import {

std::vector<std::vector<LocationIndex>> partition(
    std::span<const WorkItem> items, std::size_t parts)
{
    std::vector<WorkItem> sorted(items.begin(), items.end());
    std::ranges::sort(sorted, [](const WorkItem& a, const WorkItem& b) {
        return std::tuple(b.cost, a.location) < std::tuple(a.cost, b.location);
    });
    // An empty file costs opening, so that ten thousand of them are dealt out as well.
    constexpr std::uint64_t kOpening = 4096;
    using Load = std::pair<std::uint64_t, std::size_t>;
    std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
    for (std::size_t part = 0; part < parts; ++part) {
        loads.emplace(0, part);
    }
    std::vector<std::vector<LocationIndex>> result(parts);
    for (const WorkItem& item : sorted) {
        const auto [load, part] = loads.top();
        loads.pop();
        result[part].push_back(item.location);
        loads.emplace(load + item.cost + kOpening, part);
    }
    for (std::vector<LocationIndex>& part : result) {
        std::ranges::sort(part);
    }
    return result;
}

}  // namespace vellum::server::import
