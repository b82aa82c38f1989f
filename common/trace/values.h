#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vellum {

/// What 64 bits of a value mean; the numbers are OTF2's (3.0).
enum class ValueType : std::uint8_t {
    None = 0,
    UInt8 = 1,
    UInt16 = 2,
    UInt32 = 3,
    UInt64 = 4,
    Int8 = 5,
    Int16 = 6,
    Int32 = 7,
    Int64 = 8,
    Float = 9,
    Double = 10,
    String = 11,  ///< a reference from here on
    Attribute = 12,
    Location = 13,
    Region = 14,
    Group = 15,
    Metric = 16,
    Comm = 17,
    Parameter = 18,
    RmaWin = 19,
    SourceCodeLocation = 20,
    CallingContext = 21,
    InterruptGenerator = 22,
    IoFile = 23,
    IoHandle = 24,
    LocationGroup = 25,
};

/// A value with its type.
///
/// Layout   Signed numbers are extended to 64 bits; a float or double stands by its own bits.
struct TypedValue {
    ValueType type = ValueType::None;
    std::uint64_t bits = 0;

    friend bool operator==(const TypedValue&, const TypedValue&) = default;
};

/// "uint8", "string", "location"…
[[nodiscard]] std::string_view name(ValueType type);

[[nodiscard]] inline bool isReference(ValueType type)
{
    return type >= ValueType::String && type <= ValueType::LocationGroup;
}

/// The nearest double; NaN where the value is no number but a reference or nothing.
[[nodiscard]] double numberOf(TypedValue value);

/// The number in decimal, of a reference that of its definition.
[[nodiscard]] std::string textOf(TypedValue value);

}  // namespace vellum
