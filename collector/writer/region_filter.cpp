#include "collector/writer/region_filter.h"

#include <fnmatch.h>

#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace vellum::collector::writer {

namespace {

bool matches(const std::string& pattern, const std::string& text)
{
    return ::fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

std::string withoutParameters(const std::string& name)
{
    // "(anonymous namespace)::f(int)" and "operator()(int)" have parentheses that are no parameters.
    if (name.empty() || (name.back() != ')' && !name.ends_with(") const"))) {
        return name;
    }
    int depth = 0;
    for (std::size_t i = name.rfind(')') + 1; i-- > 0;) {
        depth += name[i] == ')' ? 1 : 0;
        depth -= name[i] == '(' ? 1 : 0;
        if (depth == 0) {
            return name.substr(0, i);
        }
    }
    return name;
}

/// The words of a line up to its comment. Behind a backslash a blank or `#` is part of its word; the backslash stays, since
/// patterns have it, too.
std::vector<std::string> filterWords(std::string_view line)
{
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char letter = line[i];
        if (letter == '\\' && i + 1 < line.size()) {
            words.back().append(line.substr(i++, 2));
        } else if (letter == '#') {
            break;
        } else if (std::string_view(" \t\r").find(letter) == std::string_view::npos) {
            words.back() += letter;
        } else if (!words.back().empty()) {
            words.emplace_back();
        }
    }
    if (words.back().empty()) {
        words.pop_back();
    }
    return words;
}

Error badLine(int number, const std::string& fact)
{
    return {
        .kind = ErrorKind::InvalidArgument,
        .message = "line " + std::to_string(number) + ": " + fact};
}

}  // namespace

Result<RegionFilter> RegionFilter::parse(std::string_view text)
{
    RegionFilter filter;
    Place place;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        ++number;
        VELLUM_RETURN_IF_ERROR(filter.parseLine(text.substr(0, end), number, place));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (place.block != nullptr) {
        return badLine(number, "the section begun is not ended");
    }
    return filter;
}

Result<RegionFilter> RegionFilter::read(const std::string& path)
{
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) {
        return Error{.kind = ErrorKind::NotFound, .message = "filter " + path + " cannot be read"};
    }
    Result<RegionFilter> filter = parse(text);
    if (!filter.isOk()) {
        return Error{
            .kind = filter.error().kind,
            .message = "filter " + path + ", " + filter.error().message};
    }
    return filter;
}

Result<void> RegionFilter::parseLine(std::string_view line, int number, Place& place)
{
    for (const std::string& word : filterWords(line)) {
        VELLUM_RETURN_IF_ERROR(parseWord(word, number, place));
    }
    return {};
}

Result<void> RegionFilter::parseWord(const std::string& word, int number, Place& place)
{
    const bool isOfFiles = word.starts_with("SCOREP_FILE_NAMES_");
    if (word == "SCOREP_REGION_NAMES_BEGIN" || word == "SCOREP_FILE_NAMES_BEGIN") {
        if (place.block != nullptr) {
            return badLine(number, word + " within a section");
        }
        place = {.block = isOfFiles ? &m_files : &m_regions};
        return {};
    }
    if (word == "SCOREP_REGION_NAMES_END" || word == "SCOREP_FILE_NAMES_END") {
        if (place.block != (isOfFiles ? &m_files : &m_regions)) {
            return badLine(number, word + " without its begin");
        }
        place = {};
        return {};
    }
    if (place.block != nullptr && (word == "INCLUDE" || word == "EXCLUDE")) {
        place.isRule = true;
        place.rule = {.include = word == "INCLUDE"};
        return {};
    }
    if (!place.isRule) {
        return badLine(
            number, "expected INCLUDE or EXCLUDE within a section, not \"" + word + "\"");
    }
    if (word == "MANGLED" || word == "DEMANGLED") {
        if (place.block == &m_files) {
            return badLine(number, word + " is for names of regions");
        }
        place.rule.mangled = word == "MANGLED";
        return {};
    }
    Rule rule = place.rule;
    rule.pattern = word;
    place.block->push_back(std::move(rule));
    return {};
}

bool RegionFilter::keeps(
    const std::string& name, const std::string& mangled, const std::string& file) const
{
    bool keepsFile = true;
    for (const Rule& rule : m_files) {
        keepsFile = !file.empty() && matches(rule.pattern, file) ? rule.include : keepsFile;
    }
    bool keeps = true;
    const std::string shortName = withoutParameters(name);
    for (const Rule& rule : m_regions) {
        const bool matched = rule.mangled && !mangled.empty()
                                 ? matches(rule.pattern, mangled)
                                 : matches(rule.pattern, name) || matches(rule.pattern, shortName);
        keeps = matched ? rule.include : keeps;
    }
    return keepsFile && keeps;
}

}  // namespace vellum::collector::writer
