#pragma once

#include "common/table/table.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vellum::table {

// Columns of a row whose type is known by its descriptor alone.

/// A number as 64 bits: signed ones with their sign, real ones by their bits.
[[nodiscard]] std::uint64_t wholeAt(const Column& column, const void* row);
/// \p whole  its low bytes are taken
void setWhole(const Column& column, void* row, std::uint64_t whole);

[[nodiscard]] inline void* mutableIn(const Column& column, void* row)
{
    // `row` is not constant, so what lies in it is not.
    return const_cast<void*>(column.in(row));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

[[nodiscard]] inline const std::string& textAt(const Column& column, const void* row)
{
    return *static_cast<const std::string*>(column.in(row));
}

/// The rows of a column that is a list; valid until the list changes.
struct ListView {
    const std::byte* rows = nullptr;
    std::size_t size = 0;
    std::size_t stride = 0;

    [[nodiscard]] const void* operator[](std::size_t i) const { return rows + i * stride; }
};
[[nodiscard]] ListView listAt(const Column& column, const void* row);

/// Whether it is a number that is stored.
[[nodiscard]] constexpr bool isNumber(const Column& column)
{
    return column.type == Type::Whole || column.type == Type::Signed || column.type == Type::Real;
}

/// The first list of an answer: its table. Null where it has none.
[[nodiscard]] const Column* tableOf(const Schema& answer);
/// All of its lists, that one first.
[[nodiscard]] std::vector<const Column*> tablesOf(const Schema& answer);

/// The column of this name; null where there is none.
[[nodiscard]] const Column* find(const Schema& schema, std::string_view name);

}  // namespace vellum::table
