#include "common/compare/gate.h"

#include "common/time/clock_properties.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace vellum::compare {

namespace {

using table::column;
using table::Column;
using table::Unit;

double ratioOf(const GateFinding& finding)
{
    return finding.a == 0 ? std::numeric_limits<double>::quiet_NaN()
                          : static_cast<double>(finding.b) / static_cast<double>(finding.a);
}

constexpr std::string_view kOutcomes[] = {"kept", "not-comparable", "broken"};

constexpr Column kFinding[] = {
    column<&GateFinding::rule>({.name = "rule", .says = "as typed"}),
    column<&GateFinding::outcome>(
        {.name = "outcome", .says = "whether it holds", .words = kOutcomes}),
    column<&GateFinding::a>(
        {.name = "a", .says = "what it is about, in A", .unit = Unit::Nanoseconds}),
    column<&GateFinding::b>(
        {.name = "b", .says = "what it is about, in B", .unit = Unit::Nanoseconds}),
    column<&GateFinding::difference>(
        {.name = "difference", .says = "B - A", .unit = Unit::Nanoseconds}),
    table::derived<&ratioOf>({.name = "ratio", .says = "B / A", .unit = Unit::Ratio}),
    column<&GateFinding::says>({.name = "says", .says = "a sentence", .isDetail = true})};

constexpr Column kFindings[] = {
    column<&GateFindings::outcome>(
        {.name = "outcome", .says = "broken if any rule is", .words = kOutcomes}),
    column<&GateFindings::rules>({.name = "rules", .says = "in the order typed"})};

std::optional<std::int64_t> costIn(const GateRule& rule, const Run& run)
{
    switch (rule.subject) {
    case GateSubject::Total:
        return totalNs(run);
    case GateSubject::Length:
        return run.facts.lengthNs;
    case GateSubject::Function:
    case GateSubject::Inclusive:
    case GateSubject::Group:
        break;
    }
    const Cost* cost =
        findCost(rule.subject == GateSubject::Group ? run.groups : run.functions, rule.name);
    if (cost == nullptr) {
        return std::nullopt;
    }
    return rule.subject == GateSubject::Inclusive ? cost->inclusiveNs : cost->exclusiveNs;
}

bool holds(const GateRule& rule, const GateFinding& change)
{
    const auto difference = static_cast<long double>(change.difference);
    const auto a = static_cast<long double>(change.a);
    if (!rule.isRelative) {
        return change.difference < rule.ns || (rule.mayBeEqual && change.difference == rule.ns);
    }
    if (change.a == 0 && change.difference == 0) {
        return rule.percent > 0 || (rule.mayBeEqual && rule.percent == 0);
    }
    const long double changed = difference * 100;
    const long double allowed = static_cast<long double>(rule.percent) * a;
    return change.a != 0 && (changed < allowed || (rule.mayBeEqual && changed == allowed));
}

std::string withSign(std::int64_t ns)
{
    return (ns > 0 ? "+" : "") + formatDuration(ns, ClockProperties{});
}

/// ", +3.1 %"; empty where A has none of it.
std::string relativeOf(const GateFinding& change)
{
    if (change.a == 0) {
        return {};
    }
    constexpr int kDigits = 2;
    const double percent =
        100 * static_cast<double>(change.difference) / static_cast<double>(change.a);
    std::array<char, 400> buffer{};
    const auto end = std::to_chars(
                         buffer.data(),
                         buffer.data() + buffer.size(),
                         percent,
                         std::chars_format::fixed,
                         kDigits)
                         .ptr;
    return (percent > 0 ? ", +" : ", ") + std::string(buffer.data(), end) + " %";
}

std::string changeOf(const GateFinding& change)
{
    const ClockProperties clock;
    return formatDuration(change.a, clock) + " in A, " + formatDuration(change.b, clock)
           + " in B, a change of " + withSign(change.difference) + relativeOf(change);
}

std::string missingOf(const GateRule& rule, bool isInA, bool isInB)
{
    const std::string what =
        (rule.subject == GateSubject::Group ? "group '" : "function '") + rule.name + "'";
    return isInA   ? "B has no " + what
           : isInB ? "A has no " + what
                   : "neither A nor B has a " + what;
}

GateFinding findingOf(const GateRule& rule, const Run& a, const Run& b)
{
    const auto inA = costIn(rule, a);
    const auto inB = costIn(rule, b);
    const std::string begin = "the rule '" + rule.text + "' ";
    GateFinding finding{.rule = rule.text, .a = inA.value_or(0), .b = inB.value_or(0)};
    finding.difference = subtractNs(finding.b, finding.a);
    if (!inA || !inB) {
        finding.outcome = GateOutcome::NotComparable;
        finding.says =
            begin + "cannot be checked: " + missingOf(rule, inA.has_value(), inB.has_value());
        return finding;
    }
    const bool isKept = holds(rule, finding);
    finding.outcome = isKept ? GateOutcome::Kept : GateOutcome::Broken;
    finding.says = begin + (isKept ? "is kept: " : "is broken: ") + changeOf(finding);
    return finding;
}

}  // namespace

constinit const table::Schema GateFinding::kSchema =
    table::schemaOf<GateFinding>("gate-finding", kFinding);
constinit const table::Schema GateFindings::kSchema =
    table::schemaOf<GateFindings>("gate", kFindings);

GateFindings checkGate(std::span<const GateRule> rules, const Run& a, const Run& b)
{
    GateFindings findings;
    for (const GateRule& rule : rules) {
        findings.rules.push_back(findingOf(rule, a, b));
        findings.outcome = std::max(findings.outcome, findings.rules.back().outcome);
    }
    return findings;
}

}  // namespace vellum::compare
