#include "server/cli/compare/run_steps.h"

#include "common/base/number_text.h"
#include "common/compare/named_instant.h"
#include "common/compare/step_differences.h"
#include "server/cli/compare/compare_output.h"
#include "server/cli/compare/measured_run.h"
#include "server/cli/exit_status.h"
#include "server/cli/notes.h"
#include "server/cli/output_guard.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>

namespace vellum::server::cli {

namespace {

using compare::StepComparison;
using compare::StepName;
using compare::StepRun;

/// The steps of one trace, and what else there is to say of it.
struct FoundSteps {
    StepRun run;
    std::vector<std::string> notes;
    int status = kAnswered;  ///< another one: it was complained about
};

FoundSteps failed(int status)
{
    return {.run = {}, .notes = {}, .status = status};
}

FoundSteps findSteps(const QueryOptions& options, QueryBackend& backend, const StepName& step)
{
    const auto trace = backend.open(options.trace);
    if (!trace.isOk()) {
        return failed(complainAbout(trace.error(), statusOfOpen(trace.error())));
    }
    const auto scope = alignedScope(options, backend, trace.value());
    if (!scope.isOk()) {
        return failed(complainAbout(scope.error(), statusOfAnswer(scope.error())));
    }
    vellum::query::Scope asked = scope.value();
    if (step.isMarker) {  // the one that ends the last step may be behind the window
        asked.window.end = trace.value().info.range.end;
    }
    const auto answer = backend.ask(compare::stepRequest(step, asked));
    if (!answer.isOk()) {
        return failed(complainAbout(answer.error(), statusOfAnswer(answer.error())));
    }
    FoundSteps found{
        .run = compare::stepsOf(
            answer.value(), *trace.value().definitions, step, scope.value().window),
        .notes = {}};
    const auto& report = trace.value().info.importReport;
    found.notes = {damageNote(options, report), placeNote(options, report), serverNote(options)};
    if (found.run.isCut) {
        found.notes.push_back(
            "'" + options.trace.name() + "': of more than "
            + (step.isMarker ? grouped(compare::kMostMarkers) + " markers"
                             : grouped(compare::kMostSteps) + " visits")
            + " the first are compared; steps behind them count as steps of the other trace alone");
    }
    return found;
}

StepComparison cut(StepComparison comparison, std::uint64_t limit)
{
    comparison.rows.resize(std::min<std::size_t>(comparison.rows.size(), limit));
    return comparison;
}

}  // namespace

int runSteps(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel)
{
    const auto step = compare::parseStepName(options.compare.steps);
    std::array<FoundSteps, 2> found;
    std::array<std::string, 2> names;
    std::unique_ptr<QueryBackend> backend;
    for (std::size_t i = 0; i < found.size(); ++i) {
        backend.reset();  // one trace in memory at a time
        backend = makeBackend();
        const QueryOptions one = ofTrace(options, i);
        names.at(i) = one.trace.name();
        found.at(i) = findSteps(one, *backend, *step);
        if (found.at(i).status != kAnswered) {
            return found.at(i).status;
        }
        complainAll(found.at(i).notes);
        if (found.at(i).run.steps.empty()) {
            complain("'" + names.at(i) + "' has no step '" + options.compare.steps + "'");
        }
    }
    const StepComparison all =
        compare::compareSteps(found[0].run, found[1].run, options.compare.map);
    if (all.count == 0) {
        complain(
            step->isMarker ? "no marker that --steps names has another one behind it in A or B: '"
                                 + options.compare.steps + "'"
                           : "no function that --steps names is visited in A or B: '"
                                 + options.compare.steps + "'");
        return kWrongUsage;
    }
    const ComparedSteps steps{
        .a = names[0],
        .b = names[1],
        .step = options.compare.steps,
        .comparison = cut(all, options.limit),
        .isExact = !found[0].run.isCut && !found[1].run.isCut};
    if (options.format != Format::Text) {  // else it stands below the table
        complainAll({shownOf(steps.comparison.rows.size(), all.count, "steps")});
    }
    return printWithinMemory(*backend, cancel, [&] { printSteps(out, options, steps, cancel); });
}

}  // namespace vellum::server::cli
