#include "server/cli/compare/measured_run.h"

#include "common/query/duration_summary.h"
#include "server/cli/call_path.h"
#include "server/cli/exit_status.h"
#include "server/cli/json_writer.h"
#include "server/cli/naming.h"
#include "server/cli/notes.h"
#include "server/cli/request_builder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <variant>

namespace vellum::server::cli {

namespace {

using vellum::query::CallTree;
using vellum::query::DurationSummary;
using vellum::query::DurationSummaryBy;
using vellum::query::DurationSummaryQuestion;
using vellum::query::GroupBy;
using vellum::query::Profile;

/// Significant bits of durations: what is asked for first, and what then if that is too much for one answer. With fewer
/// the middle of a class would be further from its durations than the least change that is told.
constexpr std::array<std::uint32_t, 2> kPrecisions{10, 7};

/// Durations by one key, with the precision that they have.
struct Durations {
    vellum::query::Table table;
    std::uint32_t precision = 0;

    [[nodiscard]] const DurationSummary& summary() const
    {
        return *table.answer.as<DurationSummary>();
    }
};

std::string joined(const std::string& before, std::string_view more)
{
    return before + (before.empty() ? "" : ", ") + std::string(more);
}

/// What the options leave of the visits, in words.
std::string filterWords(const QueryOptions& options)
{
    std::string words;
    if (!options.functions.empty()) {
        words = "functions " + options.functions + (options.ignoreCase ? " in any case" : "");
    }
    for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
        const auto group = static_cast<FunctionGroup>(i);
        if ((options.groups & maskOf(group)) != 0) {
            words = joined(words, "group " + std::string(name(group)));
        }
    }
    if (!options.minDuration.empty()) {
        words = joined(words, "at least " + options.minDuration);
    }
    if (!options.maxDuration.empty()) {
        words = joined(words, "at most " + options.maxDuration);
    }
    return words.empty() || !options.filters.except ? words : "all but " + words;
}

/// Asks the questions about one trace that is open.
class RunMeter {
public:
    RunMeter(QueryOptions options, QueryBackend& backend, const OpenedTrace& trace)
        : m_options(std::move(options))
        , m_backend(backend)
        , m_trace(trace)
        , m_definitions(*trace.definitions)
    {
        m_options.asked = {};
    }

    Result<compare::Run> run(bool withPaths)
    {
        compare::Run run;
        VELLUM_RETURN_IF_ERROR(measureFacts(run.facts));
        const auto byRegion = durationsBy(DurationSummaryBy::Region);
        VELLUM_RETURN_IF_ERROR(byRegion);
        VELLUM_RETURN_IF_ERROR(measureProfile(GroupBy::Region, byRegion.value(), run.functions));
        VELLUM_RETURN_IF_ERROR(
            measureProfile(GroupBy::FunctionGroup, byRegion.value(), run.groups));
        if (withPaths) {
            VELLUM_RETURN_IF_ERROR(measurePaths(run.paths));
        }
        return run;
    }

    /// That durations were taken less precisely, or not at all; empty if none was.
    [[nodiscard]] std::string precisionNote() const
    {
        if (m_hasNoDurations) {
            return "'" + m_options.trace.name()
                   + "' has too many different durations: no visits are compared";
        }
        return m_least == kPrecisions.front()
                   ? std::string()
                   : "'" + m_options.trace.name() + "' has so many different durations that "
                         + std::to_string(m_least) + " bits of each are compared";
    }

private:
    Result<vellum::query::Answer> ask()
    {
        const auto built = buildRequest(m_options, m_trace);
        VELLUM_RETURN_IF_ERROR(built);
        return m_backend.ask(built.value().request);
    }

    Result<void> measureFacts(compare::RunFacts& facts)
    {
        m_options.query = "profile";
        const auto built = buildRequest(m_options, m_trace);
        VELLUM_RETURN_IF_ERROR(built);
        const vellum::query::TraceInfo& info = m_trace.info;
        const auto& chosen = built.value().locations;
        facts.name = m_options.trace.name();
        facts.format = info.format;
        facts.locations = chosen.empty() ? info.locations : chosen.size();
        facts.locationGroups = info.locationGroups;
        facts.ticksPerSecond = m_definitions.clock.ticksPerSecond;
        facts.lengthNs = m_definitions.clock.toNanoseconds(built.value().window.length());
        facts.window = m_options.window;
        if (!m_options.trace.window.empty()) {
            facts.window = joined(facts.window, "loaded " + m_options.trace.window);
        }
        facts.chosen = m_options.locations;
        if (!m_options.trace.locations.empty()) {
            facts.chosen = joined(facts.chosen, "loaded " + m_options.trace.locations);
        }
        facts.filter = filterWords(m_options);
        facts.isDamaged = std::ranges::any_of(info.importReport, [](const auto& entry) {
            return entry.severity == vellum::query::Severity::Error;
        });
        return {};
    }

