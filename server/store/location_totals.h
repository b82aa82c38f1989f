#pragma once

#include "server/store/trace_store.h"

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

/// How many records of each kind there are, of those that occur.
[[nodiscard]] std::vector<std::pair<EventKind, std::uint64_t>> countKinds(
    const std::vector<EventKind>& kinds);

}  // namespace vellum::server::store
