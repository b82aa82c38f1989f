#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::command_line {

/// Whole numbers from `least` to `most`, both of them allowed.
struct Bounds {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
};

/// An option whose value \p read takes; it returns what the option takes ("a whole number"), where the
/// value is none of that, else nothing.
CLI::Option* addChecked(
    CLI::App& app,
    const std::string& name,
    const std::string& help,
    std::function<std::string(const std::string&)> read);

/// What an option takes, for the sentence of another one.
[[nodiscard]] std::string numberMistake(
    const std::string& text, Bounds bounds, std::uint64_t& value);

template <typename Number>
CLI::Option* addNumber(
    CLI::App& app, const std::string& name, Number& value, Bounds bounds, const std::string& help)
{
    return addChecked(app, name, help, [&value, bounds](const std::string& text) {
        std::uint64_t number = 0;
        std::string mistake = numberMistake(text, bounds, number);
        value = mistake.empty() ? static_cast<Number>(number) : value;
        return mistake;
    });
}

/// A size such as 4G.
CLI::Option* addSize(
    CLI::App& app,
    const std::string& name,
    std::uint64_t& bytes,
    Bounds bounds,
    const std::string& help);

/// Some text; \p what says which, where there is none: "a reference number, a name or a path".
CLI::Option* addText(
    CLI::App& app,
    const std::string& name,
    std::string& value,
    const std::string& what,
    const std::string& help);

/// One of some words.
template <typename Value>
CLI::Option* addChoice(
    CLI::App& app,
    const std::string& name,
    Value& value,
    std::vector<std::pair<std::string, Value>> choices,
    const std::string& help)
{
    return addChecked(
        app, name, help, [&value, choices = std::move(choices)](const std::string& text) {
            std::string words;
            for (std::size_t i = 0; i < choices.size(); ++i) {
                if (choices[i].first == text) {
                    value = choices[i].second;
                    return std::string();
                }
                words += i == 0 ? "" : i + 1 == choices.size() ? " or " : ", ";
                words += choices[i].first;
            }
            return words;
        });
}

/// What is wrong, in one sentence without the program's name.
[[nodiscard]] std::string mistakeOf(const CLI::App& app, const CLI::ParseError& error);

/// The sentence as all programs write it.
[[nodiscard]] std::string wrongUsage(std::string_view program, std::string_view mistake);

}  // namespace vellum::command_line
