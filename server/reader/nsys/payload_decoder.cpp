#include "server/reader/nsys/payload_decoder.h"

#include "common/trace/values.h"
#include "server/reader/nsys/payload_pieces.h"
#include "server/reader/nsys/payload_values.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace vellum::server::reader::nsys {

namespace {

using namespace payload_limit;  // NOLINT(google-build-using-namespace): ours, and short
using Value = std::variant<std::int64_t, std::uint64_t, double, std::string>;

/// Behind a field: where the next one may begin; nothing where that cannot be known.
using End = std::optional<std::size_t>;

std::string textOf(const Value& value)
{
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* number = std::get_if<std::uint64_t>(&value)) {
        return std::to_string(*number);
    }
    if (const auto* number = std::get_if<double>(&value)) {
        return vellum::textOf(
            {.type = ValueType::Double, .bits = std::bit_cast<std::uint64_t>(*number)});
    }
    return std::get<std::string>(value);
}

/// A number by its name; of flags all names, and what is left in hexadecimal.
Value namedValue(const PayloadEnum& known, std::uint64_t number)
{
    const auto found = known.values.find(number);
    if (found != known.values.end() && !found->second.name.empty()) {
        return found->second.name;
    }
    std::string text;
    std::uint64_t left = number;
    for (const auto& [flag, named] : known.values) {
        if (named.isFlag && flag != 0 && (number & flag) == flag) {
            text.append(text.empty() ? "" : " | ").append(named.name);
            left &= ~flag;
        }
    }
    if (text.empty() || left != 0) {
        return number;
    }
    return text;
}

class Decoder {
public:
    Decoder(const PayloadBook& book, std::uint64_t domain, std::string_view bytes)
        : m_book(book)
        , m_domain(domain)
        , m_bytes(bytes)
        , m_scans(bytes.size() * 4)
    {
    }

    DecodedPayload run(std::uint64_t schema);

private:
    /// A schema's fields so far: the numbers by which others count and select.
    using Numbers = std::vector<std::optional<std::uint64_t>>;

    struct Place {
        std::size_t at = 0;
        std::string name;
        bool isHidden = false;
    };

    End readSchema(const PayloadSchema& schema, const Place& place);
    End readField(const PayloadField& field, const Place& place, Numbers& numbers);
    End readUnion(
        const PayloadSchema& schema,
        const PayloadField& field,
        const Place& place,
        const Numbers& numbers);
    End readText(const PayloadField& field, const Place& place, const Numbers& numbers);
    End readArray(const PayloadField& field, const Place& place, Numbers& numbers);
    End readNested(
        const PayloadSchema& schema, const Place& place, std::uint64_t bytes, std::uint64_t count);
    End readElements(
        std::uint64_t type, const Place& place, std::uint64_t bytes, std::uint64_t count);
    End readScalar(const PayloadField& field, const Place& place, Numbers& numbers);

    [[nodiscard]] bool holds(std::size_t at, std::uint64_t bytes) const
    {
        return at <= m_bytes.size() && bytes <= m_bytes.size() - at;
    }
    [[nodiscard]] std::optional<std::uint64_t> countOf(
        const PayloadField& field, const Place& place, std::uint64_t unit, const Numbers& numbers);
    [[nodiscard]] std::optional<std::uint64_t> terminatedAt(std::size_t at, std::uint64_t unit);
    [[nodiscard]] std::string spelled(std::string_view bytes, std::uint64_t unit);
    [[nodiscard]] std::optional<Value> valueAt(std::uint64_t type, std::size_t at) const;
    [[nodiscard]] std::optional<std::uint64_t> numberAt(std::uint64_t type, std::size_t at) const;

    [[nodiscard]] PayloadBook::Key key(std::uint64_t id) const
    {
        return {.domain = m_domain, .id = id};
    }
    void show(const Place& place, Value value);
    End flaw(PayloadFlaw flaw, const std::string& what);
    [[nodiscard]] bool step();

