#pragma once

#include "server/import/partition.h"
#include "server/query/partial.h"
#include "server/ranks/link.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vellum::server::ranks {

/// Which rank holds which location.
struct Shares {
    query::Placement placement;
    std::vector<std::vector<LocationIndex>> own;  ///< by rank, in definition order
};

/// The same on every rank that sees the same costs.
[[nodiscard]] Shares deal(std::span<const import::WorkItem> costs, std::size_t ranks);

/// What each location of an indexed trace costs: its events.
[[nodiscard]] std::vector<import::WorkItem> costsOf(const store::TraceStore& trace);

/// "rank 3 on node17".
[[nodiscard]] std::string nameOf(std::uint32_t rank, const std::vector<Peer>& peers);

}  // namespace vellum::server::ranks
