#include "common/query/values_search.h"

#include "common/query/filter_words.h"
#include "common/table/access.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace vellum::query {

namespace {

Error mistake(const std::string& fact)
{
    return {.kind = ErrorKind::InvalidArgument, .message = "values: " + fact};
}

/// Takes a value from the front of \p text, up to a comma; nothing where its quotes do not end.
std::optional<std::string> takeValue(std::string_view& text)
{
    if (!text.starts_with('"')) {
        const std::size_t end = std::min(text.find(','), text.size());
        std::string value(text.substr(0, end));
        text.remove_prefix(end);
        return value;
    }
    std::string value;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') {
            text.remove_prefix(i + 1);
            return value;
        }
        i += text[i] == '\\' && i + 1 < text.size() ? 1U : 0U;
        value += text[i];
    }
    return std::nullopt;
}

bool isOption(const table::Column& column)
{
    return column.name != "first";
}

Result<void> set(ValuesOperationsQuestion& question, std::string_view name, std::string value)
{
    const table::Column* option = table::find(ValuesOperationsQuestion::kSchema, name);
    if (option == nullptr || !isOption(*option)) {
        return mistake(
            "'" + std::string(name) + "' is none of object, line, function, pattern, access");
    }
    if (option->words.empty()) {
        *static_cast<std::string*>(table::mutableIn(*option, &question)) = std::move(value);
        return {};
    }
    const auto word = std::ranges::find(option->words, value);
    if (word == option->words.end()) {
        return mistake("'" + value + "' is no " + std::string(name));
    }
    table::setWhole(*option, &question, static_cast<std::uint64_t>(word - option->words.begin()));
    return {};
}

std::string quoted(const std::string& text)
{
    std::string result = "\"";
    for (const char letter : text) {
        if (letter == '"' || letter == '\\') {
            result += '\\';
        }
        result += letter;
    }
    return result + '"';
}

}  // namespace

Result<std::optional<ValuesOperationsQuestion>> parseValuesSearch(std::string_view pattern)
{
    if (!pattern.starts_with(kValuesPrefix)) {
        return std::optional<ValuesOperationsQuestion>();
    }
    pattern.remove_prefix(kValuesPrefix.size());
    ValuesOperationsQuestion question;
    while (true) {
        const std::size_t equals = pattern.find('=');
        if (equals == std::string_view::npos) {
            return mistake(
                "goes on with NAME=VALUE, for instance values:object=cells,pattern=silent-store");
        }
        const std::string_view name = pattern.substr(0, equals);
        pattern.remove_prefix(equals + 1);
        auto value = takeValue(pattern);
        if (!value || !(pattern.empty() || pattern.starts_with(','))) {
            return mistake(
                "the quotes of " + std::string(name)
                + " do not end, or something stands behind them");
        }
        VELLUM_RETURN_IF_ERROR(set(question, name, std::move(*value)));
        if (pattern.empty()) {
            return std::optional(question);
        }
        pattern.remove_prefix(1);
    }
}

std::string valuesSearchOf(const ValuesOperationsQuestion& question)
{
    std::string pattern;
    for (const table::Column& option : ValuesOperationsQuestion::kSchema.columns) {
        std::string value;
        if (!isOption(option)) {
            continue;
        }
        if (option.words.empty()) {
            const std::string& text = table::textAt(option, &question);
            value = text.empty() ? std::string() : quoted(text);
        } else if (const std::uint64_t word = table::wholeAt(option, &question); word != 0) {
            value = option.words[word];
        }
        if (!value.empty()) {
            pattern.append(pattern.empty() ? kValuesPrefix : ",").append(option.name);
            pattern.append("=").append(value);
        }
    }
    return pattern;
}

ValuesOperationsQuestion operationsBehind(const ValuesPatternRow& row)
{
    return {
        .object = row.object,
        .line = row.line,
        .function = row.function,
        .pattern = row.pattern,
        .access = row.access};
}

ValuesOperationsQuestion operationsBehind(ValuesBy by, const ValuesSummaryRow& row)
{
    switch (by) {
    case ValuesBy::Object:
        return {.object = row.name};
    case ValuesBy::Site:
        return {.object = row.where, .line = row.name};
    case ValuesBy::Line:
        return {.line = row.name, .function = row.where};
    case ValuesBy::Function:
        return {.function = row.name};
    case ValuesBy::Location:
    case ValuesBy::Kind:
        break;
    }
    return {};
}

}  // namespace vellum::query
