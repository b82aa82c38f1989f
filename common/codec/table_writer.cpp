#include "common/base/narrow.h"
#include "common/codec/columns.h"
#include "common/codec/table_codec.h"
#include "common/codec/table_layout.h"

#include <algorithm>
#include <limits>

namespace vellum::codec {

using table::Column;
using table::Schema;
using table::Type;

namespace {

/// What the entries of a column lie between, as they are in 64 bits, and the sum of lengths.
struct Extent {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::uint64_t sum = 0;
    bool isKnown = false;

    /// Bytes that hold each entry's distance from the least.
    [[nodiscard]] std::uint8_t width() const
    {
        const std::uint64_t span = most - least;
        if (span == 0) {
            return 0;
        }
        if (span <= std::numeric_limits<std::uint8_t>::max()) {
            return 1;
        }
        if (span <= std::numeric_limits<std::uint16_t>::max()) {
            return 2;
        }
        return span <= std::numeric_limits<std::uint32_t>::max() ? 4 : 8;
    }
};

/// As 64 bits, signed ones with their sign.
template <typename T>
std::uint64_t wholeOf(T number)
{
    if constexpr (std::is_signed_v<T>) {
        return static_cast<std::uint64_t>(std::int64_t{number});
    } else {
        return number;
    }
}

/// Of numbers that are a T in memory.
template <typename T>
void extend(Extent& extent, std::span<const Chunk> block, std::ptrdiff_t offset, std::size_t stride)
{
    T least = std::numeric_limits<T>::max();
    T most = std::numeric_limits<T>::min();
    if (extent.isKnown) {
        least = static_cast<T>(extent.least);
        most = static_cast<T>(extent.most);
    }
    forEachRow(block, stride, [&](const std::byte* row) {
        const T value = load<T>(row + offset);
        least = std::min(least, value);
        most = std::max(most, value);
    });
    // Signed ones keep their sign: distances are right modulo 2^64.
    extent.least = wholeOf(least);
    extent.most = wholeOf(most);
    extent.isKnown = true;
}

void extendLengths(
    Extent& extent, std::span<const Chunk> block, const Leaf& leaf, std::size_t stride)
{
    forEachRow(block, stride, [&](const std::byte* row) {
        const std::uint64_t length = leaf.lengthAt(row);
        extent.least = extent.isKnown ? std::min(extent.least, length) : length;
        extent.most = std::max(extent.most, length);
        extent.isKnown = true;
        extent.sum += length;
    });
}

std::vector<Extent> extentsOf(
    const std::vector<Leaf>& leaves, std::span<const Chunk> chunks, std::size_t stride)
{
    std::vector<Extent> extents(leaves.size());
    forEachBlock(chunks, [&](std::span<const Chunk> block) {
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            if (leaves[i].hasLengths()) {
                extendLengths(extents[i], block, leaves[i], stride);
                continue;
            }
            withTypeOf(*leaves[i].column, [&]<typename T>(T /*type*/) {
                extend<T>(extents[i], block, leaves[i].offset, stride);
            });
        }
    });
    return extents;
}

/// Where the next entry of a column goes.
struct Entries {
    std::byte* next = nullptr;
    std::uint64_t base = 0;
    std::uint8_t width = 0;
};

template <typename Narrow>
void writeEntries(Entries& to, std::span<const Chunk> block, const Leaf& leaf, std::size_t stride)
{
    // Of its own: what is written through a pointer to bytes may be anything, the members of `to` among it.
    std::byte* next = to.next;
    const auto put = [&next, base = to.base](std::uint64_t whole) {
        const auto entry = static_cast<Narrow>(whole - base);
        std::memcpy(next, &entry, sizeof entry);
        next += sizeof entry;
    };
    if (leaf.hasLengths()) {
        forEachRow(block, stride, [&](const std::byte* row) { put(leaf.lengthAt(row)); });
    } else {
        withTypeOf(*leaf.column, [&, offset = leaf.offset]<typename T>(T /*type*/) {
            forEachRow(
                block, stride, [&](const std::byte* row) { put(wholeOf(load<T>(row + offset))); });
        });
    }
    to.next = next;
}

void writeTexts(
    protocol::Column::Builder out,
    const Leaf& leaf,
    std::span<const Chunk> chunks,
    std::size_t stride,
    std::uint64_t bytes)
{
    auto texts = out.initTexts(narrow<std::uint32_t>(bytes));
    auto* to = texts.begin();
    forEachRow(chunks, stride, [&](const std::byte* row) {
        const void* at = row + leaf.offset;
        const auto& text = *static_cast<const std::string*>(at);
        to = std::copy(text.begin(), text.end(), to);
    });
}

/// Chunks are written to when rows are read; here they are only looked at.
Chunk chunkOf(const void* rows, std::size_t count)
{
    auto* bytes = const_cast<void*>(rows);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    return {.rows = static_cast<std::byte*>(bytes), .count = count};
}

void writeRows(protocol::Rows::Builder out, const Schema& schema, std::span<const Chunk> chunks);

void writeLists(
    protocol::Column::Builder out,
    const Leaf& leaf,
    std::span<const Chunk> chunks,
    std::size_t stride)
{
    const Column& column = *leaf.column;
    std::vector<Chunk> inner;
    forEachRow(chunks, stride, [&](const std::byte* row) {
        const void* list = row + leaf.offset;
        addChunks(
            inner, chunkOf(column.list->data(list), column.list->size(list)), column.rows->bytes);
    });
    writeRows(out.initRows(), *column.rows, inner);
}

void writeRows(protocol::Rows::Builder out, const Schema& schema, std::span<const Chunk> chunks)
{
    std::size_t count = 0;
    for (const Chunk& chunk : chunks) {
        count += chunk.count;
    }
    out.setCount(narrow<std::uint32_t>(count));
    const std::vector<Leaf> leaves = leavesOf(schema);
    const std::vector<Extent> extents = extentsOf(leaves, chunks, schema.bytes);
    auto columns = out.initColumns(narrow<std::uint32_t>(leaves.size()));
    std::vector<Entries> entries(leaves.size());
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
        auto column = columns[i];
        Entries& to = entries[i];
        to.width = extents[i].width();
        to.base = extents[i].least;
        column.setName(leaves[i].name);
        column.setBase(to.base);
        column.setWidth(to.width);
        if (to.width > 0) {
            void* data = column.initEntries(narrow<std::uint32_t>(count * to.width)).begin();
            to.next = static_cast<std::byte*>(data);
        }
    }
    forEachBlock(chunks, [&](std::span<const Chunk> block) {
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            withWidth(entries[i].width, [&]<typename Narrow>(Narrow /*type*/) {
                writeEntries<Narrow>(entries[i], block, leaves[i], schema.bytes);
            });
        }
    });
    for (std::uint32_t i = 0; i < columns.size(); ++i) {
        const Type type = leaves[i].column->type;
        if (type == Type::Text && extents[i].sum > 0) {
            writeTexts(columns[i], leaves[i], chunks, schema.bytes, extents[i].sum);
        } else if (type == Type::List && extents[i].sum > 0) {
            writeLists(columns[i], leaves[i], chunks, schema.bytes);
        }
    }
}

}  // namespace

void write(protocol::Rows::Builder out, const Schema& schema, const void* row)
{
    const Chunk one = chunkOf(row, 1);
    writeRows(out, schema, {&one, 1});
}

}  // namespace vellum::codec
