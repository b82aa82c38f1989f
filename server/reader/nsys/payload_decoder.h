#pragma once

#include "server/reader/nsys/payload_book.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vellum::server::reader::nsys {

/// A value that stands in a payload.
struct PayloadValue {
    /// "size", of a field of a nested schema "shape.rows", of a field without a name "field 2"; empty where the payload
    /// is this value and nothing else.
    std::string name;
    std::variant<std::int64_t, std::uint64_t, double, std::string> value;

    friend bool operator==(const PayloadValue&, const PayloadValue&) = default;
};

/// Why a field, or all of a payload, is not shown.
enum class PayloadFlaw : std::uint8_t {
    Layout,     ///< the bytes do not begin as the exporter writes them
    NoSchema,   ///< the file does not describe the payload, or in part, or twice
    TooShort,   ///< a field lies, or its length would reach, beyond the bytes
    Type,       ///< a type or a kind of array that we do not know
    Elsewhere,  ///< the field is an address of something that was not recorded
    TooMuch,    ///< more fields or values than are looked at
    Rest,       ///< bytes behind the payload that are no other one
};
struct PayloadProblem {
    PayloadFlaw flaw = PayloadFlaw::Layout;
    std::string what;  ///< the field's name, or that of the schema in words; may be empty

    friend bool operator==(const PayloadProblem&, const PayloadProblem&) = default;
};

struct DecodedPayload {
    std::vector<PayloadValue> values;  ///< in the order of the schema
    std::vector<PayloadProblem> problems;
};

/// Takes the payloads in a value of NVTX_EVENTS.binaryData apart (payload_pieces.h), one after the other.
///
/// Units    Little endian. An array of numbers is a text, "[1, 2, 3]", of bytes in hexadecimal; at most kMostElements of it,
///          and kMostText bytes of a text, are shown.
/// Limits   Of each kMostSteps fields and elements are looked at, kMostValues values made. Whatever the bytes and the book
///          say, no byte outside of \p bytes is read.
/// Threads  Pure.
/// Source   nvtx3/nvToolsExtPayload.h, compatibility 0x0104.
[[nodiscard]] DecodedPayload decodePayload(const PayloadBook& book, std::string_view bytes);

namespace payload_limit {
inline constexpr std::size_t kMostSteps = 4096;
inline constexpr std::size_t kMostValues = 256;
inline constexpr std::size_t kMostElements = 64;  ///< of an array of numbers
inline constexpr std::size_t kMostNested = 16;    ///< of an array of schemas
inline constexpr std::size_t kMostText = 4096;    ///< of one; of all four times that
}  // namespace payload_limit

}  // namespace vellum::server::reader::nsys
