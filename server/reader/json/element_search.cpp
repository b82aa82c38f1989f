#include "server/reader/json/element_search.h"

#include "server/reader/json/json_text.h"

#include <algorithm>
#include <array>

namespace vellum::server::reader::json {

namespace {

/// Whether \p text begins with a key that events have, in quotes.
bool beginsWithEventKey(std::string_view text)
{
    constexpr std::array<std::string_view, 9> kKeys = {
        "\"ph\"",
        "\"name\"",
        "\"cat\"",
        "\"pid\"",
        "\"tid\"",
        "\"ts\"",
        "\"dur\"",
        "\"id\"",
        "\"args\""};
    return std::ranges::any_of(
        kKeys, [text](std::string_view key) { return text.starts_with(key); });
}

}  // namespace

std::size_t lastElementEnd(std::string_view text)
{
    std::size_t at = text.size();
    while (at > 0) {
        const std::size_t comma = text.rfind(',', at - 1);
        if (comma == std::string_view::npos) {
            return 0;
        }
        const std::size_t after = text.find_first_not_of(kSpace, comma + 1);
        const std::size_t before = text.find_last_not_of(kSpace, comma == 0 ? 0 : comma - 1);
        if (after != std::string_view::npos && text[after] == '{'
            && before != std::string_view::npos && text[before] == '}') {
            return before + 1;
        }
        at = comma;
    }
    return 0;
}

bool beginsElement(std::string_view text)
{
    const std::size_t key = text.find_first_not_of(kSpace, 1);
    return text.starts_with('{') && key != std::string_view::npos
           && beginsWithEventKey(text.substr(key));
}

bool standsBehindElement(std::string_view text, std::size_t at)
{
    const auto before = [text](std::size_t end) {
        return end == 0 ? std::string_view::npos : text.find_last_not_of(kSpace, end - 1);
    };
    const std::size_t comma = before(at);
    const std::size_t end = comma == std::string_view::npos || text[comma] != ','
                                ? std::string_view::npos
                                : before(comma);
    return end != std::string_view::npos && text[end] == '}';
}

std::size_t nextElementBegin(std::string_view text)
{
    std::size_t brace = text.find('{', 1);
    while (brace != std::string_view::npos
           && !(standsBehindElement(text, brace) && beginsElement(text.substr(brace)))) {
        brace = text.find('{', brace + 1);
    }
    return brace;
}

}  // namespace vellum::server::reader::json
