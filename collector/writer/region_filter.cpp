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
    Section section = Section::None;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        VELLUM_RETURN_IF_ERROR(filter.parseLine(line.substr(0, line.find('#')), ++number, section));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (section != Section::None) {
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

Result<void> RegionFilter::parseLine(std::string_view line, int number, Section& section)
{
    std::istringstream words{std::string(line)};
    std::string word;
    if (!(words >> word)) {
        return {};
    }
    if (word == "SCOREP_REGION_NAMES_BEGIN" || word == "SCOREP_FILE_NAMES_BEGIN") {
        section = word == "SCOREP_FILE_NAMES_BEGIN" ? Section::Files : Section::Regions;
        return {};
    }
    if (word == "SCOREP_REGION_NAMES_END" || word == "SCOREP_FILE_NAMES_END") {
        section = Section::None;
        return {};
    }
    if (section == Section::None || (word != "INCLUDE" && word != "EXCLUDE")) {
        return badLine(
            number, "expected INCLUDE or EXCLUDE within a section, not \"" + word + "\"");
    }
    Rule rule{.include = word == "INCLUDE"};
    while (words >> word) {
        if (word == "MANGLED") {
            rule.mangled = true;
            continue;
        }
        rule.pattern = word;
        (section == Section::Files ? m_files : m_regions).push_back(rule);
    }
    return {};
}

bool RegionFilter::keeps(
    const std::string& name, const std::string& mangled, const std::string& file) const
{
    bool keep = true;
    for (const Rule& rule : m_files) {
        keep = matches(rule.pattern, file) ? rule.include : keep;
    }
    const std::string shortName = withoutParameters(name);
    for (const Rule& rule : m_regions) {
        const bool matched = rule.mangled
                                 ? matches(rule.pattern, mangled)
                                 : matches(rule.pattern, name) || matches(rule.pattern, shortName);
        keep = matched ? rule.include : keep;
    }
    return keep;
}

}  // namespace vellum::collector::writer
