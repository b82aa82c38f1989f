#pragma once

#include "common/table/table.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

namespace vellum::codec {

// How rows of any kind lie in memory, as the wire sees them: for table_codec alone.

/// Rows that stand side by side.
struct Chunk {
    std::byte* rows = nullptr;
    std::size_t count = 0;
};

/// So many rows stay in the cache while all of their columns are gone through.
inline constexpr std::size_t kBlock = 512;

/// Adds rows in chunks of at most kBlock.
void addChunks(std::vector<Chunk>& chunks, Chunk rows, std::size_t stride);

/// A column of a row, or of a row inside it.
struct Leaf {
    std::string name;  ///< "range.begin"
    const table::Column* column = nullptr;
    std::ptrdiff_t offset = 0;  ///< from the begin of the outer row

    /// Whether its entries are lengths.
    [[nodiscard]] bool hasLengths() const
    {
        return column->type == table::Type::Text || column->type == table::Type::List;
    }
    [[nodiscard]] std::size_t lengthAt(const std::byte* row) const;
};

/// All that is stored of a row, in the order of its columns.
[[nodiscard]] std::vector<Leaf> leavesOf(const table::Schema& schema);

/// Calls visit(span of chunks) with about kBlock rows at a time.
template <typename Visit>
void forEachBlock(std::span<const Chunk> chunks, Visit visit)
{
    std::size_t from = 0;
    std::size_t rows = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        rows += chunks[i].count;
        if (rows >= kBlock) {
            visit(chunks.subspan(from, i + 1 - from));
            from = i + 1;
            rows = 0;
        }
    }
    if (from < chunks.size()) {
        visit(chunks.subspan(from));
    }
}

/// Calls visit(row) for each row of some chunks.
template <typename Visit>
void forEachRow(std::span<const Chunk> chunks, std::size_t stride, Visit visit)
{
    for (const Chunk& chunk : chunks) {
        std::byte* row = chunk.rows;
        for (std::size_t i = 0; i < chunk.count; ++i, row += stride) {
            visit(row);
        }
    }
}

/// Calls visit(T{}) with the type that a column's numbers have in memory; real ones go by their bits.
template <typename Visit>
void withTypeOf(const table::Column& column, Visit visit)
{
    const bool isSigned = column.type == table::Type::Signed;
    switch (column.bytes) {
    case 1:
        return isSigned ? visit(std::int8_t{}) : visit(std::uint8_t{});
    case 2:
        return isSigned ? visit(std::int16_t{}) : visit(std::uint16_t{});
    case 4:
        return isSigned ? visit(std::int32_t{}) : visit(std::uint32_t{});
    default:
        return isSigned ? visit(std::int64_t{}) : visit(std::uint64_t{});
    }
}

/// Calls visit(T{}) with the unsigned type of so many bytes; not at all for 0.
template <typename Visit>
void withWidth(std::uint8_t bytes, Visit visit)
{
    switch (bytes) {
    case 1:
        return visit(std::uint8_t{});
    case 2:
        return visit(std::uint16_t{});
    case 4:
        return visit(std::uint32_t{});
    case 8:
        return visit(std::uint64_t{});
    default:
        break;
    }
}

template <typename T>
[[nodiscard]] T load(const std::byte* at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

}  // namespace vellum::codec
