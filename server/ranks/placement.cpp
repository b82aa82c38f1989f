#include "server/ranks/placement.h"

namespace vellum::server::ranks {

Shares deal(std::span<const import::WorkItem> costs, std::size_t ranks)
{
    Shares shares{
        .placement = {.parts = ranks, .partOf = std::vector<std::uint32_t>(costs.size())},
        .own = import::partition(costs, ranks)};
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        for (const LocationIndex location : shares.own[rank]) {
            shares.placement.partOf[location.value()] = static_cast<std::uint32_t>(rank);
        }
    }
    return shares;
}

std::vector<import::WorkItem> costsOf(const store::TraceStore& trace)
{
    std::vector<import::WorkItem> costs;
    for (std::uint32_t i = 0; i < trace.locations.size(); ++i) {
        costs.push_back({.location = LocationIndex(i), .cost = trace.locations[i].totals.events});
    }
    return costs;
}

std::string nameOf(std::uint32_t rank, const std::vector<Peer>& peers)
{
    return "rank " + std::to_string(rank) + " on " + peers[rank].host;
}

}  // namespace vellum::server::ranks
