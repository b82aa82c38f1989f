#include "common/codec/columns.h"
#include "common/codec/table_codec.h"
#include "common/codec/table_layout.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

namespace vellum::codec {

using table::Column;
using table::Schema;
using table::Type;

namespace {

constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

/// A column as it came. There are as many entries as rows: that is checked first.
struct Entries {
    protocol::Column::Reader column;
    const std::byte* next = nullptr;
    std::uint64_t base = 0;
    std::uint8_t width = 0;

    [[nodiscard]] std::uint64_t take()
    {
        std::uint64_t entry = 0;
        if (width > 0) {  // else there are no bytes
            std::memcpy(&entry, next, width);
            next += width;
        }
        return base + entry;
    }
};

/// What rows still may take of the memory that is allowed.
class Room {
public:
    explicit Room(std::uint64_t bytes) : m_bytes(bytes) {}

    [[nodiscard]] bool take(std::uint64_t rows, std::size_t bytesOfRow)
    {
        if (rows > m_bytes / bytesOfRow) {
            return false;
        }
        m_bytes -= rows * bytesOfRow;
        return true;
    }

private:
    std::uint64_t m_bytes;
};

Error about(const Schema& schema, const Leaf& leaf, const std::string& fault)
{
    return invalid(std::string(schema.name) + ": column '" + leaf.name + "' " + fault);
}

template <typename Narrow>
std::uint64_t largestOf(const std::byte* from, std::size_t count)
{
    Narrow most = 0;
    for (std::size_t i = 0; i < count; ++i, from += sizeof(Narrow)) {
        most = std::max(most, load<Narrow>(from));
    }
    return most;
}

/// Whether all numbers are ones that the column may have. Signed and real ones may be any.
Result<void> checkNumbers(
    const Schema& schema, const Leaf& leaf, const Entries& entries, std::size_t count)
{
    const Column& column = *leaf.column;
    if (column.type == Type::Real || column.type == Type::Signed || count == 0) {
        return {};
    }
    std::uint64_t most = column.most;
    if (!leaf.hasLengths()) {
        most = std::min(most, kAny >> (64U - 8U * column.bytes));
    }
    if (!column.words.empty()) {
        most = std::min<std::uint64_t>(most, column.words.size() - 1);
    }
    if (most == kAny && column.least == 0) {
        return {};
    }
    std::uint64_t top = 0;
    withWidth(entries.width, [&]<typename Narrow>(Narrow /*type*/) {
        top = largestOf<Narrow>(entries.next, count);
    });
    const bool isPast = top > most || entries.base > most - top;
    if (isPast || entries.base < column.least) {
        return about(
            schema,
            leaf,
            "has a number outside of " + std::to_string(column.least) + " … "
                + std::to_string(most));
    }
    return {};
}

std::optional<protocol::Column::Reader> columnNamed(
    capnp::List<protocol::Column>::Reader columns, const std::string& name, std::uint32_t guess)
{
    const auto isIt = [&](std::uint32_t place) {
        const auto text = columns[place].getName();
        return std::string_view(text.cStr(), text.size()) == name;
    };
    if (guess < columns.size() && isIt(guess)) {
        return columns[guess];
    }
    for (std::uint32_t place = 0; place < columns.size(); ++place) {
        if (isIt(place)) {
            return columns[place];
        }
    }
    return std::nullopt;
}

Result<std::vector<Entries>> entriesOf(
    protocol::Rows::Reader in, const Schema& schema, const std::vector<Leaf>& leaves)
{
    const std::uint64_t count = in.getCount();
    // Read once: each further time counts against what a message may be read in all, and a short message with many
    // columns would be taken for an attack.
    const auto columns = in.getColumns();
    std::vector<Entries> all;
    all.reserve(leaves.size());
    for (std::uint32_t i = 0; i < leaves.size(); ++i) {
        const auto column = columnNamed(columns, leaves[i].name, i);
        if (!column) {
            return Error{
                .kind = ErrorKind::Unimplemented,
                .message = std::string(schema.name) + ": column '" + leaves[i].name
                           + "' is missing: the other side is of another version"};
        }
        const auto data = column->getEntries();
        const std::uint8_t width = column->getWidth();
        if (width > 8 || (width != 0 && !std::has_single_bit(width))) {
            return about(schema, leaves[i], "has entries of " + std::to_string(width) + " bytes");
        }
        if (data.size() != count * width) {
            return about(
                schema,
                leaves[i],
                "has " + std::to_string(data.size()) + " bytes for " + std::to_string(count)
                    + " rows");
        }
        const void* bytes = data.begin();
        const Entries entries{
            .column = *column,
            .next = static_cast<const std::byte*>(bytes),
            .base = column->getBase(),
            .width = width};
        VELLUM_RETURN_IF_ERROR(checkNumbers(schema, leaves[i], entries, count));
        all.push_back(entries);
    }
    return all;
}

/// Puts a block of one column in its place.
void readNumbers(Entries& from, std::span<const Chunk> block, const Leaf& leaf, std::size_t stride)
{
    // Of their own: rows are written as bytes, which may be anything, members of `from` and `leaf` among it.
    const std::uint64_t base = from.base;
    const std::ptrdiff_t offset = leaf.offset;
    withTypeOf(*leaf.column, [&]<typename T>(T /*type*/) {
        const auto put = [offset](std::byte* row, std::uint64_t whole) {
            const auto value = static_cast<T>(whole);
            std::memcpy(row + offset, &value, sizeof value);
        };
        if (from.width == 0) {
            forEachRow(block, stride, [=](std::byte* row) { put(row, base); });
        }
        withWidth(from.width, [&]<typename Narrow>(Narrow /*type*/) {
            const std::byte* next = from.next;
            forEachRow(block, stride, [&next, base, put](std::byte* row) {
                put(row, base + load<Narrow>(next));
                next += sizeof(Narrow);
            });
            from.next = next;
        });
    });
}

void readAllNumbers(
    const Schema& schema,
    const std::vector<Leaf>& leaves,
    std::span<const Chunk> chunks,
    std::vector<Entries> from)
{
    forEachBlock(chunks, [&](std::span<const Chunk> block) {
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            if (!leaves[i].hasLengths()) {
                readNumbers(from[i], block, leaves[i], schema.bytes);
            }
        }
    });
}

Result<void> readTexts(
    const Schema& schema,
    const Leaf& leaf,
    Entries entries,
    std::span<const Chunk> chunks,
    Room& room)
{
    const auto texts = entries.column.getTexts();
    std::string_view left(
        reinterpret_cast<const char*>(texts.begin()),  // bytes of text
        texts.size());
    if (!room.take(left.size(), 1)) {
        return about(schema, leaf, "has more text than a message of this size may have");
    }
    bool isShort = false;
    forEachRow(chunks, schema.bytes, [&](std::byte* row) {
        const std::uint64_t length = isShort ? 0 : entries.take();
        isShort = isShort || length > left.size();
        if (!isShort) {
            void* at = row + leaf.offset;
            *static_cast<std::string*>(at) = left.substr(0, length);
            left.remove_prefix(length);
        }
    });
    if (isShort) {
        return about(schema, leaf, "has texts of more bytes than came");
    }
    if (!left.empty()) {
        return about(schema, leaf, "has " + std::to_string(left.size()) + " bytes of no text");
    }
    return {};
}

Result<void> readRows(
    protocol::Rows::Reader in, const Schema& schema, std::span<const Chunk> chunks, Room& room);

Result<void> readLists(
    const Schema& schema,
    const Leaf& leaf,
    Entries entries,
    std::span<const Chunk> chunks,
    Room& room)
{
    const Column& column = *leaf.column;
    const auto rows = entries.column.getRows();
    std::uint64_t left = rows.getCount();
    if (!room.take(left, column.rows->bytes)) {
        return about(
            schema,
            leaf,
            "has " + std::to_string(left) + " rows, more than a message of this size may have");
    }
    std::vector<Chunk> inner;
    bool isShort = false;
    forEachRow(chunks, schema.bytes, [&](std::byte* row) {
        const std::uint64_t length = isShort ? 0 : entries.take();
        isShort = isShort || length > left;
        if (!isShort && length > 0) {
            left -= length;
            auto* to = static_cast<std::byte*>(column.list->resize(row + leaf.offset, length));
            addChunks(inner, {.rows = to, .count = length}, column.rows->bytes);
        }
    });
    if (isShort) {
        return about(schema, leaf, "has lists of more rows than came");
    }
    if (left > 0) {
        return about(schema, leaf, "has " + std::to_string(left) + " rows of no list");
    }
    return rows.getCount() == 0 ? Result<void>() : readRows(rows, *column.rows, inner, room);
}

/// Texts and lists, whose entries are lengths.
Result<void> readLengths(
    const Schema& schema,
    const Leaf& leaf,
    const Entries& entries,
    std::span<const Chunk> chunks,
    Room& room)
{
    return leaf.column->type == Type::Text ? readTexts(schema, leaf, entries, chunks, room)
                                           : readLists(schema, leaf, entries, chunks, room);
}

Result<void> readRows(
    protocol::Rows::Reader in, const Schema& schema, std::span<const Chunk> chunks, Room& room)
{
    const std::vector<Leaf> leaves = leavesOf(schema);
    auto entries = entriesOf(in, schema, leaves);
    VELLUM_RETURN_IF_ERROR(entries);
    readAllNumbers(schema, leaves, chunks, entries.value());
    Result<void> read;
    for (std::size_t i = 0; i < leaves.size() && read.isOk(); ++i) {
        if (leaves[i].hasLengths()) {
            read = readLengths(schema, leaves[i], entries.value()[i], chunks, room);
        }
    }
    return read;
}

}  // namespace

Result<table::Value> read(protocol::Rows::Reader in, const Schema& schema)
{
    if (in.getCount() != 1) {
        return invalid(
            std::string(schema.name) + ": " + std::to_string(in.getCount())
            + " rows where there is one");
    }
    constexpr std::uint64_t kMemoryOfByte = 64;
    constexpr std::uint64_t kAlways = std::uint64_t{1} << 20U;
    Room room(kMemoryOfByte * in.totalSize().wordCount * sizeof(capnp::word) + kAlways);
    std::shared_ptr<void> row = schema.make();
    const Chunk one{.rows = static_cast<std::byte*>(row.get()), .count = 1};
    VELLUM_RETURN_IF_ERROR(readRows(in, schema, {&one, 1}, room));
    return table::Value(schema, std::move(row));
}

}  // namespace vellum::codec
