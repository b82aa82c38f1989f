#include "common/compare/measurement.h"

#include "common/base/valid_utf8.h"
#include "common/query/call_path.h"
#include "common/query/duration_summary.h"
#include "common/query/names.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace vellum::compare {

namespace {

using query::DurationSummary;
using query::DurationSummaryBy;
using query::DurationSummaryQuestion;
using query::GroupBy;

/// How many significant bits of a duration are asked for: first ten, and seven if the server says that the answer would be
/// too large. Not fewer: with seven a duration is off by 0.4 % at most, and changes are reported from 1 % on.
constexpr std::array<std::uint32_t, 2> kPrecisions{10, 7};

/// The durations of an answer; none if it is null, which it is where they were too many for any precision.
const DurationSummary& summaryOf(const std::shared_ptr<const query::Answer>& answer)
{
    static const DurationSummary kNoDurations;
    const auto* table = answer == nullptr ? nullptr : std::get_if<query::Table>(answer.get());
    const auto* summary = table == nullptr ? nullptr : table->answer.as<DurationSummary>();
    return summary == nullptr ? kNoDurations : *summary;
}

/// Whether an answer is of the kind that was asked for.
bool isMeant(const query::Answer& answer, const query::Request& request)
{
    if (std::holds_alternative<query::ProfileRequest>(request)) {
        return std::holds_alternative<query::Profile>(answer);
    }
    if (std::holds_alternative<query::CallTreeRequest>(request)) {
        return std::holds_alternative<query::CallTree>(answer);
    }
    const auto* table = std::get_if<query::Table>(&answer);
    return table != nullptr && table->answer.as<DurationSummary>() != nullptr;
}

std::uint64_t ranksOf(const Definitions& definitions, const query::Scope& scope)
{
    const std::unordered_set<LocationRef> chosen(scope.locations.begin(), scope.locations.end());
    std::unordered_set<LocationGroupRef> groups;
    for (const Location& location : definitions.locations) {
        if (location.type == LocationType::CpuThread
            && (chosen.empty() || chosen.contains(location.ref))) {
            groups.insert(location.group);
        }
    }
    return groups.size();
}

}  // namespace

RunFacts factsOf(
    const query::TraceInfo& info, const Definitions& definitions, const query::Scope& scope)
{
    RunFacts facts;
    facts.format = info.format;
    facts.locations = scope.locations.empty() ? info.locations : scope.locations.size();
    facts.locationGroups = info.locationGroups;
    facts.ranks = ranksOf(definitions, scope);
    facts.ticksPerSecond = definitions.clock.ticksPerSecond;
    facts.lengthNs = definitions.clock.toNanoseconds(scope.window.length());
    facts.isDamaged = std::ranges::any_of(info.importReport, [](const auto& entry) {
        return entry.severity == query::Severity::Error;
    });
    return facts;
}

Measurement::Measurement(
    std::shared_ptr<const Definitions> definitions,
    query::Scope scope,
    RunFacts facts,
    bool withPaths)
    : m_definitions(std::move(definitions))
    , m_scope(std::move(scope))
    , m_facts(std::move(facts))
    , m_wantsPaths(withPaths)
{
}

bool Measurement::isDurations(Step step)
{
    return step == DurationsByRegion || step == DurationsByPath;
}

std::optional<query::Request> Measurement::next() const
{
    if ((m_taken >= PathTree && !m_wantsPaths && !m_wantsTree)
        || (m_taken >= DurationsByPath && !m_wantsPaths)) {
        return std::nullopt;
    }
    switch (static_cast<Step>(m_taken)) {
    case DurationsByRegion:
    case DurationsByPath:
        return query::TableRequest{
            .scope = m_scope,
            .asked = table::Value::of(DurationSummaryQuestion{
                .by = m_taken == DurationsByPath ? DurationSummaryBy::CallPath
                                                 : DurationSummaryBy::Region,
                .precision = kPrecisions.at(m_try)})};
    case ProfileByRegion:
        return query::ProfileRequest{.scope = m_scope, .by = GroupBy::Region};
    case ProfileByGroup:
        return query::ProfileRequest{.scope = m_scope, .by = GroupBy::FunctionGroup};
    case PathTree:
        return query::CallTreeRequest{.scope = m_scope};
    case StepCount:
        break;
    }
    return std::nullopt;
}

Result<void> Measurement::take(std::shared_ptr<const query::Answer> answer, const Error& error)
{
    const auto asked = next();
    if (!asked) {
        return {};
    }
    const auto step = static_cast<Step>(m_taken);
    if (answer == nullptr) {
        if (!isDurations(step) || error.kind != ErrorKind::ResourceExhausted) {
            return error;
        }
        if (++m_try < kPrecisions.size()) {
            return {};  // asked again, less precisely
        }
    } else if (!isMeant(*answer, *asked)) {
        return Error{
            .kind = ErrorKind::Internal, .message = "the answer is of another kind than asked for"};
    }
    m_tries.at(step) = m_try;
    m_answers.at(step) = std::move(answer);
    m_try = 0;
    ++m_taken;
    passLeftOut();
    return {};
}

