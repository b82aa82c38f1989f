#include "server/cli/options.h"

#include "common/command_line/checked_options.h"
#include "common/compare/comparison.h"
#include "common/compare/counter_differences.h"
#include "common/compare/distribution.h"
#include "common/compare/tally.h"
#include "common/query/filter_words.h"
#include "common/query/limits.h"
#include "common/query/questions.h"
#include "server/cli/query_help.h"
#include "server/cli/table_questions.h"
#include "server/cli/text_table.h"
#include "server/cli/visit_filter.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <iostream>
#include <map>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace vellum::server::cli {

namespace {

using command_line::addChoice;
using command_line::addNumber;
using command_line::addSize;
using command_line::addText;
using vellum::query::GroupBy;
using vellum::query::MatrixBy;

constexpr unsigned kMaxThreads = 4096;

/// What CLI11 fills besides the options themselves.
struct Raw {
    std::string by;
    std::vector<std::string> offsets;
    std::string argument;
    std::string ofValues;
    std::string groups;
    std::string members;
    QuestionTexts ofQuestions;
};

void describePart(CLI::App& app, QueryOptions& options, Raw& raw)
{
    app.add_option(
           "--offset",
           raw.offsets,
           "FILE=T: show the events of this file of the trace by T later; -T: earlier")
        ->type_name("FILE=T")
        ->allow_extra_args(false);
    addText(
        app,
        "--load-window",
        options.trace.window,
        "A:B, for instance 1.25s:1.5s",
        "Keep only what happened in it: less memory, all answers are about that part")
        ->type_name("A:B");
    addText(
        app,
        "--load-locations",
        options.trace.locations,
        "a reference number, a name or a path/with/*, several with commas",
        "Read only these")
        ->type_name("LOC");
    app.add_flag(
        "--no-arguments",
        options.trace.withoutArguments,
        "Of JSON traces: keep no arguments of events but those that records have members for: less memory");
}

void describeCommon(CLI::App& app, QueryOptions& options, Raw& raw)
{
    app.add_option("QUERY", options.query, "What to ask; see below")->required();
    app.add_option(
           "TRACE",
           options.trace.paths,
           "A path; with --connect one on that server. Several, a folder, a pattern or a list of "
           "files are one trace together")
        ->required();
    addChoice(
        app,
        "--format",
        options.format,
        {{"text", Format::Text},
         {"json", Format::Json},
         {"csv", Format::Csv},
         {"dot", Format::Dot},
         {"svg", Format::Svg}},
        "text (for people), json or csv (for programs); of values flow also dot (for Graphviz), of compare --series "
        "also svg (a picture)")
        ->type_name("FORMAT");
    addText(
        app,
        "--window",
        options.window,
        "A:B, for instance 1.25s:1.5s",
        "From A up to before B; a side may be left out")
        ->type_name("A:B");
    addText(
        app,
        "--locations",
        options.locations,
        "a reference number, a name or a path/with/*, several with commas",
        "Only these; default: all")
        ->type_name("LOC");
    addNumber(
        app,
        "--threads",
        options.threads,
        {.least = 1, .most = kMaxThreads},
        "Threads that compute; default: one per core")
        ->type_name("N");
    addSize(
        app,
        "--memory",
        options.memoryBytes,
        {.least = 1},
        "Read and answer nothing that takes more memory, for instance 4G")
        ->type_name("SIZE");
    describePart(app, options, raw);
    addText(
        app,
        "--connect",
        options.connect,
        "a URL or a connection file",
        "Ask the vellum-server at this URL")
        ->type_name("URL");
    app.add_flag("--no-cache", options.noCache, "Read the trace anew, and keep no index of it");
    app.add_flag("--rebuild", options.rebuild, "Read the trace anew, and make a new index of it");
    addText(
        app,
        "--cache",
        options.cache,
        "a folder",
        "Where indexes are kept; default: VELLUM_CACHE, else vellum in the user's cache folder")
        ->type_name("DIR");
}

void describeQueries(CLI::App& app, QueryOptions& options, Raw& raw)
{
    constexpr std::string_view kTime = "a time such as 1.25s, 300ms, 40us, 12ns or 4711t";
    app.add_option(
           "--by",
           raw.by,
           "profile: region, group, paradigm; timelines: region, group; matrix: location, "
           "location-group, node"
               + wordsOfBy()
               + "; compare: function, group, path, counter, duration, message, collective, io, kernel, copy, value")
        ->type_name("KEY");
    app.add_flag("--per-location", options.perLocation, "profile: rows for each location");
    addNumber(
        app,
        "--depth",
        options.depth,
        {.least = 1, .most = std::numeric_limits<std::uint32_t>::max()},
        "call-tree, timeline: only so deep; outermost: 1")
        ->type_name("N");
    addChoice(
        app,
        "--rows",
        options.rows,
        {{"location", RowsBy::Location},
         {"location-group", RowsBy::LocationGroup},
         {"node", RowsBy::SystemTreeNode},
         {"type", RowsBy::Type},
         {"all", RowsBy::All}},
        "timeline: what a row is: a location (default), or all those of a location-group, node or type "
        "together, or all")
        ->type_name("KEY");
    addNumber(
        app,
        "--levels",
        options.levels,
        {.least = 1, .most = vellum::query::kMaxLevels},
        "timeline: a row for each call level, at most so many of a location")
        ->type_name("N");
    app.add_flag(
        "--exclusive",
        options.exclusiveOnly,
        "timeline with --levels: only where a visit is on top of the stack");
    app.add_option(
           "--present",
           options.present,
           "timeline: in which columns is any of functions:REGEX, groups:GROUPS, records:KINDS, markers, "
           "markers:SEVERITIES, collectives or io; several times for several")
        ->type_name("WHAT")
        ->allow_extra_args(false);
    app.add_option(
           "--kinds", options.kinds, "events: only records of these kinds, such as RmaPut,RmaGet")
        ->type_name("NAMES");
    addNumber(
        app,
        "--columns",
        options.columns,
        {.least = 1, .most = vellum::query::kMaxColumns},
        "timelines, counters: how many; default: 80 as text, else 1920; io: none, or when it was; "
        "messages: none, or bursts of such as look alike in so many")
        ->type_name("N");
    app.add_option(
           "--metric",
           options.metric,
           "counters, compare --by counter: only the metric of this name")
        ->type_name("NAME");
    app.add_option("--name", options.name, "search: a regular expression (ECMAScript)")
        ->type_name("REGEX");
    app.add_option(
           "--arg", raw.argument, "search: visits whose events carry this argument; * in both")
        ->type_name("NAME=VALUE");
    app.add_option(
           "--of-values",
           raw.ofValues,
           "search: visits behind a row of values: object, line, function, pattern, access")
        ->type_name("NAME=VALUE,…");
    app.add_option(
           "--functions", options.functions, "only visits of functions with this in their names")
        ->type_name("REGEX");
    app.add_option("--group", raw.groups, "only visits of functions of these groups; * for any")
        ->type_name("GROUPS");
    app.add_option(
           "--members",
           raw.members,
           "collectives: what each member did in this one, by the number that the list gives")
        ->type_name("COMM:NUMBER");
    app.add_flag(
        "--ignore-case", options.ignoreCase, "in expressions upper and lower case are the same");
    addNumber(
        app,
        "--limit",
        options.limit,
        {.least = 0, .most = vellum::query::kMaxItems},
        "lists: the first so many; default: 100 as text, else 1000000")
        ->type_name("N");
    addText(
        app,
        "--min-duration",
        options.minDuration,
        std::string(kTime),
        "only visits at least so long, wherever they begin and end")
        ->type_name("T");
    addText(
        app,
        "--max-duration",
        options.maxDuration,
        std::string(kTime),
        "only visits at most so long")
        ->type_name("T");
    addText(
        app, "--after", options.after, std::string(kTime), "search: visits that begin at or after")
        ->type_name("T");
}

std::optional<GroupBy> groupBy(const std::string& text)
{
    static const std::map<std::string, GroupBy> kWords{
        {"region", GroupBy::Region},
        {"group", GroupBy::FunctionGroup},
        {"paradigm", GroupBy::Paradigm}};
    const auto found = kWords.find(text);
    return found == kWords.end() ? std::nullopt : std::optional(found->second);
}

std::optional<MatrixBy> matrixBy(const std::string& text)
{
    static const std::map<std::string, MatrixBy> kWords{
        {"location", MatrixBy::Location},
        {"location-group", MatrixBy::LocationGroup},
        {"node", MatrixBy::SystemTreeNode}};
    const auto found = kWords.find(text);
    return found == kWords.end() ? std::nullopt : std::optional(found->second);
}

/// Sets `by` from its word. Returns what is wrong with it, or nothing.
std::string applyBy(const std::string& word, QueryOptions& options)
{
    if (options.query == "matrix") {
        const auto by = matrixBy(word.empty() ? "location" : word);
        options.matrixBy = by.value_or(MatrixBy::Location);
        return by ? "" : "--by of matrix is location, location-group or node, not '" + word + "'";
    }
    const bool isSummary = options.query == "summary-timeline";
    const auto by = groupBy(!word.empty() ? word : isSummary ? "group" : "region");
    options.by = by.value_or(GroupBy::Region);
    if (options.query == "profile") {
        return by ? "" : "--by of profile is region, group or paradigm, not '" + word + "'";
    }
    const bool isGood = by && *by != GroupBy::Paradigm;
    return isGood ? "" : "--by of " + options.query + " is region or group, not '" + word + "'";
}

/// Makes the row of a question that has a descriptor. Returns what is wrong with its options, or nothing.
std::string applyQuestion(const table::Schema& question, const Raw& raw, QueryOptions& options)
{
    QuestionTexts texts = raw.ofQuestions;
    texts["--by"] = raw.by;
    texts["--columns"] = std::to_string(options.columns);
    texts["--metric"] = options.metric;
    texts["--match"] = options.compare.match;
    texts["--key"] = options.compare.key;
    texts["--measure"] = options.compare.measure;
    texts["--function"] = options.compare.function;
    texts["--per-decade"] = std::to_string(options.compare.perDecade);
    auto asked = askedOf(question, texts);
    if (!asked.isOk()) {
        return asked.error().message;
    }
    options.asked = std::move(asked).value();
    return {};
}

/// Makes the row of `compare`: a CounterQuestion with `--by counter`, a DurationQuestion with `--by duration`, a TallyQuestion with `--by message` and the like, else a
/// ComparisonQuestion. Returns what is wrong, or nothing.
std::string applyCompare(const CLI::App& app, const Raw& raw, QueryOptions& options)
{
    const bool isByCounter = raw.by == compare::kByCounter;
    const bool isTally = std::ranges::count(compare::kTallyByWords, raw.by) > 0;
    if (!isByCounter && app.count("--metric") + app.count("--columns") > 0) {
        return "--metric and --columns go with compare --by counter";
    }
    if (!isTally && app.count("--key") + app.count("--measure") > 0) {
        return "--key and --measure go with compare --by message, collective, io, kernel, copy or value";
    }
    const bool isByDuration = raw.by == compare::kByDuration;
    if (!isByDuration && app.count("--function") + app.count("--per-decade") > 0) {
        return "--function and --per-decade go with compare --by duration";
    }
    std::string mistake = applyQuestion(
        isByCounter    ? compare::CounterQuestion::kSchema
        : isByDuration ? compare::DurationQuestion::kSchema
        : isTally      ? compare::TallyQuestion::kSchema
                       : compare::ComparisonQuestion::kSchema,
        raw,
        options);
    if (mistake.empty()) {
        mistake = mistakeOfAlignment(options.compare, isByCounter);
    }
    if (!mistake.empty()) {
        return mistake;
    }
    return isByCounter    ? mistakeOfCounters(options)
           : isByDuration ? mistakeOfDurations(options)
           : isTally      ? mistakeOfTallies(options)
                          : mistakeOfCompare(options, app.count("--by") > 0);
}

/// "0:17".
std::optional<MembersOf> parseMembers(std::string_view text)
{
    MembersOf members;
    const char* const end = text.data() + text.size();
    const auto comm = std::from_chars(text.data(), end, members.communicator);
    if (comm.ec != std::errc() || comm.ptr == end || *comm.ptr != ':') {
        return std::nullopt;
    }
    const auto instance = std::from_chars(comm.ptr + 1, end, members.instance);
    return instance.ec == std::errc() && instance.ptr == end ? std::optional(members)
                                                             : std::nullopt;
}

/// What is wrong with options that mean something only together with others, or not with them.
std::string mistakeOfPairs(const CLI::App& app, const QueryOptions& options)
{
    if (options.noCache && options.rebuild) {
        return "--no-cache keeps no index and --rebuild makes one: give one of the two";
    }
    if (options.exclusiveOnly && options.levels == 0) {
        return "--exclusive goes with --levels N";
    }
    if (!options.present.empty() && options.levels > 0) {
        return "--present is of locations and does not go with --levels N";
    }
    if (options.rows != RowsBy::Location && (options.levels > 0 || !options.present.empty())) {
        return std::string(options.levels > 0 ? "--levels" : "--present")
               + " goes with rows of single locations";
    }
    const bool isSearch = options.query == "search";
    const bool hasExpression = app.count("--functions") > 0 || !options.present.empty()
                               || (isSearch && app.count("--name") > 0);
    if (options.ignoreCase && !hasExpression) {
        return isSearch ? "--ignore-case goes with --name REGEX or --functions REGEX"
                        : "--ignore-case goes with --functions REGEX";
    }
    return {};
}

/// Why a filter has no effect on a query, as the end of a sentence; empty for what is no filter.
std::string reasonOf(std::string_view option, std::string_view query)
{
    constexpr std::string_view kOfVisits =
        " --functions --group --min-duration --max-duration --ignore-case ";
    constexpr std::string_view kOfOthers =
        " --tags --communicators --min-bytes --max-bytes --operations --files --paradigms --flags ";
    const auto isOneOf = [option](std::string_view options) {
        return options.find(' ' + std::string(option) + ' ') != std::string_view::npos;
    };
    if ((query == "info" || query == "locations") && (isOneOf(kOfVisits) || isOneOf(kOfOthers))) {
        return ", which is of all that was recorded";
    }
    return isOneOf(kOfOthers) ? ": nothing that it tells has such a number or name" : std::string();
}

/// What is wrong with the options for this query, or nothing.
std::string mistake(const CLI::App& app, const Raw& raw, QueryOptions& options)
{
    const QueryHelp* query = findQuery(options.query);
    if (query == nullptr) {
        return "there is no query '" + options.query + "'";
    }
    for (const CLI::Option* option : app.get_options()) {
        const std::string name = option->get_name();
        const auto isOwn = [&](const QueryHelp& some) {
            return some.options.find(' ' + name + ' ') != std::string_view::npos;
        };
        if (option->count() > 0 && std::ranges::any_of(allQueries(), isOwn) && !isOwn(*query)) {
            return name + " does not go with " + options.query + reasonOf(name, options.query);
        }
    }
    for (const std::string& text : raw.offsets) {
        const auto offset = vellum::query::parseFileOffset(text);
        if (!offset) {
            return "--offset " + vellum::query::mistakeOfFileOffset(text);
        }
        options.trace.offsets.push_back(*offset);
    }
    if (options.format == Format::Dot && options.query != "values-flow") {
        return "--format dot is of values flow only, not of " + options.query;
    }
    if (options.format == Format::Svg && !options.compare.isSeries) {
        return "--format svg is of compare --series only, not of " + options.query;
    }
    std::string ofPairs = mistakeOfPairs(app, options);
    if (!ofPairs.empty()) {
        return ofPairs;
    }
    const std::size_t sought = app.count("--name") + app.count("--arg") + app.count("--of-values");
    if (sought > 1) {
        return "search takes --name REGEX, --arg NAME=VALUE or --of-values NAME=VALUE, not both";
    }
    if (options.query == "search" && sought + app.count("--group") == 0) {
        return "search needs --name REGEX, --arg NAME=VALUE, --of-values NAME=VALUE or --group GROUPS";
    }
    if (app.count("--group") > 0) {
        const auto groups = vellum::query::parseFunctionGroups(raw.groups);
        if (!groups.isOk()) {
            return groups.error().message;
        }
        options.groups = groups.value();
    }
    if (app.count("--members") > 0) {
        options.members = parseMembers(raw.members);
        if (!options.members) {
            return "--members is COMM:NUMBER as 'vellum-query collectives' lists them, such as 0:17, not '"
                   + raw.members + "'";
        }
        if (options.filters.isAny()) {  // of visits there may be one
            return "--members is of one collective operation, with no filter";
        }
    }
    if (app.count("--arg") > 0) {
        options.name = std::string(vellum::query::kArgumentPrefix) + raw.argument;
    } else if (app.count("--of-values") > 0) {
        options.name = std::string(vellum::query::kValuesPrefix) + raw.ofValues;
    } else if (vellum::query::hasSearchPrefix(options.name)) {
        options.name = "(?:" + options.name + ")";
    }
    if (options.filters.except && !options.filters.isAny() && !filtersVisits(options)) {
        return "--except goes with a filter, such as --functions or --operations";
    }
    if (options.query == "compare") {
        return applyCompare(app, raw, options);
    }
    const table::Schema* question = vellum::query::findTableQuestion(options.query);
    return question != nullptr ? applyQuestion(*question, raw, options) : applyBy(raw.by, options);
}

/// What the format decides where the command line does not: people get what fits a screen.
void setDefaults(const CLI::App& app, QueryOptions& options)
{
    constexpr std::uint64_t kTextLimit = 100;
    constexpr std::uint32_t kTextColumns = 80;
    const bool isText = options.format == Format::Text;
    if (app.count("--limit") == 0) {
        options.limit = isText ? kTextLimit : vellum::query::kMaxItems;
    }
    const bool needsNone = options.query == "io" || options.query == "messages";
    if (app.count("--columns") == 0 && options.query == "compare") {
        options.columns = 1;
        return;
    }
    if (app.count("--columns") == 0 && (isText || needsNone)) {
        options.columns = needsNone ? 0 : kTextColumns;
    }
}

}  // namespace

