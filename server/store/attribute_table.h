#pragma once

#include "common/trace/refs.h"
#include "common/trace/values.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// What some event records carry beside their own members: OTF2's attribute lists, as columns.
///
/// Layout   Row i belongs to the record at place event[i]; `event` never decreases. Records without
///          attributes have no row and cost nothing.
struct AttributeTable {
    std::vector<std::uint32_t> event;
    std::vector<AttributeRef> attribute;
    std::vector<ValueType> type;
    std::vector<std::uint64_t> bits;

    [[nodiscard]] std::size_t size() const { return event.size(); }
    [[nodiscard]] TypedValue valueAt(std::size_t row) const
    {
        return {.type = type[row], .bits = bits[row]};
    }

    /// First and last + 1 of the rows of the record at \p place.
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsOf(std::size_t place) const
    {
        const auto range = std::equal_range(event.begin(), event.end(), place);
        return {
            static_cast<std::size_t>(range.first - event.begin()),
            static_cast<std::size_t>(range.second - event.begin())};
    }

    /// \p ofEvent must not be smaller than the last one's.
    void add(std::uint32_t ofEvent, AttributeRef ref, TypedValue value)
    {
        event.push_back(ofEvent);
        attribute.push_back(ref);
        type.push_back(value.type);
        bits.push_back(value.bits);
    }

    void clear()
    {
        event.clear();
        attribute.clear();
        type.clear();
        bits.clear();
    }
};

}  // namespace vellum::server::store