    const PayloadBook& m_book;
    std::uint64_t m_domain;
    std::string_view m_bytes;
    std::size_t m_steps = 0;
    std::size_t m_scans;                 ///< bytes that may still be looked at for an end
    std::size_t m_room = 4 * kMostText;  ///< for texts
    DecodedPayload m_result;
};

/// Always nothing: where the next field begins is not known either, unless the caller knows better.
End Decoder::flaw(PayloadFlaw flaw, const std::string& what)
{
    m_result.problems.push_back({.flaw = flaw, .what = what});
    return std::nullopt;
}

/// Whether there is patience for one more; says once that there is none.
bool Decoder::step()
{
    if (m_steps == kMostSteps) {
        flaw(PayloadFlaw::TooMuch, numberText(kMostSteps) + " fields");
    }
    return m_steps++ < kMostSteps;
}

void Decoder::show(const Place& place, Value value)
{
    if (place.isHidden) {
        return;
    }
    if (m_result.values.size() < kMostValues) {
        m_result.values.push_back({.name = place.name, .value = std::move(value)});
    } else if (m_steps < kMostSteps) {
        m_steps = kMostSteps + 1;  // no more of it
        flaw(PayloadFlaw::TooMuch, numberText(kMostValues) + " values");
    }
}

DecodedPayload Decoder::run(std::uint64_t schema)
{
    constexpr std::uint64_t kReferenced = 1022;  // what other payloads point into, nothing to show
    constexpr std::uint64_t kRaw = 1023;
    constexpr std::uint64_t kByte = 32;
    if (schema == kReferenced) {
        return {};
    }
    const std::uint64_t type = schema == kRaw ? kByte : schema;
    const std::uint64_t unit = textUnit(type);
    const PayloadType* const predefined = payloadType(type);
    if (unit != 0) {
        show({}, spelled(m_bytes, unit));
    } else if (predefined != nullptr) {
        const std::uint64_t count = m_bytes.size() / predefined->bytes;
        Numbers none;
        const bool isOne = count == 1 && type != kByte;
        const PayloadField field{
            .flags = isOne ? 0 : payload_flag::kFixedArray, .type = type, .detail = count};
        readField(field, {}, none);
    } else if (const PayloadSchema* known = m_book.schema(key(schema));
               known != nullptr && known->type <= PayloadSchema::kDynamic) {
        readSchema(*known, {});
    } else {
        flaw(
            PayloadFlaw::NoSchema,
            "schema " + std::to_string(schema) + " of domain " + std::to_string(m_domain));
    }
    return std::move(m_result);
}

End Decoder::readSchema(const PayloadSchema& schema, const Place& place)
{
    Numbers numbers;
    numbers.reserve(schema.fields.size());
    End cursor = place.at;
    for (const PayloadField& field : schema.fields) {
        if (!step()) {
            return std::nullopt;
        }
        const std::size_t number = numbers.size();
        numbers.emplace_back();
        const std::string own = field.name.empty() ? "field " + std::to_string(number) : field.name;
        Place at{
            .at = place.at,
            .name = place.name.empty() ? own : place.name + "." + own,
            .isHidden = place.isHidden || (field.flags & payload_flag::kHidden) != 0};
        const auto layout = m_book.layoutOf(m_domain, field);
        if (number == 0 || field.offset != 0) {
            at.at += std::min<std::uint64_t>(field.offset, PayloadBook::kMostBytes + 1);
        } else if (cursor && layout) {
            const std::uint64_t align = packed(layout->align, schema.packing);
            at.at += alignedUp(*cursor - place.at, align);
        } else {
            if (layout) {
                flaw(PayloadFlaw::Type, at.name + ", which stands behind one of unknown length");
            } else {
                flaw(PayloadFlaw::Type, at.name);
            }
            cursor.reset();
            continue;
        }
        cursor = readField(field, at, numbers);
        if (!cursor && layout && layout->bytes) {
            cursor = at.at + *layout->bytes;  // that much is known without reading it
        }
    }
    if (schema.layout.bytes) {
        return place.at + *schema.layout.bytes;
    }
    return cursor ? End(place.at + alignedUp(*cursor - place.at, schema.layout.align)) : cursor;
}

