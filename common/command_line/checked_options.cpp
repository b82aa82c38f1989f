#include "common/command_line/checked_options.h"

#include "common/base/number_text.h"

#include <charconv>
#include <system_error>

namespace vellum::command_line {

namespace {

std::string rangeOf(Bounds bounds)
{
    return bounds.most == std::numeric_limits<std::uint64_t>::max()
               ? " of at least " + grouped(bounds.least)
               : " from " + grouped(bounds.least) + " to " + grouped(bounds.most);
}

bool isKind(const CLI::ParseError& error, CLI::ExitCodes kind)
{
    return error.get_exit_code() == static_cast<int>(kind);
}

}  // namespace

CLI::Option* addChecked(
    CLI::App& app,
    const std::string& name,
    const std::string& help,
    std::function<std::string(const std::string&)> read)
{
    const std::string shown = name.substr(name.find("--"));
    return app.add_option_function<std::string>(
        name,
        [shown, read = std::move(read)](const std::string& text) {
            const std::string expected = read(text);
            if (!expected.empty()) {
                throw CLI::ValidationError(shown + " takes " + expected + ", not '" + text + "'");
            }
        },
        help);
}

std::string numberMistake(const std::string& text, Bounds bounds, std::uint64_t& value)
{
    const char* end = text.data() + text.size();
    const auto [rest, failure] = std::from_chars(text.data(), end, value);
    const bool isGood = failure == std::errc{} && rest == end && !text.empty()
                        && value >= bounds.least && value <= bounds.most;
    return isGood ? std::string() : "a whole number" + rangeOf(bounds);
}

CLI::Option* addSize(
    CLI::App& app,
    const std::string& name,
    std::uint64_t& bytes,
    Bounds bounds,
    const std::string& help)
{
    return addChecked(app, name, help, [&bytes, bounds](const std::string& text) {
        const auto size = parseByteSize(text);
        if (!size || *size < bounds.least || *size > bounds.most) {
            return "a size such as 64M or 4G, at least " + byteText(bounds.least);
        }
        bytes = *size;
        return std::string();
    });
}

CLI::Option* addText(
    CLI::App& app,
    const std::string& name,
    std::string& value,
    const std::string& what,
    const std::string& help)
{
    return addChecked(app, name, help, [&value, what](const std::string& text) {
        value = text;
        return text.empty() ? what : std::string();
    });
}

std::string mistakeOf(const CLI::App& app, const CLI::ParseError& error)
{
    std::string text = error.what();
    if (isKind(error, CLI::ExitCodes::ExtrasError)) {
        const auto words = app.remaining();
        const std::string word = words.empty() ? text : words.front();
        return word.starts_with('-') ? "there is no option '" + word + "'"
                                     : "there is one argument too many: '" + word + "'";
    }
    if (isKind(error, CLI::ExitCodes::ArgumentMismatch)) {
        return text.substr(0, text.find(':')) + " needs a value";
    }
    if (isKind(error, CLI::ExitCodes::RequiredError)) {
        return text.substr(0, text.find(' ')) + " is missing";
    }
    return text;
}

std::string wrongUsage(std::string_view program, std::string_view mistake)
{
    return std::string(program) + ": " + std::string(mistake) + "; see --help";
}

}  // namespace vellum::command_line
