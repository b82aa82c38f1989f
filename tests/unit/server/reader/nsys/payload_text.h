#pragma once

#include "server/reader/nsys/payload_decoder.h"

#include <QString>

#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <variant>
#include <vector>

// Schemas and payloads that a test writes down, and what is decoded of them in words.

namespace vellum::tests {

using server::reader::nsys::DecodedPayload;
using server::reader::nsys::PayloadBook;
using server::reader::nsys::PayloadField;
using server::reader::nsys::PayloadProblem;
using server::reader::nsys::PayloadSchema;
using server::reader::nsys::PayloadValue;

inline constexpr std::uint64_t kSchema = 1U << 24U;
inline constexpr std::uint64_t kInner = kSchema + 1;
inline constexpr std::uint64_t kEnum = kSchema + 2;
inline constexpr std::uint64_t kDomain = 3;

// Of nvtxPayloadEntryType.
inline constexpr std::uint64_t kChar = 1;
inline constexpr std::uint64_t kInt = 5;
inline constexpr std::uint64_t kUint8 = 12;
inline constexpr std::uint64_t kInt16 = 13;
inline constexpr std::uint64_t kUint16 = 14;
inline constexpr std::uint64_t kUint32 = 16;
inline constexpr std::uint64_t kUint64 = 18;
inline constexpr std::uint64_t kDouble = 20;
inline constexpr std::uint64_t kLongDouble = 21;
inline constexpr std::uint64_t kByte = 32;
inline constexpr std::uint64_t kText = 75;
inline constexpr std::uint64_t kText16 = 77;
inline constexpr std::uint64_t kText32 = 78;

template <typename Struct>
std::string bytesOf(const Struct& value)
{
    std::string bytes(sizeof(Struct), '\0');
    std::memcpy(bytes.data(), &value, sizeof(Struct));
    return bytes;
}

/// As in NVTX_EVENTS.binaryData; the last word of the head is where the payload begins.
inline std::string blob(const std::string& payload, std::uint64_t schema = kSchema)
{
    return bytesOf(std::array<std::uint64_t, 4>{kDomain, schema, payload.size(), 32}) + payload;
}

inline void add(
    PayloadBook& book,
    std::uint64_t id,
    const std::vector<PayloadField>& fields,
    PayloadSchema schema = {})
{
    schema.fieldCount = fields.size();
    book.addSchema({.domain = kDomain, .id = id}, schema);
    for (std::size_t i = 0; i < fields.size(); ++i) {
        book.addField({.domain = kDomain, .id = id}, i, fields[i]);
    }
}

inline std::string textOf(const PayloadValue& value)
{
    struct Words {
        std::string operator()(std::int64_t number) const { return std::to_string(number); }
        std::string operator()(std::uint64_t number) const { return std::to_string(number) + "u"; }
        std::string operator()(double number) const
        {
            return QString::number(number, 'g', 17).toStdString() + "f";
        }
        std::string operator()(const std::string& text) const { return "'" + text + "'"; }
    };
    return value.name + "=" + std::visit(Words{}, value.value);
}

/// "a=1; b=2u; !2 c; ": names and values, then flaws.
inline std::string decoded(PayloadBook book, const std::string& bytes)
{
    book.close();
    const DecodedPayload payload = decodePayload(book, bytes);
    std::string text;
    for (const PayloadValue& value : payload.values) {
        text += textOf(value) + "; ";
    }
    for (const PayloadProblem& problem : payload.problems) {
        text += "!" + std::to_string(static_cast<int>(problem.flaw)) + " " + problem.what + "; ";
    }
    return text;
}

/// With one schema.
inline std::string decoded(
    const std::vector<PayloadField>& fields,
    const std::string& payload,
    const PayloadSchema& schema = {})
{
    PayloadBook book;
    add(book, kSchema, fields, schema);
    return decoded(std::move(book), blob(payload));
}

inline PayloadField field(
    std::uint64_t type, const char* name, std::uint64_t flags = 0, std::uint64_t detail = 0)
{
    return {.flags = flags, .type = type, .detail = detail, .offset = 0, .name = name};
}

}  // namespace vellum::tests
