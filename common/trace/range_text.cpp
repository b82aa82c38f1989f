#include "common/trace/range_text.h"

#include <algorithm>
#include <string>

namespace vellum {

namespace {

constexpr std::string_view kArguments[] = {"seq", "op_id", "sizes", "input_op_ids"};

struct Found {
    std::size_t at = std::string_view::npos;  ///< of the comma before it
    std::string_view name;
};

/// The first argument at \p from or behind it.
Found nextArgument(std::string_view text, std::size_t from)
{
    Found first;
    for (const std::string_view name : kArguments) {
        const std::string pattern = ", " + std::string(name) + " = ";
        const std::size_t at = text.find(pattern, from);
        if (at < first.at) {
            first = {.at = at, .name = name};
        }
    }
    return first;
}

}  // namespace

RangeText splitRangeText(std::string_view text)
{
    Found argument = nextArgument(text, 0);
    RangeText result{.name = text.substr(0, argument.at)};
    while (argument.at != std::string_view::npos) {
        const std::size_t value = argument.at + argument.name.size() + 5;  // ", " and " = "
        const Found next = nextArgument(text, value);
        result.arguments.emplace_back(
            argument.name, text.substr(value, std::min(next.at, text.size()) - value));
        argument = next;
    }
    return result;
}

}  // namespace vellum
