#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::server::reader::nsys {

/// A field of a payload, as NVTX_PAYLOAD_SCHEMA_ENTRIES has it.
struct PayloadField {
    std::uint64_t flags = 0;   ///< payload_flag
    std::uint64_t type = 0;    ///< predefined, or the id of a schema or an enumeration
    std::uint64_t detail = 0;  ///< length of an array or text, or the field that says it or selects
    std::uint64_t offset = 0;  ///< bytes; 0, but for the first field: where C would put it
    std::string name;

    friend bool operator==(const PayloadField&, const PayloadField&) = default;
};

namespace payload_flag {
inline constexpr std::uint64_t kPointer = 1U << 1U;
inline constexpr std::uint64_t kOffset = 3U << 2U;  ///< from the payload's begin or from here
inline constexpr std::uint64_t kArray = 7U << 4U;   ///< which kind, of these:
inline constexpr std::uint64_t kFixedArray = 1U << 4U;
inline constexpr std::uint64_t kTerminatedArray = 2U << 4U;
inline constexpr std::uint64_t kCountedArray = 3U << 4U;  ///< another field says its length
inline constexpr std::uint64_t kHidden = 1U << 9U;
}  // namespace payload_flag

/// What the bits of a predefined type mean.
enum class PayloadKind : std::uint8_t {
    Signed,
    Unsigned,
    Float,
    BrainFloat,
    Character,
    Byte,
    Wide,    ///< 128 bits
    Opaque,  ///< nothing that we can show
};
struct PayloadType {
    std::uint64_t number = 0;
    std::uint64_t bytes = 0;
    PayloadKind kind = PayloadKind::Opaque;
};
/// Null for other than numbers, characters and bytes.
[[nodiscard]] const PayloadType* payloadType(std::uint64_t number);
/// Bytes of a unit of a text type; 0 for other types.
[[nodiscard]] std::uint64_t textUnit(std::uint64_t type);

/// How many bytes something takes, nothing where that depends on the bytes, and what its begin is a multiple of.
struct PayloadLayout {
    std::optional<std::uint64_t> bytes;
    std::uint64_t align = 1;
};

struct PayloadSchema {
    static constexpr std::uint64_t kStatic = 1;
    static constexpr std::uint64_t kDynamic = 2;
    static constexpr std::uint64_t kUnion =
        3;  ///< another field of whoever holds it selects the member
    static constexpr std::uint64_t kSelectingUnion = 4;  ///< one of its own does

    std::uint64_t type = kStatic;
    std::uint64_t bytes = 0;                  ///< of a static one; 0: what its fields need
    std::uint64_t packing = 0;                ///< as C's `#pragma pack`; 0: none
    std::optional<std::uint64_t> fieldCount;  ///< as NVTX_PAYLOAD_SCHEMAS says
    std::vector<PayloadField> fields;
    PayloadLayout layout;

    /// Whether a second description says the same.
    [[nodiscard]] bool agrees(const PayloadSchema& other) const
    {
        return type == other.type && bytes == other.bytes && packing == other.packing
               && fieldCount == other.fieldCount;
    }
};

struct PayloadEnum {
    struct Value {
        std::string name;
        bool isFlag = false;

        friend bool operator==(const Value&, const Value&) = default;
    };
    std::uint64_t bytes = 4;  ///< an int's, where nothing is said
    std::map<std::uint64_t, Value> values;
};

/// What an export says of the layout of NVTX payloads, by domain and id. It does not say of which process: where two
/// mean different things by one id, neither is believed.
///
/// Limits   What nests deeper than kMostNesting or in a circle, has more than kMostFields, a field twice, or lacks one, is
///          not in the book.
/// Threads  One; const methods may run concurrently once it is closed.
/// Source   nvtx3/nvToolsExtPayload.h, compatibility 0x0104.
class PayloadBook {
public:
    static constexpr std::size_t kMostNesting = 8;
    static constexpr std::size_t kMostFields = 1024;
    static constexpr std::uint64_t kMostBytes =
        64U << 20U;  ///< of a payload, as of any value of a file

    struct Key {
        std::uint64_t domain = 0;
        std::uint64_t id = 0;

        // NOLINTNEXTLINE(modernize-use-nullptr): what clang-tidy 14 says of every such line
        friend auto operator<=>(const Key&, const Key&) = default;
    };

    void addSchema(const Key& key, const PayloadSchema& schema);
    void addField(const Key& key, std::uint64_t place, const PayloadField& field);
    void addEnum(const Key& key, std::uint64_t bytes);
    void addValue(const Key& key, std::uint64_t value, const PayloadEnum::Value& named);
    /// Once all is added: drops what cannot be used and lays out the rest.
    void close();

    /// Null where there is none that can be used.
    [[nodiscard]] const PayloadSchema* schema(const Key& key) const;
    [[nodiscard]] const PayloadEnum* enumeration(const Key& key) const;

    /// Of one value of a type; nothing of a type that is not known.
    [[nodiscard]] std::optional<PayloadLayout> layoutOf(const Key& type) const;
    /// Of a whole field, arrays and pointers regarded.
    [[nodiscard]] std::optional<PayloadLayout> layoutOf(
        std::uint64_t domain, const PayloadField& field) const;

private:
    struct Draft {
        std::optional<PayloadSchema> schema;
        std::map<std::uint64_t, PayloadField> fields;
        bool isContradictory = false;
    };

    void keepUsable();
    [[nodiscard]] std::optional<PayloadLayout> layOut(
        const Key& key, const PayloadSchema& schema) const;
    [[nodiscard]] PayloadLayout layOutStruct(
        std::uint64_t domain, const PayloadSchema& schema) const;
    [[nodiscard]] PayloadLayout layOutUnion(
        std::uint64_t domain, const PayloadSchema& schema) const;

    std::map<Key, Draft> m_drafts;
    std::map<Key, PayloadSchema> m_unlaid;  ///< that are not laid out yet
    std::map<Key, PayloadSchema> m_schemas;
    std::map<Key, PayloadEnum> m_enums;
};

/// \p at, or the next multiple of \p align behind it. Precondition: neither is near 2^63; align > 0.
[[nodiscard]] constexpr std::uint64_t alignedUp(std::uint64_t at, std::uint64_t align)
{
    return (at + align - 1) / align * align;
}
/// An alignment under `#pragma pack`.
[[nodiscard]] constexpr std::uint64_t packed(std::uint64_t align, std::uint64_t packing)
{
    return packing != 0 && packing < align ? packing : align;
}

}  // namespace vellum::server::reader::nsys
