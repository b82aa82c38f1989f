#include "server/cli/compare_options.h"

#include "common/base/number_text.h"
#include "common/command_line/checked_options.h"
#include "common/compare/comparison.h"
#include "common/compare/distribution.h"
#include "common/compare/named_instant.h"
#include "common/compare/step_differences.h"
#include "common/compare/tally.h"
#include "server/cli/options.h"

#include <CLI/CLI.hpp>
#include <cstddef>
#include <utility>

namespace vellum::server::cli {

namespace {

/// What is wrong with a series, or nothing.
std::string mistakeOfSeries(const QueryOptions& options)
{
    const CompareOptions& own = options.compare;
    const std::string_view other = !own.gate.empty()            ? "--gate"
                                   : !own.baselineFile.empty()  ? "--baseline-file"
                                   : !own.writeBaseline.empty() ? "--write-baseline"
                                                                : "";
    if (!own.match.empty()) {
        return "--match is about two runs, and does not go with --series";
    }
    if (!other.empty()) {
        return std::string(other) + " is about two runs, and does not go with --series";
    }
    const std::size_t runs = options.trace.paths.size();
    if (runs < compare::kFewestOfSeries || runs > compare::kMostOfSeries) {
        return "--series takes " + grouped(compare::kFewestOfSeries) + " to "
               + grouped(compare::kMostOfSeries) + " traces, not " + grouped(runs);
    }
    return options.trace.offsets.empty() ? "" : "--offset does not go with compare";
}

/// Which option there is that is about costs alone; empty: none.
std::string_view optionOfCosts(const CompareOptions& own)
{
    return own.isSeries                 ? "--series"
           : !own.gate.empty()          ? "--gate"
           : !own.baselineFile.empty()  ? "--baseline-file"
           : !own.writeBaseline.empty() ? "--write-baseline"
           : !own.match.empty()         ? "--match"
           : own.scaling                ? "--scaling"
                                        : "";
}

/// What is wrong with a comparison by steps, or nothing.
std::string mistakeOfSteps(const QueryOptions& options, bool hasBy)
{
    const CompareOptions& own = options.compare;
    const std::string_view ofCosts = optionOfCosts(own);
    const std::string_view other = !ofCosts.empty()                 ? ofCosts
                                   : hasBy                          ? "--by"
                                   : !options.trace.offsets.empty() ? "--offset"
                                                                    : "";
    if (!other.empty()) {
        return std::string(other) + " does not go with --steps";
    }
    if (!compare::parseStepName(own.steps)) {
        return "--steps names a function, or with a * behind it all whose names begin so, not '"
               + own.steps + "'";
    }
    const std::size_t traces = options.trace.paths.size();
    return traces == 2 ? ""
                       : "compare --steps takes two traces, A and B, not " + std::to_string(traces);
}

}  // namespace

void describeCompare(CLI::App& app, CompareOptions& options)
{
    command_line::addText(
        app,
        "--gate",
        options.gate,
        "rules such as 'total<+3%; function:solve<+20ms'",
        "compare: what must hold of the change from A to B, for instance 'total<+3%; function:solve<+20ms': "
        "of total, length, function:NAME, inclusive:NAME, group:NAME. Status 1 if a rule is broken")
        ->type_name("RULES");
    command_line::addText(
        app,
        "--baseline-file",
        options.baselineFile,
        "a file that --write-baseline wrote",
        "compare: A is what this file keeps of a run")
        ->type_name("FILE");
    command_line::addText(
        app,
        "--write-baseline",
        options.writeBaseline,
        "a file",
        "compare: keep what the TRACE costs in this file, to compare other runs with it")
        ->type_name("FILE");
    command_line::addText(
        app,
        "--match",
        options.match,
        "name or structure",
        "compare --by function, path: what has the same name (name, default), or also what is alike in name and place (structure): "
        "each such pair is marked as guessed")
        ->type_name("KEY");
    command_line::addText(
        app,
        "--function",
        options.function,
        "a function's name",
        "compare --by duration: the whole name of the function whose visits are compared")
        ->type_name("NAME");
    command_line::addNumber(
        app,
        "--per-decade",
        options.perDecade,
        {.least = 1, .most = compare::DurationQuestion::kMostPerDecade},
        "compare --by duration: so many bins from a duration to ten times as much; default: as many as make no more than 80")
        ->type_name("N");
    command_line::addText(
        app,
        "--key",
        options.key,
        "what makes a row",
        "compare --by message: pair (default), process-pair, node-pair, size, size-class, tag, communicator; collective: operation, "
        "communicator; io: file, operation, location, size-class; value: object, site, line, function, location, kind")
        ->type_name("KEY");
    command_line::addText(
        app,
        "--measure",
        options.measure,
        "time, count, bytes, wait or redundant",
        "compare --by message, collective, io, kernel, copy, value: by what rows are in order: time (default), count, bytes, wait of "
        "collective, redundant bytes of value (its default)")
        ->type_name("KEY");
    command_line::addText(
        app,
        "--steps",
        options.steps,
        "a function's name",
        "compare: step by step, which are the visits of this function; or of all whose names begin so, with a * at the end: "
        "'ProfilerStep#*'; or from one marker to the next: 'marker:NAME'")
        ->type_name("NAME");
    command_line::addText(
        app,
        "--align",
        options.align,
        "marker:NAME or function:NAME",
        "compare: times of --window are counted in each run from this marker, or from the begin of this function's first visit; "
        "'marker:NAME#3' is the third")
        ->type_name("INSTANT");
    command_line::addText(
        app,
        "--map",
        options.mapText,
        "likely, rank, name or fold",
        "compare --steps, --by counter: which process of A belongs to which of B: likely (default), by rank, by name, or fold: neighbours "
        "of the run with more to one of the other; edits behind it: 'rank; rank 3 = rank 1; rank 4 ='")
        ->type_name("MAP");
    app.add_flag(
        "--series",
        options.isSeries,
        "compare: each of 2 to 64 TRACEs is a run of one program; how its times grow with the ranks");
    command_line::addChoice<std::optional<compare::Scaling>>(
        app,
        "--scaling",
        options.scaling,
        {{"strong", compare::Scaling::Strong}, {"weak", compare::Scaling::Weak}},
        "compare --series: all runs have the same work (strong, default), or each rank has (weak)")
        ->type_name("KEY");
}

std::string mistakeOfAlignment(CompareOptions& own, bool isByCounter)
{
    if (!own.mapText.empty()) {
        const auto map = compare::parseProcessMap(own.mapText);
        if (!map) {
            return "--map is likely, rank, name or fold, with edits behind it such as '; rank 3 = rank 1', not '"
                   + own.mapText + "'";
        }
        if (!isByCounter && own.steps.empty()) {
            return "--map goes with --steps or --by counter";
        }
        own.map = *map;
    }
    if (own.align.empty()) {
        return {};
    }
    if (!own.baselineFile.empty() || !own.writeBaseline.empty()) {
        return "--align is about traces, and does not go with a baseline file";
    }
    return compare::parseNamedInstant(own.align)
               ? ""
               : "--align is marker:NAME or function:NAME, with #2 behind it for the second, up to #"
                     + grouped(compare::kMostVisitsToNumber) + ", not '" + own.align + "'";
}

namespace {

/// What is wrong with a comparison by what is no visit of a function, or nothing.
///
/// \param by  "--by counter"
std::string mistakeOfOthers(const QueryOptions& options, const std::string& by)
{
    const CompareOptions& own = options.compare;
    const std::string_view ofCosts = optionOfCosts(own);
    const std::string_view other = !ofCosts.empty()                 ? ofCosts
                                   : !own.steps.empty()             ? "--steps"
                                   : !options.trace.offsets.empty() ? "--offset"
                                                                    : "";
    if (!other.empty()) {
        return std::string(other) + " does not go with compare " + by;
    }
    const std::size_t traces = options.trace.paths.size();
    return traces == 2
               ? ""
               : "compare " + by + " takes two traces, A and B, not " + std::to_string(traces);
}

}  // namespace

std::string mistakeOfCounters(const QueryOptions& options)
{
    return mistakeOfOthers(options, "--by counter");
}

std::string mistakeOfDurations(const QueryOptions& options)
{
    return options.compare.function.empty() ? "compare --by duration needs --function NAME"
                                            : mistakeOfOthers(options, "--by duration");
}

std::string mistakeOfTallies(const QueryOptions& options)
{
    const auto& asked = *options.asked.as<compare::TallyQuestion>();
    std::string mistake = compare::mistakeOf(asked);
    const auto by = static_cast<std::size_t>(asked.by);
    return !mistake.empty()
               ? mistake
               : mistakeOfOthers(options, "--by " + std::string(compare::kTallyByWords[by]));
}

std::string mistakeOfCompare(QueryOptions& options, bool hasBy)
{
    CompareOptions& own = options.compare;
    if (!own.steps.empty()) {
        return mistakeOfSteps(options, hasBy);
    }
    if (own.isSeries) {
        return mistakeOfSeries(options);
    }
    if (own.scaling) {
        return "--scaling goes with --series";
    }
    const bool hasFile = !own.baselineFile.empty();
    const bool writes = !own.writeBaseline.empty();
    if (hasFile && writes) {
        return "--baseline-file compares with a file and --write-baseline makes one: give one of the two";
    }
    if (writes && !own.gate.empty()) {
        return "--gate needs two runs, and --write-baseline keeps one";
    }
    const auto* asked = options.asked.as<compare::ComparisonQuestion>();
    if (hasFile && asked->by == compare::ComparisonBy::Path) {
        return "--by path needs two traces: a baseline file has no call paths";
    }
    if (hasFile && asked->match == compare::MatchBy::Structure) {
        return "--match structure needs two traces: a baseline file has no call paths";
    }
    if (asked->match == compare::MatchBy::Structure && asked->by == compare::ComparisonBy::Group) {
        return "--match structure goes with --by function and --by path: groups are called the same everywhere";
    }
    const std::size_t wanted = hasFile || writes ? 1 : 2;
    if (options.trace.paths.size() != wanted) {
        const std::string given = ", not " + std::to_string(options.trace.paths.size());
        return wanted == 2 ? "compare takes two traces, A and B" + given
                                 + "; a run of several files is a folder, a pattern or a list"
                           : std::string(hasFile ? "--baseline-file" : "--write-baseline")
                                 + " goes with one trace" + given;
    }
    if (!options.trace.offsets.empty()) {
        return "--offset does not go with compare";
    }
    if (own.gate.empty()) {
        return {};
    }
    auto rules = compare::parseGate(own.gate);
    if (!rules.isOk()) {
        return rules.error().message;
    }
    own.rules = std::move(rules).value();
    return {};
}

}  // namespace vellum::server::cli
