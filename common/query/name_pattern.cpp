#include "common/query/name_pattern.h"

#include <algorithm>

namespace vellum::query {

namespace {

constexpr std::size_t kMostBytes = 500;  // a search takes no pattern of any length

/// With no letter cut in two.
std::string_view beginOf(std::string_view utf8)
{
    std::size_t end = std::min(utf8.size(), kMostBytes);
    while (end > 0 && end < utf8.size()
           && (static_cast<unsigned char>(utf8[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return utf8.substr(0, end);
}

}  // namespace

std::string patternOfBegin(std::string_view begin)
{
    constexpr std::string_view kSpecial = R"(\^$.|?*+()[]{}/-)";
    std::string pattern = "^";
    for (const char c : beginOf(begin)) {
        if (kSpecial.find(c) != std::string_view::npos) {
            pattern += '\\';
        }
        pattern += c;
    }
    return pattern;
}

std::string patternOfName(std::string_view name)
{
    const std::string begin = patternOfBegin(name);
    return beginOf(name).size() < name.size() ? begin : begin + '$';
}

}  // namespace vellum::query
