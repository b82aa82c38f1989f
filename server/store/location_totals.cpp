#include "server/store/location_totals.h"

namespace vellum::server::store {

std::vector<std::pair<EventKind, std::uint64_t>> KindCounts::occurring() const
{
    std::vector<std::pair<EventKind, std::uint64_t>> occurring;
    for (std::size_t kind = 0; kind < event_kind::kCount; ++kind) {
        const std::uint64_t count = m_counts.at(kind) + m_others.at(kind);
        if (count > 0) {
            occurring.emplace_back(static_cast<EventKind>(kind), count);
        }
    }
    return occurring;
}

void addVisits(
    LocationTotals& totals, const Definitions& definitions, RegionRef region, std::uint64_t visits)
{
    const Region* found = definitions.find(region);
    const FunctionGroup group = found == nullptr ? FunctionGroup::Unknown : found->group;
    totals.visitsOf.at(static_cast<std::size_t>(group)) += visits;
}

}  // namespace vellum::server::store