End Decoder::readField(const PayloadField& field, const Place& place, Numbers& numbers)
{
    const bool isText = textUnit(field.type) != 0;
    const std::uint64_t array = field.flags & payload_flag::kArray;
    const bool isElsewhere = (field.flags & (payload_flag::kPointer | payload_flag::kOffset)) != 0;
    const bool isFixed = array == 0 || array == payload_flag::kFixedArray;
    if (isElsewhere || (isText && isFixed && field.detail == 0)) {
        return flaw(PayloadFlaw::Elsewhere, place.name);
    }
    if (isText) {
        return readText(field, place, numbers);
    }
    return array != 0 ? readArray(field, place, numbers) : readScalar(field, place, numbers);
}

/// How many values of \p unit bytes an array or a text has, which lie in the bytes.
std::optional<std::uint64_t> Decoder::countOf(
    const PayloadField& field, const Place& place, std::uint64_t unit, const Numbers& numbers)
{
    std::optional<std::uint64_t> count = field.detail;
    switch (field.flags & payload_flag::kArray) {
    case 0:
    case payload_flag::kFixedArray:
        break;
    case payload_flag::kCountedArray:
        count = field.detail < numbers.size() ? numbers[field.detail] : std::nullopt;
        if (!count) {
            flaw(PayloadFlaw::Type, place.name + ", whose length no field before it says");
            return std::nullopt;
        }
        break;
    case payload_flag::kTerminatedArray:
        count = terminatedAt(place.at, unit);
        break;
    default:
        flaw(PayloadFlaw::Type, place.name + ", an array of a kind that is not known");
        return std::nullopt;
    }
    if (!count || unit == 0 || *count > m_bytes.size() / unit || !holds(place.at, *count * unit)) {
        flaw(PayloadFlaw::TooShort, place.name);
        return std::nullopt;
    }
    return count;
}

/// How many units stand before the first that is 0.
std::optional<std::uint64_t> Decoder::terminatedAt(std::size_t at, std::uint64_t unit)
{
    std::uint64_t count = 0;
    while (unit != 0 && holds(at, (count + 1) * unit) && m_scans >= unit) {
        m_scans -= unit;
        const std::string_view one = m_bytes.substr(at + count * unit, unit);
        if (one.find_first_not_of('\0') == std::string_view::npos) {
            return count;
        }
        ++count;
    }
    return std::nullopt;
}

/// Characters as a text, of which all in a payload have but so much room.
std::string Decoder::spelled(std::string_view bytes, std::uint64_t unit)
{
    std::string text = characters(bytes, unit, std::min(kMostText, m_room));
    m_room -= std::min(m_room, text.size());
    return text;
}

End Decoder::readText(const PayloadField& field, const Place& place, const Numbers& numbers)
{
    const std::uint64_t unit = textUnit(field.type);
    const auto count = countOf(field, place, unit, numbers);
    if (!count) {
        return std::nullopt;
    }
    show(place, spelled(m_bytes.substr(place.at, *count * unit), unit));
    const bool isTerminated =
        (field.flags & payload_flag::kArray) == payload_flag::kTerminatedArray;
    return place.at + (*count + (isTerminated ? 1 : 0)) * unit;
}

End Decoder::readArray(const PayloadField& field, const Place& place, Numbers& numbers)
{
    const auto layout = m_book.layoutOf(key(field.type));
    if (!layout || !layout->bytes) {
        return flaw(PayloadFlaw::Type, place.name);
    }
    const std::uint64_t unit = *layout->bytes;
    const auto count = countOf(field, place, unit, numbers);
    if (!count) {
        return std::nullopt;
    }
    const PayloadSchema* const nested = m_book.schema(key(field.type));
    End end;
    if (nested != nullptr && m_book.enumeration(key(field.type)) == nullptr) {
        end = readNested(*nested, place, unit, *count);
    } else {
        end = readElements(field.type, place, unit, *count);
        // The lengths of an array of several dimensions are an array themselves.
        std::uint64_t product = 1;
        for (std::uint64_t i = 0; i < std::min<std::uint64_t>(*count, kMostNested); ++i) {
            const auto number = numberAt(field.type, place.at + i * unit);
            const std::uint64_t factor = std::min(number.value_or(0), PayloadBook::kMostBytes);
            product = std::min(product * factor, PayloadBook::kMostBytes);
        }
        if (!numbers.empty() && *count <= kMostNested) {
            numbers.back() = product;
        }
    }
    const bool isTerminated =
        (field.flags & payload_flag::kArray) == payload_flag::kTerminatedArray;
    return end && isTerminated ? End(*end + unit) : end;
}

