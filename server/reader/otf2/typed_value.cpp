#include "server/reader/otf2/typed_value.h"

#include <bit>
#include <cstdint>

namespace vellum::server::reader::otf2 {

namespace {

std::uint64_t extended(std::int64_t value)
{
    return static_cast<std::uint64_t>(value);
}

std::uint64_t bitsOf(OTF2_Type type, OTF2_AttributeValue value)
{
    switch (type) {
    case OTF2_TYPE_NONE:
        return 0;
    case OTF2_TYPE_UINT8:
        return value.uint8;
    case OTF2_TYPE_UINT16:
        return value.uint16;
    case OTF2_TYPE_INT8:
        return extended(value.int8);
    case OTF2_TYPE_INT16:
        return extended(value.int16);
    case OTF2_TYPE_INT32:
        return extended(value.int32);
    case OTF2_TYPE_FLOAT:
        return std::bit_cast<std::uint32_t>(value.float32);
    case OTF2_TYPE_UINT64:
    case OTF2_TYPE_INT64:
    case OTF2_TYPE_DOUBLE:
    case OTF2_TYPE_LOCATION:
        return value.uint64;
    default:  // the references but that of a location, and what is newer than the library
        return value.uint32;
    }
}

}  // namespace

TypedValue typedValue(OTF2_Type type, OTF2_AttributeValue value)
{
    return {.type = static_cast<ValueType>(type), .bits = bitsOf(type, value)};
}

}  // namespace vellum::server::reader::otf2
