#pragma once

#include "common/time/tick_range.h"
#include "common/trace/event_kinds.h"
#include "common/trace/refs.h"
#include "server/store/attribute_table.h"
#include "server/store/location_store.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vellum::server::store {

/// A visit's place in a VisitTable: its number in the call stream.
using VisitIndex = std::uint32_t;
inline constexpr VisitIndex kNoVisit = std::numeric_limits<VisitIndex>::max();

/// All visits of one location written out, as columns: for what wants them one by one, at several times
/// the size of the call stream.
///
/// Layout   Parallel columns in preorder: by the order of the enter events, so `enter` never
///          decreases, a parent stands before its children, and the visits below visit i are the
///          ones after it up to the next with a depth <= depth[i].
/// Units    Ticks; a visit covers [enter, leave), possibly empty. Depth of the outermost is 1.
struct VisitTable {
    std::vector<Tick> enter;
    std::vector<Tick> leave;
    std::vector<RegionRef> region;
    std::vector<std::uint32_t> depth;
    std::vector<VisitIndex> parent;  ///< kNoVisit for the outermost

    [[nodiscard]] std::size_t size() const { return enter.size(); }
    [[nodiscard]] TickRange range(VisitIndex visit) const
    {
        return {.begin = enter[visit], .end = leave[visit]};
    }

    friend bool operator==(const VisitTable&, const VisitTable&) = default;
};

[[nodiscard]] VisitTable visitsOf(const CallStream& calls);

/// Every event record of one location written out, likewise.
///
/// Layout   Record i has kind[i] at tick[i] and the payload words from payloadBegin[i] up to the
///          next record's.
struct EventTable {
    std::vector<Tick> tick;
    std::vector<EventKind> kind;
    std::vector<std::uint32_t> payloadBegin;
    std::vector<std::uint64_t> payload;

    [[nodiscard]] std::size_t size() const { return tick.size(); }
    [[nodiscard]] std::span<const std::uint64_t> payloadOf(std::size_t index) const
    {
        const std::size_t end = index + 1 < size() ? payloadBegin[index + 1] : payload.size();
        return std::span(payload).subspan(payloadBegin[index], end - payloadBegin[index]);
    }

    friend bool operator==(const EventTable&, const EventTable&) = default;
};

[[nodiscard]] EventTable eventsOf(const LocationStore& location);

}  // namespace vellum::server::store
