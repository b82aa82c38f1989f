#include "common/compare/name_likeness.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace vellum::compare {

namespace {

constexpr double kSamePlain = 0.8;

bool isDigits(std::string_view text)
{
    return std::ranges::all_of(
        text, [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

/// Without one suffix of a compiler's copy; the same where there is none.
std::string_view withoutSuffix(std::string_view name)
{
    constexpr std::array<std::string_view, 7> kSuffixes{
        ".isra", ".constprop", ".part", ".cold", ".lto_priv", ".llvm", ".clone"};
    const std::size_t clone = name.rfind(" [clone ");
    if (clone != std::string_view::npos && name.ends_with(']')) {
        return name.substr(0, clone);
    }
    const std::size_t dot = name.rfind('.');
    if (dot == std::string_view::npos || dot == 0) {
        return name;
    }
    const bool hasNumber = dot + 1 < name.size() && isDigits(name.substr(dot + 1));
    const std::string_view rest = hasNumber ? name.substr(0, dot) : name;
    for (const std::string_view suffix : kSuffixes) {
        if (rest.ends_with(suffix) && rest.size() > suffix.size()) {
            return rest.substr(0, rest.size() - suffix.size());
        }
    }
    return name;
}

/// Without what stands between brackets. Empty where they do not close, or where one stands behind a blank, as no
/// function's does.
std::string withoutBrackets(std::string_view name)
{
    std::string text;
    std::string open;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const char c = name[i];
        if (c == '-' && name.substr(i, 2) == "->") {
            ++i;
        } else if (c == '<' || c == '(') {
            if (open.empty() && (text.empty() || text.back() == ' ')) {
                return {};
            }
            open += c;
        } else if (c == '>' || c == ')') {
            if (open.empty() || open.back() != (c == '>' ? '<' : '(')) {
                return {};
            }
            open.pop_back();
        } else if (open.empty()) {
            text += c;
        }
    }
    return open.empty() ? text : std::string();
}

/// The last of words with blanks between them, which is the name behind a return type.
std::string_view lastWord(std::string_view text)
{
    constexpr std::string_view kConst = " const";
    text = text.ends_with(kConst) ? text.substr(0, text.size() - kConst.size()) : text;
    const std::size_t blank = text.rfind(' ');
    return blank == std::string_view::npos ? text : text.substr(blank + 1);
}

}  // namespace

std::string plainName(std::string_view name)
{
    std::string_view rest = withoutSuffix(name);
    for (std::string_view shorter = withoutSuffix(rest); shorter.size() < rest.size();
         shorter = withoutSuffix(rest)) {
        rest = shorter;
    }
    constexpr std::string_view kUnnamed = "(anonymous namespace)::";
    std::string whole(rest);
    for (std::size_t at = whole.find(kUnnamed); at != std::string::npos;
         at = whole.find(kUnnamed)) {
        whole.erase(at, kUnnamed.size());
    }
    if (whole.find_first_of("<(") == std::string::npos) {
        return whole;
    }
    const std::string bare = withoutBrackets(whole);
    const std::string_view last = lastWord(bare);
    return last.empty() ? whole : std::string(last);
}

NameShape::NameShape(std::string_view name)
    : m_plain(plainName(name))
    , m_whole(pairsOf(name))
    , m_pairs(pairsOf(m_plain))
{
}

NameShape::Pairs NameShape::pairsOf(std::string_view text)
{
    Pairs pairs;
    std::uint8_t before = 0;
    const auto add = [&](std::uint8_t byte) {
        pairs.push_back(static_cast<std::uint16_t>((before << 8U) | byte));
        before = byte;
    };
    for (const char c : text.substr(0, kMostBytes)) {
        add(static_cast<std::uint8_t>(std::tolower(static_cast<unsigned char>(c))));
    }
    add(0);
    std::ranges::sort(pairs);
    return pairs;
}

double NameShape::dice(const Pairs& a, const Pairs& b)
{
    std::size_t common = 0;
    auto inA = a.begin();
    auto inB = b.begin();
    while (inA != a.end() && inB != b.end()) {
        const bool isInBoth = *inA == *inB;
        common += isInBoth ? 1 : 0;
        const bool isLess = *inA < *inB;
        inA += isInBoth || isLess ? 1 : 0;
        inB += isInBoth || !isLess ? 1 : 0;
    }
    return 2 * static_cast<double>(common) / static_cast<double>(a.size() + b.size());
}

double NameShape::likeness(const NameShape& other) const
{
    constexpr double kMost = 0.999;  // anagrams have all pairs in common
    const double alike = m_plain == other.m_plain
                             ? kSamePlain + (1 - kSamePlain) * dice(m_whole, other.m_whole)
                             : kSamePlain * dice(m_pairs, other.m_pairs);
    return std::min(alike, kMost);
}

double NameShape::mostLikeness(const NameShape& other) const
{
    if (m_plain == other.m_plain) {
        return 1;
    }
    const std::size_t fewer = std::min(m_pairs.size(), other.m_pairs.size());
    return kSamePlain
           * (2 * static_cast<double>(fewer)
              / static_cast<double>(m_pairs.size() + other.m_pairs.size()));
}

}  // namespace vellum::compare