End Decoder::readNested(
    const PayloadSchema& schema, const Place& place, std::uint64_t bytes, std::uint64_t count)
{
    if (schema.type > PayloadSchema::kDynamic) {
        return flaw(PayloadFlaw::Type, place.name + ", an array of unions");
    }
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(count, kMostNested); ++i) {
        readSchema(
            schema,
            {.at = place.at + i * bytes,
             .name = place.name + "[" + std::to_string(i) + "]",
             .isHidden = place.isHidden});
    }
    if (count > kMostNested) {
        flaw(
            PayloadFlaw::TooMuch,
            place.name + ", " + numberText(count) + " of which " + numberText(kMostNested)
                + " are taken apart");
    }
    return place.at + count * bytes;
}

/// An array of numbers as one text; of characters as what they spell.
End Decoder::readElements(
    std::uint64_t type, const Place& place, std::uint64_t bytes, std::uint64_t count)
{
    const End end = place.at + count * bytes;
    const PayloadType* const predefined = payloadType(type);
    const std::string_view all = m_bytes.substr(place.at, count * bytes);
    if (predefined != nullptr && predefined->kind == PayloadKind::Character) {
        show(place, spelled(all, bytes));
        return end;
    }
    const std::uint64_t shown = std::min<std::uint64_t>(count, kMostElements);
    const std::string rest =
        shown < count ? "… (" + numberText(count) + (bytes == 1 ? " bytes)" : " values)") : "";
    if (predefined != nullptr && predefined->kind == PayloadKind::Byte) {
        show(place, hexText(all.substr(0, shown)) + (rest.empty() ? "" : " " + rest));
        return end;
    }
    std::string text = "[";
    for (std::uint64_t i = 0; i < shown; ++i) {
        const auto value = valueAt(type, place.at + i * bytes);
        if (!value) {
            flaw(PayloadFlaw::Type, place.name);
            return end;
        }
        if (!step()) {
            return end;
        }
        text.append(i == 0 ? "" : ", ").append(textOf(*value));
    }
    show(place, text + (rest.empty() ? "]" : ", " + rest + "]"));
    return end;
}

End Decoder::readUnion(
    const PayloadSchema& schema,
    const PayloadField& field,
    const Place& place,
    const Numbers& numbers)
{
    const auto member = field.detail < numbers.size() ? numbers[field.detail] : std::nullopt;
    if (schema.type != PayloadSchema::kUnion || !member || *member >= schema.fields.size()) {
        return flaw(
            PayloadFlaw::Type, place.name + ", a union of which no field says what it holds");
    }
    const PayloadField& chosen = schema.fields[*member];
    Numbers none;
    readField(
        chosen,
        {.at = place.at + std::min<std::uint64_t>(chosen.offset, PayloadBook::kMostBytes + 1),
         .name = chosen.name.empty() ? place.name : place.name + "." + chosen.name,
         .isHidden = place.isHidden || (chosen.flags & payload_flag::kHidden) != 0},
        none);
    return schema.layout.bytes ? End(place.at + *schema.layout.bytes) : std::nullopt;
}

