#include "server/cli/query_help.h"

#include "server/cli/compare_options.h"
#include "server/cli/table_questions.h"

#include <algorithm>
#include <array>

namespace vellum::server::cli {

namespace {

constexpr std::array kOwnQueries{
    QueryHelp{
        "info",
        "what is in the trace, and what its import had to repair",
        " --window --locations "},
    QueryHelp{"locations", "what recorded events", " --window --locations "},
    QueryHelp{
        "profile",
        "visits and times of regions",
        " --window --locations --by --per-location --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "call-tree",
        "visits and times of call paths",
        " --window --locations --depth --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "timeline",
        "what each location is mostly doing, column by column",
        " --window --locations --columns --by --rows --depth --levels --exclusive --present --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "summary-timeline",
        "times by group over columns, of all locations together",
        " --window --locations --columns --by --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "counters",
        "samples of metrics, column by column",
        " --window --locations --columns --metric --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "messages",
        "matched messages, in order",
        " --window --locations --limit --columns --tags --communicators --min-bytes --max-bytes --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "launches",
        "device work beside the host calls that launched it",
        " --window --locations --limit --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "collectives",
        "collective operations, all members together",
        " --window --locations --limit --members --operations --communicators --min-bytes --max-bytes --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "io",
        "input and output by location and file",
        " --window --locations --limit --columns --operations --files --paradigms --flags --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "matrix",
        "messages by sender and receiver",
        " --window --locations --by --tags --communicators --min-bytes --max-bytes --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "search",
        "visits by name, argument or function group",
        " --window --locations --name --arg --of-values --group --ignore-case --limit --min-duration --after --functions --max-duration --except "},
    QueryHelp{
        "events",
        "the raw records, in order",
        " --window --locations --limit --kinds --tags --communicators --min-bytes --max-bytes --operations --files "
        "--paradigms --flags --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "compare",
        kComparePurpose,
        " --window --locations --by --function --per-decade --key --measure --metric --columns --limit --gate --baseline-file --write-baseline --steps --align --map --match --series --scaling --functions --group --min-duration --max-duration --ignore-case --except "},
    QueryHelp{
        "markers",
        "what was written on the trace",
        " --window --locations --limit --functions --group --min-duration --max-duration --ignore-case --except "},
};

}  // namespace

const std::vector<QueryHelp>& allQueries()
{
    static const std::vector<TableQueryHelp> kTables = tableQueryHelps();
    static const std::vector<QueryHelp> kAll = [] {
        std::vector<QueryHelp> all(kOwnQueries.begin(), kOwnQueries.end());
        for (const TableQueryHelp& help : kTables) {
            all.push_back({.name = help.name, .purpose = help.purpose, .options = help.options});
        }
        return all;
    }();
    return kAll;
}

const QueryHelp* findQuery(std::string_view name)
{
    const auto found = std::ranges::find(allQueries(), name, &QueryHelp::name);
    return found == allQueries().end() ? nullptr : &*found;
}

std::string queryFooter()
{
    std::string text = "Queries:\n";
    for (const QueryHelp& query : allQueries()) {
        text += "  " + std::string(query.name) + std::string(18 - query.name.size(), ' ')
                + std::string(query.purpose) + '\n';
    }
    text += "  values            what a program's values are like: 'vellum-query values --help'\n";
    return text
           + "\ncompare takes two TRACEs, or one and --baseline-file, or with --series up to 64.\n"
             "\nTimes are 1.25s, 300ms, 40us, 12ns or 4711t (ticks), from the trace's begin. LOC is a\n"
             "reference number, a name, or a path/with/* in the system tree; several with commas.\n"
             "Of large traces an index is kept, so that the next call need not read them.\n\n"
             "Exit status: 0 answered; 1 a rule of --gate is broken; 2 wrong usage, or a rule\n"
             "that cannot be checked; 3 the trace cannot be read; 4 the server cannot\n"
             "be reached or refused; 5 out of a limit; 130 interrupted,\n"
             "143 by SIGTERM.";
}

}  // namespace vellum::server::cli
