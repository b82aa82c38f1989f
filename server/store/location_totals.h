#pragma once

#include "common/trace/definitions.h"
#include "server/store/location_store.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// Adds up what the words of one record say; `events` is the caller's to count. Here, since it is called
/// for every record of a trace.
inline void addToTotals(
    LocationTotals& totals, EventKind kind, std::span<const std::uint64_t> payload)
{
    switch (kind) {
    case event_kind::kMpiCollectiveEnd:
    case event_kind::kNonBlockingCollectiveComplete:
        ++totals.collectives;
        break;
    case event_kind::kRmaPut:
    case event_kind::kRmaGet:
        ++totals.rmaOperations;
        totals.rmaBytes += payload[2];  // win, remote, bytes
        break;
    case event_kind::kRmaAtomic:
        ++totals.rmaOperations;
        totals.rmaBytes += payload[3] + payload[4];  // win, remote, type, sent, received
        break;
    case event_kind::kIoOperationBegin:
        ++totals.ioOperations;
        break;
    case event_kind::kIoOperationComplete:
        totals.ioBytes += payload[1];  // handle, bytes
        break;
    case event_kind::kMetric:
        ++totals.metricSamples;
        break;
    default:
        break;
    }
}

/// How many records of each kind there are.
class KindCounts {
public:
    [[gnu::always_inline]] void add(EventKind kind) { ++m_counts[kind]; }
    void add(std::span<const EventKind> kinds)
    {
        // In turns: an increment must not wait for the one before, of the same kind mostly.
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            ++(i % 2 == 0 ? m_counts : m_others)[kinds[i]];
        }
    }

    /// Of those that occur, by kind.
    [[nodiscard]] std::vector<std::pair<EventKind, std::uint64_t>> occurring() const;

private:
    std::array<std::uint64_t, event_kind::kCount> m_counts{};
    std::array<std::uint64_t, event_kind::kCount> m_others{};
};

/// Counts \p visits of \p region under its function group.
void addVisits(
    LocationTotals& totals, const Definitions& definitions, RegionRef region, std::uint64_t visits);

}  // namespace vellum::server::store
