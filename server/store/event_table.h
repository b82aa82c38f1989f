#pragma once

#include "common/time/tick.h"
#include "common/trace/event_kinds.h"
#include "server/store/attribute_table.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::server::store {

using vellum::EventKind;
using vellum::EventKindInfo;
using vellum::infoOf;

/// Every event record of one location in file order, as columns: what `events` prints.
///
/// Layout   Record i has kind[i] at tick[i] and the payload words from payloadBegin[i] up to the
///          next record's: first the attributes of its kind in order, as unsigned words (signed
///          and double values by their bits), then pairs for members of variable number.
/// Exact    Ticks never decrease (raised where the file's do, which the report counts).
struct EventTable {
    std::vector<Tick> tick;
    std::vector<EventKind> kind;
    std::vector<std::uint32_t> payloadBegin;
    std::vector<std::uint64_t> payload;
    AttributeTable attributes;  ///< what records carry beside these

    [[nodiscard]] std::size_t size() const { return tick.size(); }
    [[nodiscard]] std::span<const std::uint64_t> payloadOf(std::size_t index) const
    {
        const std::size_t end = index + 1 < size() ? payloadBegin[index + 1] : payload.size();
        return std::span(payload).subspan(payloadBegin[index], end - payloadBegin[index]);
    }
};

}  // namespace vellum::server::store
