#include "common/trace/values.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <limits>

namespace vellum {

namespace {

template <typename Float>
std::string floatText(Float value)
{
    constexpr std::size_t kMostLetters = 32;
    std::array<char, kMostLetters> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), end.ptr};
}

}  // namespace

std::string_view name(ValueType type)
{
    constexpr std::array<std::string_view, 26> kNames = {
        "none",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "int8",
        "int16",
        "int32",
        "int64",
        "float",
        "double",
        "string",
        "attribute",
        "location",
        "region",
        "group",
        "metric",
        "communicator",
        "parameter",
        "rma window",
        "source code location",
        "calling context",
        "interrupt generator",
        "io file",
        "io handle",
        "location group"};
    const auto index = static_cast<std::size_t>(type);
    return index < kNames.size() ? kNames[index] : "unknown";
}

double numberOf(TypedValue value)
{
    switch (value.type) {
    case ValueType::UInt8:
    case ValueType::UInt16:
    case ValueType::UInt32:
    case ValueType::UInt64:
        return static_cast<double>(value.bits);
    case ValueType::Int8:
    case ValueType::Int16:
    case ValueType::Int32:
    case ValueType::Int64:
        return static_cast<double>(static_cast<std::int64_t>(value.bits));
    case ValueType::Float:
        return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
    case ValueType::Double:
        return std::bit_cast<double>(value.bits);
    default:
        return std::numeric_limits<double>::quiet_NaN();
    }
}

std::string textOf(TypedValue value)
{
    switch (value.type) {
    case ValueType::Int8:
    case ValueType::Int16:
    case ValueType::Int32:
    case ValueType::Int64:
        return std::to_string(static_cast<std::int64_t>(value.bits));
    case ValueType::Float:
        return floatText(std::bit_cast<float>(static_cast<std::uint32_t>(value.bits)));
    case ValueType::Double:
        return floatText(std::bit_cast<double>(value.bits));
    default:
        return std::to_string(value.bits);
    }
}

}  // namespace vellum
