#include "server/reader/nsys/payload_book.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace vellum::server::reader::nsys {

namespace {

using enum PayloadKind;

/// Sizes as 64-bit Linux has them, which is what exports are recorded on; those of `long` and `wchar_t` are others on Windows.
constexpr std::array<PayloadType, 45> kTypes{{
    {1, 1, Character},                    // char
    {2, 1, Unsigned},                     // unsigned char
    {3, 2, Signed},                       // short
    {4, 2, Unsigned},                     //
    {5, 4, Signed},                       // int
    {6, 4, Unsigned},                     //
    {7, 8, Signed},                       // long
    {8, 8, Unsigned},                     //
    {9, 8, Signed},                       // long long
    {10, 8, Unsigned},                    //
    {11, 1, Signed},                      // int8_t …
    {12, 1, Unsigned},                    //
    {13, 2, Signed},                      //
    {14, 2, Unsigned},                    //
    {15, 4, Signed},                      //
    {16, 4, Unsigned},                    //
    {17, 8, Signed},                      //
    {18, 8, Unsigned},                    // … uint64_t
    {19, 4, Float},                       // float
    {20, 8, Float},                       // double
    {21, 16, Opaque},                     // long double
    {22, 8, Unsigned},                    // size_t
    {23, 8, Unsigned},                    // an address
    {24, 4, Character},                   // wchar_t
    {25, 1, Character},                   // char8_t
    {26, 2, Character},                   // char16_t
    {27, 4, Character},                   // char32_t
    {32, 1, Byte},                        //
    {33, 16, Wide},                       // 128 bits, signed
    {34, 16, Wide},                       // and not
    {42, 2, Float},                       //
    {43, 4, Float},                       //
    {44, 8, Float},                       //
    {45, 16, Opaque},                     // 128 bits
    {50, 2, BrainFloat}, {52, 4, Float},  // TF32, in the bits of a float
    {67, 8, Unsigned},                    // a range's id
    {68, 4, Unsigned},                    // a category
    {69, 4, Unsigned},                    // a colour
    {70, 8, Unsigned},                    // a scope
    {71, 4, Unsigned},                    // a process, a thread:
    {72, 8, Unsigned},                    //
    {73, 4, Unsigned},                    //
    {74, 8, Unsigned},                    //
    {80, 8, Opaque},                      // a registered string's handle
}};

constexpr std::uint64_t kPointerBytes = 8;

/// A field that holds but the address of what it means.
PayloadLayout pointer()
{
    return {.bytes = kPointerBytes, .align = kPointerBytes};
}

}  // namespace

const PayloadType* payloadType(std::uint64_t number)
{
    const auto* found = std::ranges::find(kTypes, number, &PayloadType::number);
    return found != kTypes.end() ? found : nullptr;
}

std::uint64_t textUnit(std::uint64_t type)
{
    constexpr std::uint64_t kFirst = 75;
    constexpr std::array<std::uint64_t, 4> kUnits{1, 1, 2, 4};  // char, UTF-8, UTF-16, UTF-32
    return type >= kFirst && type < kFirst + kUnits.size() ? kUnits.at(type - kFirst) : 0;
}

void PayloadBook::addSchema(const Key& key, const PayloadSchema& schema)
{
    Draft& draft = m_drafts[key];
    draft.isContradictory =
        draft.isContradictory || (draft.schema && !draft.schema->agrees(schema));
    draft.schema = schema;
}

void PayloadBook::addField(const Key& key, std::uint64_t place, const PayloadField& field)
{
    Draft& draft = m_drafts[key];
    if (place >= kMostFields) {
        draft.isContradictory = true;
        return;
    }
    const auto [at, isNew] = draft.fields.try_emplace(place, field);
    draft.isContradictory = draft.isContradictory || (!isNew && at->second != field);
}

void PayloadBook::addEnum(const Key& key, std::uint64_t bytes)
{
    constexpr std::array<std::uint64_t, 4> kSizes{1, 2, 4, 8};
    PayloadEnum& of = m_enums[key];
    of.bytes = std::ranges::find(kSizes, bytes) != kSizes.end() ? bytes : of.bytes;
}

void PayloadBook::addValue(const Key& key, std::uint64_t value, const PayloadEnum::Value& named)
{
    auto& values = m_enums[key].values;
    const auto [at, isNew] = values.try_emplace(value, named);
    if (!isNew && at->second != named) {
        at->second = {};  // two names for one number: none
    }
}

void PayloadBook::keepUsable()
{
    for (auto& [key, draft] : m_drafts) {
        const std::size_t count = draft.fields.size();
        if (!draft.schema || draft.isContradictory || count == 0
            || draft.fields.rbegin()->first + 1 != count
            || draft.schema->fieldCount.value_or(count) != count || draft.schema->bytes > kMostBytes
            || draft.schema->type < PayloadSchema::kStatic
            || draft.schema->type > PayloadSchema::kSelectingUnion) {
            continue;
        }
        PayloadSchema& schema = m_unlaid.emplace(key, *draft.schema).first->second;
        for (auto& [place, field] : draft.fields) {
            schema.fields.push_back(std::move(field));
        }
    }
    m_drafts.clear();
}

