#include "common/codec/table_layout.h"

#include <algorithm>
#include <utility>

namespace vellum::codec {

using table::Column;
using table::Schema;
using table::Type;

namespace {

void addLeaves(
    const Schema& schema,
    const std::byte* outer,
    const void* row,
    const std::string& prefix,
    std::vector<Leaf>& to)
{
    for (const Column& column : schema.columns) {
        if (column.type == Type::Derived) {
            continue;
        }
        std::string name = prefix + std::string(column.name);
        if (column.type == Type::Row) {
            name += column.name.empty() ? "" : ".";
            addLeaves(*column.rows, outer, column.in(row), name, to);
        } else {
            const auto* at = static_cast<const std::byte*>(column.in(row));
            to.push_back({.name = std::move(name), .column = &column, .offset = at - outer});
        }
    }
}

}  // namespace

void addChunks(std::vector<Chunk>& chunks, Chunk rows, std::size_t stride)
{
    while (rows.count > 0) {
        const std::size_t count = std::min(rows.count, kBlock);
        chunks.push_back({.rows = rows.rows, .count = count});
        rows.rows += count * stride;
        rows.count -= count;
    }
}

std::size_t Leaf::lengthAt(const std::byte* row) const
{
    const void* at = row + offset;
    return column->type == Type::Text ? static_cast<const std::string*>(at)->size()
                                      : column->list->size(at);
}

std::vector<Leaf> leavesOf(const Schema& schema)
{
    const auto sample = schema.make();
    std::vector<Leaf> leaves;
    addLeaves(schema, static_cast<const std::byte*>(sample.get()), sample.get(), "", leaves);
    return leaves;
}

}  // namespace vellum::codec
