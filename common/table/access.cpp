#include "common/table/access.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vellum::table {

static_assert(std::endian::native == std::endian::little, "low bytes come first");

std::uint64_t wholeAt(const Column& column, const void* row)
{
    std::uint64_t whole = 0;
    std::memcpy(&whole, column.in(row), column.bytes);
    const unsigned unused = 64U - 8U * column.bytes;
    if (column.type == Type::Signed && unused > 0) {
        // The sign is moved to the top and back down.
        whole = static_cast<std::uint64_t>(static_cast<std::int64_t>(whole << unused) >> unused);
    }
    return whole;
}

void setWhole(const Column& column, void* row, std::uint64_t whole)
{
    std::memcpy(mutableIn(column, row), &whole, column.bytes);
}

ListView listAt(const Column& column, const void* row)
{
    const void* list = column.in(row);
    return {
        .rows = static_cast<const std::byte*>(column.list->data(list)),
        .size = column.list->size(list),
        .stride = column.rows->bytes};
}

const Column* tableOf(const Schema& answer)
{
    const auto found = std::ranges::find(answer.columns, Type::List, &Column::type);
    return found == answer.columns.end() ? nullptr : &*found;
}

std::vector<const Column*> tablesOf(const Schema& answer)
{
    std::vector<const Column*> tables;
    for (const Column& column : answer.columns) {
        if (column.type == Type::List) {
            tables.push_back(&column);
        }
    }
    return tables;
}

const Column* find(const Schema& schema, std::string_view name)
{
    const auto found = std::ranges::find(schema.columns, name, &Column::name);
    return found == schema.columns.end() ? nullptr : &*found;
}

}  // namespace vellum::table
