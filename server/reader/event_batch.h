#pragma once

#include "common/time/tick.h"
#include "common/trace/event_kinds.h"
#include "server/store/attribute_table.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace vellum::server::reader {

/// Some event records of one location in file order, as the file has them.
///
/// Layout   As store::EventTable, but ticks may decrease: nothing has been repaired.
struct EventBatch {
    std::vector<Tick> tick;
    std::vector<EventKind> kind;
    std::vector<std::uint32_t> payloadBegin;
    std::vector<std::uint64_t> payload;
    store::AttributeTable attributes;

    [[nodiscard]] std::size_t size() const { return tick.size(); }
    [[nodiscard]] std::span<const std::uint64_t> payloadOf(std::size_t index) const
    {
        const std::size_t end = index + 1 < size() ? payloadBegin[index + 1] : payload.size();
        return std::span(payload).subspan(payloadBegin[index], end - payloadBegin[index]);
    }
    void clear()
    {
        tick.clear();
        kind.clear();
        payloadBegin.clear();
        payload.clear();
        attributes.clear();
    }
};

}  // namespace vellum::server::reader