void complainOfUsage(const std::string& mistake)
{
    std::cerr << command_line::wrongUsage("vellum-query", printable(mistake)) << std::endl;
}

void complain(const std::string& message)
{
    std::cerr << "vellum-query: " << printable(message) << std::endl;
}

ParsedCommandLine parseCommandLine(int argc, const char* const* argv)
{
    CLI::App app("Asks questions about a trace.", "vellum-query");
    app.set_version_flag("--version", std::string("vellum-query ") + VELLUM_VERSION);
    app.footer(queryFooter());
    ParsedCommandLine parsed;
    Raw raw;
    describeCommon(app, parsed.options, raw);
    describeQueries(app, parsed.options, raw);
    describeFilters(app, parsed.options.filters);
    describeCompare(app, parsed.options.compare);
    describeQuestions(app, raw.ofQuestions);
    app.add_flag_callback(
        "--describe",
        [] { throw CLI::CallForVersion(describeAnswers(), 0); },
        "Say what questions with tables answer, as Markdown");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            parsed.exitStatus = app.exit(error);  // --help, --version
        } else {
            complainOfUsage(command_line::mistakeOf(app, error));
            parsed.exitStatus = kWrongUsage;
        }
        return parsed;
    }
    setDefaults(app, parsed.options);
    const std::string wrong = mistake(app, raw, parsed.options);
    if (!wrong.empty()) {
        complainOfUsage(wrong);
        parsed.exitStatus = kWrongUsage;
    }
    return parsed;
}

}  // namespace vellum::server::cli