End Decoder::readScalar(const PayloadField& field, const Place& place, Numbers& numbers)
{
    const PayloadBook::Key type = key(field.type);
    const PayloadSchema* const nested = m_book.schema(type);
    const bool isNumber = payloadType(field.type) != nullptr || m_book.enumeration(type) != nullptr;
    if (!isNumber && nested != nullptr) {
        return nested->type <= PayloadSchema::kDynamic ? readSchema(*nested, place)
                                                       : readUnion(*nested, field, place, numbers);
    }
    const auto layout = m_book.layoutOf(type);
    if (!layout || !layout->bytes) {
        return flaw(PayloadFlaw::Type, place.name);
    }
    if (!holds(place.at, *layout->bytes)) {
        return flaw(PayloadFlaw::TooShort, place.name);
    }
    auto value = valueAt(field.type, place.at);
    if (!value) {
        return flaw(PayloadFlaw::Type, place.name);
    }
    if (!numbers.empty()) {
        numbers.back() = numberAt(field.type, place.at);
    }
    show(place, std::move(*value));
    return place.at + *layout->bytes;
}

/// An integer by which others count or select: 0 for what is negative; nothing for what is none.
/// Precondition: it lies in the bytes.
std::optional<std::uint64_t> Decoder::numberAt(std::uint64_t type, std::size_t at) const
{
    const PayloadType* const predefined = payloadType(type);
    if (predefined == nullptr) {
        const PayloadEnum* const known = m_book.enumeration(key(type));
        return known != nullptr ? std::optional(littleEndian(m_bytes.substr(at, known->bytes)))
                                : std::nullopt;
    }
    const std::uint64_t bits =
        predefined->bytes <= 8 ? littleEndian(m_bytes.substr(at, predefined->bytes)) : 0;
    switch (predefined->kind) {
    case PayloadKind::Signed:
        return static_cast<std::uint64_t>(
            std::max<std::int64_t>(signedOf(bits, predefined->bytes), 0));
    case PayloadKind::Unsigned:
        return bits;
    default:
        return std::nullopt;
    }
}

/// Nothing for a type that cannot be shown. Precondition: it lies in the bytes.
std::optional<Value> Decoder::valueAt(std::uint64_t type, std::size_t at) const
{
    const PayloadType* const predefined = payloadType(type);
    if (predefined == nullptr) {
        const PayloadEnum* const known = m_book.enumeration(key(type));
        return known != nullptr ? std::optional(
                   namedValue(*known, littleEndian(m_bytes.substr(at, known->bytes))))
                                : std::nullopt;
    }
    const std::string_view own = m_bytes.substr(at, predefined->bytes);
    const std::uint64_t bits = own.size() <= 8 ? littleEndian(own) : 0;
    switch (predefined->kind) {
    case PayloadKind::Signed:
        return signedOf(bits, own.size());
    case PayloadKind::Unsigned:
        return bits;
    case PayloadKind::Float:
        return floatOf(bits, own.size());
    case PayloadKind::BrainFloat:
        return floatOf(bits << 16U, sizeof(float));
    case PayloadKind::Character:
        return characters(own, own.size(), kMostText);
    case PayloadKind::Byte:
        return bits;
    case PayloadKind::Wide:
        return wideText(own);
    case PayloadKind::Opaque:
        break;
    }
    return std::nullopt;
}

}  // namespace

DecodedPayload decodePayload(const PayloadBook& book, std::string_view bytes)
{
    const PayloadPieces found = piecesOf(bytes);
    DecodedPayload decoded;
    for (const PayloadPiece& piece : found.pieces) {
        DecodedPayload one =
            Decoder(book, piece.schema.domain, bytes.substr(piece.begin, piece.size))
                .run(piece.schema.id);
        std::ranges::move(one.values, std::back_inserter(decoded.values));
        std::ranges::move(one.problems, std::back_inserter(decoded.problems));
    }
    if (found.pieces.empty()) {
        decoded.problems.push_back({.flaw = PayloadFlaw::Layout, .what = {}});
    } else if (found.rest != 0) {
        decoded.problems.push_back({.flaw = PayloadFlaw::Rest, .what = bytesText(found.rest)});
    }
    return decoded;
}

}  // namespace vellum::server::reader::nsys
