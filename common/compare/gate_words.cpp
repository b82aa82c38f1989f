#include "common/compare/gate_words.h"

#include "common/base/trimmed.h"
#include "common/time/clock_properties.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <system_error>
#include <utility>

namespace vellum::compare {

namespace {

struct SubjectWord {
    std::string_view word;
    GateSubject subject;
    bool hasName;
};

constexpr std::array kSubjects{
    SubjectWord{"total", GateSubject::Total, false},
    SubjectWord{"length", GateSubject::Length, false},
    SubjectWord{"function", GateSubject::Function, true},
    SubjectWord{"inclusive", GateSubject::Inclusive, true},
    SubjectWord{"group", GateSubject::Group, true},
};

/// Where the rule ends that \p text begins with: at a `;` that is in no quoted name.
std::size_t endOfRule(std::string_view text)
{
    bool isQuoted = false;
    char before = 0;  // the last that is no blank
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool opens = text[i] == '"' && !isQuoted && before == ':';
        isQuoted = opens || (isQuoted && text[i] != '"');
        before = text[i] == ' ' || text[i] == '\t' ? before : text[i];
        if (text[i] == ';' && !isQuoted) {
            return i;
        }
    }
    return text.size();
}

Error wrong(std::string_view rule, const std::string& why)
{
    return {
        .kind = ErrorKind::InvalidArgument,
        .message = "--gate: the rule '" + std::string(rule) + "' " + why};
}

std::string unquoted(std::string_view name)
{
    const bool isQuoted = name.size() > 1 && name.front() == '"' && name.back() == '"';
    return std::string(isQuoted ? name.substr(1, name.size() - 2) : name);
}

/// Sets what \p rule is about. Returns what is wrong, or nothing.
std::string readSubject(std::string_view text, GateRule& rule)
{
    const std::size_t colon = text.find(':');
    const std::string_view word = trimmed(text.substr(0, colon));
    for (const SubjectWord& known : kSubjects) {
        if (known.word != word || known.hasName != (colon != std::string_view::npos)) {
            continue;
        }
        rule.subject = known.subject;
        rule.name = known.hasName ? unquoted(trimmed(text.substr(colon + 1))) : std::string();
        return known.hasName && rule.name.empty()
                   ? "names nothing behind '" + std::string(word) + ":'"
                   : std::string();
    }
    return "is about total, length, function:NAME, inclusive:NAME or group:NAME, not '"
           + std::string(text) + "'";
}

std::optional<double> percentOf(std::string_view text)
{
    text.remove_suffix(1);  // the sign of per cent
    text = trimmed(text);
    const bool isSigned = text.starts_with('+');  // from_chars knows no such sign
    text.remove_prefix(isSigned ? 1 : 0);
    if (isSigned && text.starts_with('-')) {
        return std::nullopt;
    }
    double percent = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), percent);
    const bool isWhole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    return isWhole && std::isfinite(percent) && percent >= -100 ? std::optional(percent)
                                                                : std::nullopt;
}

/// Reads how far it may change. Returns what is wrong with it, or nothing.
std::string readLimit(std::string_view text, GateRule& rule)
{
    std::string mistake =
        "has a limit with a sign, such as +3%, -1.5% or +20ms, not '" + std::string(text) + "'";
    if (text.empty() || (text.front() != '+' && text.front() != '-')) {
        return mistake;
    }
    rule.isRelative = text.back() == '%';
    if (rule.isRelative) {
        const auto percent = percentOf(text);
        rule.percent = percent.value_or(0);
        return percent ? std::string() : mistake;
    }
    // Ticks are of the clock of one trace, and these are two.
    const auto ns = text.back() == 't' ? std::nullopt : parseTick(text, ClockProperties{});
    rule.ns = ns.value_or(0);
    return ns ? std::string() : mistake;
}

Result<GateRule> parseRule(std::string_view text)
{
    const std::size_t sign = text.rfind('<');  // names of templates have some, limits have none
    if (sign == std::string_view::npos) {
        return wrong(text, "has no '<': a rule is WHAT<LIMIT, such as total<+3%");
    }
    GateRule rule{.text = std::string(text)};
    std::string_view limit = text.substr(sign + 1);
    rule.mayBeEqual = limit.starts_with('=');
    limit.remove_prefix(rule.mayBeEqual ? 1 : 0);
    std::string mistake = readSubject(trimmed(text.substr(0, sign)), rule);
    mistake = mistake.empty() ? readLimit(trimmed(limit), rule) : std::move(mistake);
    if (!mistake.empty()) {
        return wrong(text, mistake);
    }
    return rule;
}

}  // namespace

Result<std::vector<GateRule>> parseGate(std::string_view text)
{
    std::vector<GateRule> rules;
    while (!text.empty()) {
        const std::size_t end = endOfRule(text);
        const std::string_view one = trimmed(text.substr(0, end));
        text.remove_prefix(end < text.size() ? end + 1 : end);
        if (one.empty()) {
            continue;
        }
        auto rule = parseRule(one);
        VELLUM_RETURN_IF_ERROR(rule);
        rules.push_back(std::move(rule).value());
    }
    if (rules.empty()) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "--gate has no rule: one is WHAT<LIMIT, such as total<+3%"};
    }
    return rules;
}

}  // namespace vellum::compare
