#include "server/cli/compare/run_tallies.h"

#include "common/base/number_text.h"
#include "common/compare/tally_differences.h"
#include "server/cli/compare/compare_output.h"
#include "server/cli/compare/measured_run.h"
#include "server/cli/exit_status.h"
#include "server/cli/notes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

namespace vellum::server::cli {

namespace {

using compare::Tallies;
using compare::TallyQuestion;

/// What one of the two did.
struct TalliedRun {
    std::unique_ptr<QueryBackend> backend;
    compare::Run run;  ///< its facts alone
    Tallies tallies;
};

const TallyQuestion& tallyAsked(const QueryOptions& options)
{
    return *options.asked.as<TallyQuestion>();
}

/// A run without a file of values is one that has none.
bool isLack(const TallyQuestion& asked, const Error& error)
{
    return asked.by == compare::TallyBy::Value && error.kind == ErrorKind::NotFound;
}

Result<Tallies> ask(
    const TallyQuestion& asked,
    QueryBackend& backend,
    const OpenedTrace& trace,
    const vellum::query::Scope& scope)
{
    const auto answer = backend.ask(compare::requestFor(asked, scope));
    if (!answer.isOk()) {
        return isLack(asked, answer.error()) ? Result<Tallies>(Tallies()) : answer.error();
    }
    return compare::talliesOf(asked, answer.value(), *trace.definitions);
}

/// \return another status than kAnswered: it was complained about
int askRun(const QueryOptions& options, const MakeBackend& makeBackend, TalliedRun& run)
{
    const TallyQuestion& asked = tallyAsked(options);
    run.backend = makeBackend();
    const auto trace = run.backend->open(options.trace);
    if (!trace.isOk()) {
        return complainAbout(trace.error(), statusOfOpen(trace.error()));
    }
    const auto scope = alignedScope(options, *run.backend, trace.value());
    if (!scope.isOk()) {
        return complainAbout(scope.error(), statusOfAnswer(scope.error()));
    }
    auto tallies = ask(asked, *run.backend, trace.value(), scope.value());
    if (!tallies.isOk()) {
        return complainAbout(tallies.error(), statusOfAnswer(tallies.error()));
    }
    run.run.facts = factsOf(options, trace.value(), scope.value());
    run.tallies = std::move(tallies).value();
    const auto& report = trace.value().info.importReport;
    complainAll({damageNote(options, report), placeNote(options, report), serverNote(options)});
    return kAnswered;
}

/// Of a run that has none, or more than an answer has room for.
std::string noteOf(const TallyQuestion& asked, const TalliedRun& run, const char* letter)
{
    const std::string name = std::string(letter) + ", '" + run.run.facts.name + "', has ";
    const std::string plural(compare::pluralOf(asked.by));
    if (run.tallies.uncounted > 0) {
        return name + grouped(run.tallies.uncounted) + " more " + plural
               + " than one answer has room for: they are not compared, choose a --window";
    }
    return run.tallies.rows.empty() ? name + "no " + plural + " in what is compared" : "";
}

}  // namespace

int runTallies(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel)
{
    const TallyQuestion& asked = tallyAsked(options);
    std::array<TalliedRun, 2> runs;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const int status = askRun(ofTrace(options, i), makeBackend, runs.at(i));
        if (status != kAnswered) {
            return status;
        }
        if (i == 0) {
            runs[0].backend.reset();  // one trace open after the other
        }
    }
    ComparedTallies compared{
        .a = runs[0].run.facts,
        .b = runs[1].run.facts,
        .differences = compare::differencesOf(runs[0].run, runs[1].run),
        .comparison = compare::compareTallies(asked, runs[0].tallies, runs[1].tallies),
        .isExact = runs[0].tallies.uncounted + runs[1].tallies.uncounted == 0};
    auto& rows = compared.comparison.rows;
    rows.resize(std::min<std::size_t>(rows.size(), options.limit));
    for (const compare::RunDifference& difference : compared.differences.differences) {
        complain(compare::sentenceOf(difference));
    }
    complainAll({noteOf(asked, runs[0], "A"), noteOf(asked, runs[1], "B")});
    if (options.format != Format::Text) {  // else it stands below the table
        complainAll({shownOf(rows.size(), compared.comparison.count, "rows")});
    }
    return printWithinMemory(
        *runs[1].backend, cancel, [&] { printTallies(out, options, compared, cancel); });
}

}  // namespace vellum::server::cli