void Measurement::leaveOutDurations()
{
    m_wantsDurations = false;
    passLeftOut();
}

void Measurement::passLeftOut()
{
    while (!m_wantsDurations && isDurations(static_cast<Step>(m_taken))) {
        ++m_taken;
    }
}

Measurement::Durations Measurement::durations(Step step) const
{
    return {
        .answer = m_answers.at(step),
        .precision = kPrecisions.at(std::min(m_tries.at(step), kPrecisions.size() - 1))};
}

Costs Measurement::profileCosts(Step step, GroupBy by) const
{
    const Definitions& definitions = *m_definitions;
    const auto nameOfRow = [&](std::uint64_t key) {
        // As a baseline file has it: else a name that is no UTF-8 would fit none of its rows.
        return validUtf8(
            query::keyName(definitions, {.value = static_cast<std::uint32_t>(key)}, by));
    };
    const auto nameOfRegion = [&](std::uint64_t ref) {
        const auto* region = definitions.find(RegionRef(static_cast<std::uint32_t>(ref)));
        return by == GroupBy::Region || region == nullptr
                   ? nameOfRow(ref)
                   : nameOfRow(static_cast<std::uint64_t>(region->group));
    };
    const Durations byRegion = durations(DurationsByRegion);
    return costsOf(
        std::get<query::Profile>(*m_answers.at(step)),
        nameOfRow,
        summaryOf(byRegion.answer),
        byRegion.precision,
        nameOfRegion,
        definitions.clock);
}

/// Joined paths are long: they are made where they are names of rows.
void Measurement::addTree(Run& run) const
{
    const auto& tree = std::get<query::CallTree>(*m_answers.at(PathTree));
    std::vector<std::string> names;
    std::vector<std::string> paths;
    names.reserve(tree.nodes.size());
    paths.reserve(tree.nodes.size());
    query::CallPath path;
    for (const auto& node : tree.nodes) {
        names.push_back(validUtf8(query::regionName(*m_definitions, node.region)));
        if (m_wantsPaths) {
            path.enter(node.depth, names.back());
            paths.push_back(path.joined());
        }
    }
    if (m_wantsPaths) {
        const Durations byPath = durations(DurationsByPath);
        run.paths =
            costsOf(tree, paths, summaryOf(byPath.answer), byPath.precision, m_definitions->clock);
    }
    if (m_wantsTree) {
        run.pathNodes = pathNodesOf(tree, names, m_wantsPaths ? paths : names, run.paths);
    }
}

Run Measurement::run() const
{
    Run run{
        .facts = m_facts,
        .functions = profileCosts(ProfileByRegion, GroupBy::Region),
        .groups = profileCosts(ProfileByGroup, GroupBy::FunctionGroup),
        .paths = {},
        .pathNodes = {}};
    if ((m_wantsPaths || m_wantsTree) && isTaken(PathTree)) {
        addTree(run);
    }
    return run;
}

std::string Measurement::precisionNote() const
{
    std::size_t most = 0;
    for (const Step step : {DurationsByRegion, DurationsByPath}) {
        const bool counts = isTaken(step) && (step == DurationsByRegion || m_wantsPaths);
        most = counts ? std::max(most, m_tries.at(step)) : most;
    }
    if (most >= kPrecisions.size()) {
        return "'" + m_facts.name + "' has too many different durations: no visits are compared";
    }
    return most == 0 ? std::string()
                     : "'" + m_facts.name + "' has so many different durations that "
                           + std::to_string(kPrecisions.at(most)) + " bits of each are compared";
}

std::vector<DurationClass> Measurement::durationsOf(std::string_view function) const
{
    if (!isTaken(DurationsByRegion)) {
        return {};
    }
    std::unordered_set<std::uint64_t> regions;
    for (const Region& region : m_definitions->regions) {
        if (region.name == function || validUtf8(region.name) == function) {
            regions.insert(region.ref.value());
        }
    }
    const Durations byRegion = durations(DurationsByRegion);
    return compare::durationsOf(
        summaryOf(byRegion.answer),
        [&regions](std::uint64_t region) { return regions.contains(region); },
        byRegion.precision,
        m_definitions->clock);
}

const query::Profile* Measurement::profile() const
{
    const auto& answer = m_answers.at(ProfileByRegion);
    return answer == nullptr ? nullptr : std::get_if<query::Profile>(answer.get());
}

}  // namespace vellum::compare
