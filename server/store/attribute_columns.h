#pragma once

#include "server/store/attribute_table.h"
#include "server/store/column.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace vellum::server::store {

/// An AttributeTable that nobody changes any more.
///
/// Layout   As AttributeTable; event[i] counts all records of the location.
struct AttributeColumns {
    Column<std::uint32_t> event;
    Column<AttributeRef> attribute;
    Column<ValueType> type;
    Column<std::uint64_t> bits;

    AttributeColumns() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): what was filled becomes columns
    AttributeColumns(AttributeTable&& table)
        : event(std::move(table.event))
        , attribute(std::move(table.attribute))
        , type(std::move(table.type))
        , bits(std::move(table.bits))
    {
    }

    [[nodiscard]] std::size_t size() const { return event.size(); }
    [[nodiscard]] bool empty() const { return event.empty(); }
    [[nodiscard]] TypedValue valueAt(std::size_t row) const
    {
        return {.type = type[row], .bits = bits[row]};
    }

    /// First and last + 1 of the rows of record \p place.
    [[nodiscard]] std::pair<std::size_t, std::size_t> rowsOf(std::size_t place) const
    {
        const auto range = std::equal_range(event.begin(), event.end(), place);
        return {
            static_cast<std::size_t>(range.first - event.begin()),
            static_cast<std::size_t>(range.second - event.begin())};
    }
};

}  // namespace vellum::server::store
