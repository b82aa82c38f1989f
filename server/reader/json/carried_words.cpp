#include "server/reader/json/carried_words.h"

#include "common/base/narrow.h"
#include "server/reader/json/kept_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace vellum::server::reader::json {

namespace {

constexpr std::array<std::string_view, 18> kArguments = {
    "Collective name",
    "Comms Id",
    "Dst Rank",
    "Global rank start",
    "Global rank stride",
    "Group size",
    "In msg nelems",
    "In msg size",
    "In split size",
    "Out msg nelems",
    "Out msg size",
    "Out split size",
    "Process Group Description",
    "Process Group Name",
    "Process Group Ranks",
    "Seq",
    "Src Rank",
    "dtype"};

constexpr std::uint64_t bitOf(char first)
{
    constexpr unsigned kBits = 64;
    return std::uint64_t{1} << (static_cast<unsigned char>(first) % kBits);
}

/// By the length of a key, which letters one of them begins with: most keys are compared with none.
constexpr std::array<std::uint64_t, 32> kFirstLetters = [] {
    std::array<std::uint64_t, 32> letters{};
    for (const std::string_view argument : kArguments) {
        letters.at(argument.size()) |= bitOf(argument.front());
    }
    return letters;
}();

/// Of type None where it is no number, or one in quotes.
TypedValue numberIn(Raw value)
{
    if (isString(value)) {
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

}  // namespace

bool isCarriedArgument(std::string_view key)
{
    return key.size() < kFirstLetters.size() && !key.empty()
           && (kFirstLetters.at(key.size()) & bitOf(key.front())) != 0
           && std::ranges::find(kArguments, key) != kArguments.end();
}

tracks::Carried CarriedWords::category(Raw raw, tracks::Findings& findings)
{
    return {
        .attribute =
            attribute("category", ValueType::String, "what the file says of the slice ('cat')"),
        .value = text(raw, findings)};
}

std::optional<tracks::Carried> CarriedWords::argument(
    std::string_view key, Raw value, tracks::Findings& findings)
{
    if (value.size() > kMostBytes
        || (m_texts.size() >= kMostTexts && !m_numbers.contains(std::string(value)))) {
        return std::nullopt;
    }
    TypedValue typed = numberIn(value);
    if (typed.type == ValueType::None) {
        typed = text(value, findings);
    }
    return tracks::Carried{
        .attribute = attribute(key, typed.type, "an argument of the event"), .value = typed};
}

TypedValue CarriedWords::text(Raw raw, tracks::Findings& findings)
{
    const auto [found, isNew] =
        m_numbers.try_emplace(std::string(raw), narrow<std::uint32_t>(m_texts.size()));
    if (isNew) {
        m_texts.push_back(keptText(raw, findings));
    }
    return {.type = ValueType::String, .bits = found->second};
}

AttributeRef CarriedWords::attribute(std::string_view name, ValueType type, const char* description)
{
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
