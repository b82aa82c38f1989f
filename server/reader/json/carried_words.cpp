#include "server/reader/json/carried_words.h"

#include "common/base/narrow.h"
#include "server/reader/json/kept_text.h"

#include <bit>
#include <cstdint>

namespace vellum::server::reader::json {

namespace {

/// Of type None where it is no number, or one in quotes.
TypedValue numberIn(Raw value)
{
    const bool mayBeNumber =
        !value.empty()
        && (value.front() == '-' || value.front() == '+' || value.front() == '.'
            || (value.front() >= '0' && value.front() <= '9'));
    if (!mayBeNumber) {
        return {};
    }
    if (const auto number = integerOf(value)) {
        const bool isUnsigned = *number < 0 && value.front() != '-';  // past 2^63
        return {
            .type = isUnsigned ? ValueType::UInt64 : ValueType::Int64,
            .bits = static_cast<std::uint64_t>(*number)};
    }
    const auto real = numberOf(value);
    return real ? TypedValue{.type = ValueType::Double, .bits = std::bit_cast<std::uint64_t>(*real)}
                : TypedValue{};
}

/// Keys of one length with the same letters at begin, middle and end meet; few do.
std::size_t slotOf(std::string_view key, ValueType type)
{
    constexpr std::size_t kFactor = 131;
    std::size_t hash = key.size() * kFactor + static_cast<std::size_t>(type);
    if (!key.empty()) {
        hash = (hash * kFactor + static_cast<unsigned char>(key.front())) * kFactor
               + static_cast<unsigned char>(key[key.size() / 2]);
        hash = hash * kFactor + static_cast<unsigned char>(key.back());
    }
    return hash;
}

}  // namespace

std::optional<tracks::Carried> CarriedWords::category(Raw raw, tracks::Findings& findings)
{
    const auto value = text(raw, findings);
    const auto name =
        attribute("category", ValueType::String, "what the file says of the slice ('cat')");
    return value && name ? std::optional(tracks::Carried{.attribute = *name, .value = *value})
                         : std::nullopt;
}

std::optional<tracks::Carried> CarriedWords::argument(
    std::string_view key, Raw value, tracks::Findings& findings)
{
    TypedValue typed = numberIn(value);
    if (typed.type == ValueType::None) {
        const auto words = text(value, findings);
        if (!words) {
            return std::nullopt;
        }
        typed = *words;
    }
    const auto name = argumentNamed(key, typed.type, findings);
    return name ? std::optional(tracks::Carried{.attribute = *name, .value = typed}) : std::nullopt;
}

std::optional<TypedValue> CarriedWords::text(Raw raw, tracks::Findings& findings)
{
    const bool isQuoted = isString(raw);
    const std::string_view inside = isQuoted ? bare(raw) : raw;
    Numbers& numbers = isQuoted ? m_strings : m_others;
    if (const auto found = numbers.find(inside); found != numbers.end()) {
        return TypedValue{.type = ValueType::String, .bits = found->second};
    }
    if (inside.size() > kMostBytes || m_bytes + inside.size() > kMostBytesOfAll) {
        return std::nullopt;
    }
    const auto number = narrow<std::uint32_t>(m_texts.size());
    const std::string& shown = m_texts.emplace_back(keptText(raw, findings));
    m_bytes += shown.size();
    std::string_view key = shown;
    if (shown != inside) {
        key = m_written.emplace_back(inside);
        m_bytes += key.size();
    }
    numbers.emplace(key, number);
    return TypedValue{.type = ValueType::String, .bits = number};
}

std::optional<AttributeRef> CarriedWords::argumentNamed(
    std::string_view key, ValueType type, tracks::Findings& findings)
{
    CachedName& cached = m_names.at(slotOf(key, type) % m_names.size());
    if (cached.name != nullptr && cached.type == type && *cached.name == key) {
        return cached.ref;
    }
    const bool isPlain = key.find('\\') == std::string_view::npos;
    const std::string name =
        isPlain ? std::string(key) : keptText("\"" + std::string(key) + "\"", findings);
    const auto ref = attribute(name, type, "an argument of the event");
    if (isPlain && ref) {
        const auto kept = m_refs.find({name, type});
        cached = {.name = &kept->first.first, .type = type, .ref = *ref};
    }
    return ref;
}

std::optional<AttributeRef> CarriedWords::attribute(
    std::string_view name, ValueType type, const char* description)
{
    if (m_attributes.size() >= kMostNames && !m_refs.contains({std::string(name), type})) {
        return std::nullopt;
    }
    const auto [found, isNew] = m_refs.try_emplace(
        {std::string(name), type}, AttributeRef(narrow<std::uint32_t>(m_attributes.size())));
    if (isNew) {
        m_attributes.push_back(
            {.ref = found->second,
             .name = std::string(name),
             .description = description,
             .type = type});
    }
    return found->second;
}

}  // namespace vellum::server::reader::json