    Result<Durations> durationsBy(DurationSummaryBy by)
    {
        m_options.query = "duration-summary";
        for (const std::uint32_t precision : kPrecisions) {
            m_options.asked =
                table::Value::of(DurationSummaryQuestion{.by = by, .precision = precision});
            auto answer = ask();
            const bool isTooMuch =
                !answer.isOk() && answer.error().kind == ErrorKind::ResourceExhausted;
            if (isTooMuch) {
                continue;
            }
            m_options.asked = {};
            VELLUM_RETURN_IF_ERROR(answer);
            m_least = std::min(m_least, precision);
            return Durations{
                .table = std::get<vellum::query::Table>(std::move(answer).value()),
                .precision = precision};
        }
        m_options.asked = {};
        m_hasNoDurations = true;
        return Durations{
            .table = {.window = {}, .answer = table::Value::of(DurationSummary{.by = by})},
            .precision = kPrecisions.back()};
    }

    Result<void> measureProfile(GroupBy by, const Durations& durations, compare::Costs& costs)
    {
        m_options.query = "profile";
        m_options.by = by;
        const auto answer = ask();
        VELLUM_RETURN_IF_ERROR(answer);
        const auto nameOfRow = [&](std::uint64_t key) {
            // As a baseline file has it: else a name that is no UTF-8 would fit none of its rows.
            return validUtf8(
                keyName(m_definitions, {.value = static_cast<std::uint32_t>(key)}, by));
        };
        const auto nameOfRegion = [&](std::uint64_t ref) {
            const auto* region = m_definitions.find(RegionRef(static_cast<std::uint32_t>(ref)));
            return by == GroupBy::Region || region == nullptr
                       ? nameOfRow(ref)
                       : nameOfRow(static_cast<std::uint64_t>(region->group));
        };
        costs = compare::costsOf(
            std::get<Profile>(answer.value()),
            nameOfRow,
            durations.summary(),
            durations.precision,
            nameOfRegion,
            m_definitions.clock);
        return {};
    }

    Result<void> measurePaths(compare::Costs& costs)
    {
        const auto durations = durationsBy(DurationSummaryBy::CallPath);
        VELLUM_RETURN_IF_ERROR(durations);
        m_options.query = "call-tree";
        const auto answer = ask();
        VELLUM_RETURN_IF_ERROR(answer);
        const auto& tree = std::get<CallTree>(answer.value());
        std::vector<std::string> names;
        names.reserve(tree.nodes.size());
        CallPath path;
        for (const auto& node : tree.nodes) {
            path.enter(node.depth, validUtf8(regionName(m_definitions, node.region)));
            names.push_back(path.joined());
        }
        costs = compare::costsOf(
            tree,
            names,
            durations.value().summary(),
            durations.value().precision,
            m_definitions.clock);
        return {};
    }

    QueryOptions m_options;  ///< as of a command line with one trace and another query
    QueryBackend& m_backend;
    const OpenedTrace& m_trace;
    const Definitions& m_definitions;
    std::uint32_t m_least = kPrecisions.front();
    bool m_hasNoDurations = false;
};

}  // namespace

MeasuredRun measureRun(const QueryOptions& options, QueryBackend& backend, bool withPaths)
{
    const auto trace = backend.open(options.trace);
    if (!trace.isOk()) {
        return {
            .run = {},
            .notes = {},
            .status = complainAbout(trace.error(), statusOfOpen(trace.error()))};
    }
    RunMeter meter(options, backend, trace.value());
    auto run = meter.run(withPaths);
    if (!run.isOk()) {
        return {
            .run = {},
            .notes = {},
            .status = complainAbout(run.error(), statusOfAnswer(run.error()))};
    }
    MeasuredRun measured{.run = std::move(run).value(), .notes = {}};
    const auto& report = trace.value().info.importReport;
    measured.notes = {
        damageNote(options, report),
        placeNote(options, report),
        serverNote(options),
        meter.precisionNote()};
    std::erase(measured.notes, std::string());
    return measured;
}

}  // namespace vellum::server::cli
