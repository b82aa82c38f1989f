#include "server/cli/compare/measured_run.h"

#include "common/base/number_text.h"
#include "common/compare/measurement.h"
#include "common/compare/named_instant.h"
#include "server/cli/exit_status.h"
#include "server/cli/notes.h"
#include "server/cli/request_builder.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <variant>

namespace vellum::server::cli {

namespace {

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

}  // namespace

compare::RunFacts factsOf(
    const QueryOptions& options, const OpenedTrace& trace, const vellum::query::Scope& scope)
{
    compare::RunFacts facts = compare::factsOf(trace.info, *trace.definitions, scope);
    facts.name = options.trace.name();
    facts.window = options.window;
    if (!options.compare.align.empty()) {
        facts.window = joined("from " + options.compare.align, facts.window);
    }
    if (!options.trace.window.empty()) {
        facts.window = joined(facts.window, "loaded " + options.trace.window);
    }
    facts.chosen = options.locations;
    if (!options.trace.locations.empty()) {
        facts.chosen = joined(facts.chosen, "loaded " + options.trace.locations);
    }
    facts.filter = filterWords(options);
    return facts;
}

namespace {

/// Asks all that a measurement wants to know about one trace that is open.
Result<compare::Measurement> measure(
    const QueryOptions& options,
    QueryBackend& backend,
    const OpenedTrace& trace,
    const MeasuredParts& parts)
{
    const auto scope = alignedScope(options, backend, trace);
    VELLUM_RETURN_IF_ERROR(scope);
    compare::Measurement measurement(
        trace.definitions, scope.value(), factsOf(options, trace, scope.value()), parts.paths);
    measurement.setWantsTree(parts.tree);
    if (!parts.durations) {
        measurement.leaveOutDurations();
    }
    while (auto request = measurement.next()) {
        auto answer = backend.ask(*request);
        const auto taken =
            answer.isOk() ? measurement.take(
                std::make_shared<const vellum::query::Answer>(std::move(answer).value()))
                          : measurement.take(nullptr, answer.error());
        VELLUM_RETURN_IF_ERROR(taken);
    }
    return measurement;
}

/// Where the instant is that the command line names.
Result<Tick> instantOf(
    const QueryOptions& options,
    QueryBackend& backend,
    const OpenedTrace& trace,
    const compare::NamedInstant& instant)
{
    const auto answer = backend.ask(compare::requestFor(instant, trace.info.range));
    VELLUM_RETURN_IF_ERROR(answer);
    const auto found = compare::instantIn(answer.value(), *trace.definitions, instant);
    if (found.tick) {
        return *found.tick;
    }
    return Error{
        .kind = ErrorKind::NotFound,
        .message = "'" + options.trace.name() + "' does not have " + compare::textOf(instant)
                   + ", to align at: there are " + grouped(found.count) + " of that name"};
}

}  // namespace

Result<vellum::query::Scope> alignedScope(
    const QueryOptions& options, QueryBackend& backend, const OpenedTrace& trace)
{
    if (options.compare.align.empty()) {
        return scopeOf(options, trace);
    }
    const auto zero =
        instantOf(options, backend, trace, *compare::parseNamedInstant(options.compare.align));
    VELLUM_RETURN_IF_ERROR(zero);
    // As if the trace had begun so much later: times are read as they always are.
    OpenedTrace moved = trace;
    QueryOptions from = options;
    TickRange& range = moved.info.range;
    if (__builtin_sub_overflow(range.begin, zero.value(), &range.begin)
        || __builtin_sub_overflow(range.end, zero.value(), &range.end)) {
        return Error{
            .kind = ErrorKind::DataLoss,
            .message =
                "'" + options.trace.name() + "': the instant to align at is not in the trace"};
    }
    from.window = options.window.empty() ? "0t:" : options.window;
    auto scope = scopeOf(from, moved);
    VELLUM_RETURN_IF_ERROR(scope);
    scope.value().window.begin += zero.value();
    scope.value().window.end += zero.value();
    return scope;
}

Result<vellum::query::Scope> scopeOf(const QueryOptions& options, const OpenedTrace& trace)
{
    QueryOptions profile = options;  // whose scope is that of all questions
    profile.asked = {};
    profile.query = "profile";
    const auto built = buildRequest(profile, trace);
    VELLUM_RETURN_IF_ERROR(built);
    return std::get<vellum::query::ProfileRequest>(built.value().request).scope;
}

QueryOptions ofTrace(const QueryOptions& options, std::size_t which)
{
    QueryOptions one = options;
    one.trace.paths = {options.trace.paths[which]};
    return one;
}

void complainAll(const std::vector<std::string>& notes)
{
    for (const std::string& note : notes) {
        if (!note.empty()) {
            complain(note);
        }
    }
}

MeasuredRun measureRun(
    const QueryOptions& options, QueryBackend& backend, const MeasuredParts& parts)
{
    const auto trace = backend.open(options.trace);
    if (!trace.isOk()) {
        return {
            .run = {},
            .notes = {},
            .status = complainAbout(trace.error(), statusOfOpen(trace.error()))};
    }
    const auto measurement = measure(options, backend, trace.value(), parts);
    if (!measurement.isOk()) {
        return {
            .run = {},
            .notes = {},
            .status = complainAbout(measurement.error(), statusOfAnswer(measurement.error()))};
    }
    MeasuredRun measured{.run = measurement.value().run(), .notes = {}};
    if (!parts.ofFunction.empty()) {
        measured.durations = measurement.value().durationsOf(parts.ofFunction);
    }
    const auto& report = trace.value().info.importReport;
    measured.notes = {
        damageNote(options, report),
        placeNote(options, report),
        serverNote(options),
        measurement.value().precisionNote()};
    std::erase(measured.notes, std::string());
    return measured;
}

}  // namespace vellum::server::cli