void PayloadBook::close()
{
    keepUsable();
    for (std::size_t depth = 0; depth < kMostNesting && !m_unlaid.empty(); ++depth) {
        std::vector<std::pair<Key, PayloadLayout>> laid;
        for (const auto& [key, schema] : m_unlaid) {
            if (const auto layout = layOut(key, schema)) {
                laid.emplace_back(key, *layout);
            }
        }
        // Only now: what nests in the order of its keys must not come out in one go.
        for (const auto& [key, layout] : laid) {
            const auto node = m_unlaid.extract(key);
            m_schemas.emplace(key, node.mapped()).first->second.layout = layout;
        }
    }
    m_unlaid.clear();
}

/// Nothing where a schema inside is not laid out yet.
std::optional<PayloadLayout> PayloadBook::layOut(const Key& key, const PayloadSchema& schema) const
{
    const bool isWaiting = std::ranges::any_of(schema.fields, [&](const PayloadField& field) {
        return m_unlaid.contains({.domain = key.domain, .id = field.type});
    });
    if (isWaiting) {
        return std::nullopt;
    }
    return schema.type >= PayloadSchema::kUnion ? layOutUnion(key.domain, schema)
                                                : layOutStruct(key.domain, schema);
}

PayloadLayout PayloadBook::layOutStruct(std::uint64_t domain, const PayloadSchema& schema) const
{
    std::uint64_t place = 0;
    bool isKnown = true;  // where the next field begins: not behind one without a length
    std::uint64_t last = 0;
    std::uint64_t align = 1;
    for (const PayloadField& field : schema.fields) {
        const PayloadLayout layout = layoutOf(domain, field).value_or(PayloadLayout());
        const std::uint64_t own = packed(layout.align, schema.packing);
        align = std::max(align, own);
        if (field.offset != 0) {
            place = field.offset;
            isKnown = true;
        } else if (isKnown) {
            place = alignedUp(place, own);
        }
        isKnown = isKnown && layout.bytes.has_value() && place <= kMostBytes;
        if (isKnown) {
            place += layout.bytes.value_or(0);
            last = std::max(last, place);
        }
    }
    if (schema.type == PayloadSchema::kDynamic) {
        return {.bytes = std::nullopt, .align = align};
    }
    if (schema.bytes != 0) {
        return {.bytes = schema.bytes, .align = align};
    }
    return {
        .bytes =
            isKnown && last <= kMostBytes ? std::optional(alignedUp(last, align)) : std::nullopt,
        .align = align};
}

PayloadLayout PayloadBook::layOutUnion(std::uint64_t domain, const PayloadSchema& schema) const
{
    std::uint64_t most = schema.bytes;
    std::uint64_t align = 1;
    bool isKnown = schema.type == PayloadSchema::kUnion;  // else there is a selector, somewhere
    for (const PayloadField& field : schema.fields) {
        const PayloadLayout layout = layoutOf(domain, field).value_or(PayloadLayout());
        align = std::max(align, packed(layout.align, schema.packing));
        isKnown = isKnown && layout.bytes;
        most = std::max(most, layout.bytes.value_or(0));
    }
    return {
        .bytes =
            isKnown || schema.bytes != 0 ? std::optional(alignedUp(most, align)) : std::nullopt,
        .align = align};
}

const PayloadSchema* PayloadBook::schema(const Key& key) const
{
    const auto found = m_schemas.find(key);
    return found == m_schemas.end() ? nullptr : &found->second;
}

const PayloadEnum* PayloadBook::enumeration(const Key& key) const
{
    const auto found = m_enums.find(key);
    return found == m_enums.end() ? nullptr : &found->second;
}

std::optional<PayloadLayout> PayloadBook::layoutOf(const Key& type) const
{
    if (const PayloadType* predefined = payloadType(type.id)) {
        return PayloadLayout{.bytes = predefined->bytes, .align = predefined->bytes};
    }
    if (const std::uint64_t unit = textUnit(type.id); unit != 0) {
        return PayloadLayout{.bytes = unit, .align = unit};
    }
    if (const PayloadEnum* known = enumeration(type)) {
        return PayloadLayout{.bytes = known->bytes, .align = known->bytes};
    }
    const PayloadSchema* nested = schema(type);
    return nested != nullptr ? std::optional(nested->layout) : std::nullopt;
}

std::optional<PayloadLayout> PayloadBook::layoutOf(
    std::uint64_t domain, const PayloadField& field) const
{
    if ((field.flags & payload_flag::kPointer) != 0) {
        return pointer();
    }
    const auto one = layoutOf(Key{.domain = domain, .id = field.type});
    if (!one || (field.flags & payload_flag::kOffset) != 0) {
        return std::nullopt;
    }
    const std::uint64_t array = field.flags & payload_flag::kArray;
    const bool isText = textUnit(field.type) != 0;
    const bool isFixed = array == payload_flag::kFixedArray || (isText && array == 0);
    if (isText && isFixed && field.detail == 0) {
        return pointer();
    }
    const std::uint64_t count = isFixed ? field.detail : 1;
    if ((array != 0 && !isFixed) || !one->bytes
        || (*one->bytes != 0 && count > kMostBytes / *one->bytes)) {
        return PayloadLayout{.bytes = std::nullopt, .align = one->align};
    }
    return PayloadLayout{.bytes = count * *one->bytes, .align = one->align};
}

}  // namespace vellum::server::reader::nsys
