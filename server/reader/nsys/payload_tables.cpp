#include "server/reader/nsys/payload_tables.h"

#include "server/reader/nsys/table_reader.h"

#include <string>

namespace vellum::server::reader::nsys {

namespace {

using tracks::bits;

PayloadBook::Key keyOf(const Row& row)
{
    return {.domain = bits(row.number(0)), .id = bits(row.needed(1))};
}

/// The begin of a name; those of fields are put together where schemas nest.
std::string nameIn(const Row& row, int column)
{
    constexpr std::size_t kMost = 200;
    constexpr unsigned kContinues = 0x80;  // a byte inside a character, in its upper two bits
    const std::string_view all = row.text(column);
    std::size_t end = std::min(kMost, all.size());
    while (end > 0 && end < all.size()
           && (static_cast<unsigned char>(all[end]) & 0xc0U) == kContinues) {
        --end;
    }
    return std::string(all.substr(0, end));
}

}  // namespace

PayloadBook readPayloadBook(TableReader& reader)
{
    PayloadBook book;
    reader.scan(
        "NVTX_PAYLOAD_SCHEMAS",
        {"domainId", "schemaId", "type", "payloadSize", "alignTo", "numEntries"},
        [&](const Row& row) {
            PayloadSchema schema{
                .type = bits(row.optional(2).value_or(bits(PayloadSchema::kStatic))),
                .bytes = bits(row.number(3)),
                .packing = bits(row.number(4)),
                .fieldCount = std::nullopt,
                .fields = {},
                .layout = {}};
            if (const auto count = row.optional(5)) {
                schema.fieldCount = bits(*count);
            }
            book.addSchema(keyOf(row), schema);
        });
    reader.scan(
        "NVTX_PAYLOAD_SCHEMA_ENTRIES",
        {"domainId", "schemaId", "idx", "flags", "type", "arrayOrUnionDetail", "offset", "name"},
        [&](const Row& row) {
            book.addField(
                keyOf(row),
                bits(row.needed(2)),
                {.flags = bits(row.number(3)),
                 .type = bits(row.needed(4)),
                 .detail = bits(row.number(5)),
                 .offset = bits(row.number(6)),
                 .name = nameIn(row, 7)});
        });
    reader.scan("NVTX_PAYLOAD_ENUMS", {"domainId", "schemaId", "size"}, [&](const Row& row) {
        book.addEnum(keyOf(row), bits(row.number(2)));
    });
    reader.scan(
        "NVTX_PAYLOAD_ENUM_ENTRIES",
        {"domainId", "schemaId", "value", "name", "isFlag"},
        [&](const Row& row) {
            // A column without a value is one of 0, as all of these.
            book.addValue(
                keyOf(row),
                bits(row.number(2)),
                {.name = nameIn(row, 3), .isFlag = row.number(4) != 0});
        });
    book.close();
    return book;
}

}  // namespace vellum::server::reader::nsys
