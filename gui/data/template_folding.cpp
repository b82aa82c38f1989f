#include "gui/data/template_folding.h"

#include "common/base/trimmed.h"
#include "gui/data/wording.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace vellum::gui::data {

namespace {

constexpr std::string_view kEllipsis = "…";
constexpr std::size_t kMostToFold = 4096;
constexpr std::size_t kMostOfArgument = 24;
constexpr std::size_t kMostOfList = 48;
constexpr std::string_view kOperator = "operator";

bool isOfWord(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

/// Whether the bracket at \p at begins a list of arguments: it stands behind a word that is not `operator`.
bool opensList(std::string_view name, std::size_t at)
{
    return name[at] == '<' && at > 0 && isOfWord(name[at - 1])
           && !name.substr(0, at).ends_with(kOperator);
}

/// Steps through a text and knows how deep in brackets of any kind it is.
class Depth {
public:
    /// \param before  the letter in front of it
    void take(char letter, char before)
    {
        if (letter == '(' || letter == '{' || letter == '[') {
            ++m_round;
        } else if (letter == ')' || letter == '}' || letter == ']') {
            --m_round;
        } else if (m_round == 0 && letter == '<') {
            ++m_angle;
        } else if (m_round == 0 && letter == '>' && before != '-') {
            --m_angle;
        }
    }
    [[nodiscard]] bool isOutside() const { return m_round == 0 && m_angle == 0; }
    [[nodiscard]] bool isBroken() const { return m_round < 0 || m_angle < 0; }

private:
    int m_round = 0;
    int m_angle = 0;
};

/// Where the list that begins at \p open ends, npos if it does not.
std::size_t closeOf(std::string_view name, std::size_t open)
{
    Depth depth;
    for (std::size_t i = open; i < name.size(); ++i) {
        depth.take(name[i], i == 0 ? '\0' : name[i - 1]);
        if (depth.isOutside()) {
            return i;
        }
        if (depth.isBroken()) {
            break;
        }
    }
    return std::string_view::npos;
}

std::vector<std::string_view> argumentsOf(std::string_view list)
{
    std::vector<std::string_view> arguments;
    Depth depth;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
        depth.take(list[i], i == 0 ? '\0' : list[i - 1]);
        if (depth.isOutside() && list[i] == ',') {
            arguments.push_back(trimmed(list.substr(begin, i - begin)));
            begin = i + 1;
        }
    }
    arguments.push_back(trimmed(list.substr(begin)));
    return arguments;
}

/// `(int)4` is `4`, `(ns::Kind)2` is `2`.
std::string_view withoutCast(std::string_view argument)
{
    const std::size_t end = argument.starts_with('(') ? argument.find(')') : std::string_view::npos;
    const bool isCast = end != std::string_view::npos && end + 1 < argument.size()
                        && (std::isdigit(static_cast<unsigned char>(argument[end + 1])) != 0
                            || argument[end + 1] == '-');
    return isCast ? argument.substr(end + 1) : argument;
}

/// `at::native::add` is `add`; what stands in brackets keeps its own.
std::string_view withoutNamespaces(std::string_view argument)
{
    Depth depth;
    std::size_t begin = 0;
    for (std::size_t i = 0; i + 1 < argument.size(); ++i) {
        depth.take(argument[i], i == 0 ? '\0' : argument[i - 1]);
        if (depth.isOutside() && argument[i] == ':' && argument[i + 1] == ':') {
            begin = i + 2;
        }
    }
    return argument.substr(begin);
}

std::size_t lettersOf(std::string_view utf8)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(utf8, [](char byte) { return (byte & 0xC0) != 0x80; }));
}

std::string foldArgument(std::string_view argument)
{
    const std::string_view name = withoutNamespaces(withoutCast(argument));
    std::string folded;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const std::size_t close = opensList(name, i) ? closeOf(name, i) : std::string_view::npos;
        if (close == std::string_view::npos) {
            folded += name[i];
            continue;
        }
        folded += '<';
        folded += kEllipsis;
        folded += '>';
        i = close;
    }
    if (lettersOf(folded) > kMostOfArgument) {
        folded.resize(beginOf(folded, std::min(folded.find(kEllipsis), kMostOfArgument)).size());
        folded += kEllipsis;
    }
    return folded;
}

std::string foldList(std::string_view list)
{
    std::string folded = "<";
    bool isFirst = true;
    for (const std::string_view argument : argumentsOf(list)) {
        const std::string next = foldArgument(argument);
        if (!isFirst && lettersOf(folded) + lettersOf(next) > kMostOfList) {
            folded += ", ";
            folded += kEllipsis;
            break;
        }
        folded += isFirst ? "" : ", ";
        folded += next;
        isFirst = false;
    }
    return folded + '>';
}

}  // namespace

std::string foldTemplates(std::string_view name)
{
    if (name.size() > kMostToFold) {
        return std::string(name);
    }
    std::string folded;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!opensList(name, i)) {
            folded += name[i];
            continue;
        }
        const std::size_t close = closeOf(name, i);
        if (close == std::string_view::npos) {
            return std::string(name);
        }
        folded += foldList(name.substr(i + 1, close - i - 1));
        i = close;
    }
    return folded;
}

std::string_view withoutReturnType(std::string_view name)
{
    if (!name.ends_with('>') || name.find(kOperator) != std::string_view::npos) {
        return name;
    }
    Depth depth;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        depth.take(name[i], i == 0 ? '\0' : name[i - 1]);
        if (depth.isBroken()) {
            return name;
        }
        if (depth.isOutside() && name[i] == ' ') {
            begin = i + 1;
        }
    }
    return depth.isOutside() ? name.substr(begin) : name;
}

}  // namespace vellum::gui::data
