#include "server/cli/compare/run_durations.h"

#include "common/compare/distribution.h"
#include "server/cli/compare/compare_output.h"
#include "server/cli/compare/measured_run.h"
#include "server/cli/exit_status.h"
#include "server/cli/notes.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace vellum::server::cli {

namespace {

using compare::DurationClass;

struct MeasuredDurations {
    compare::RunFacts facts;
    std::vector<DurationClass> durations;
};

/// \return another status than kAnswered: it was complained about
int measureDurations(
    const QueryOptions& options, QueryBackend& backend, MeasuredDurations& measured)
{
    const MeasuredRun run = measureRun(
        options, backend, {.ofFunction = options.asked.as<compare::DurationQuestion>()->function});
    if (run.status != kAnswered) {
        return run.status;
    }
    complainAll(run.notes);
    measured = {.facts = run.run.facts, .durations = run.durations};
    return kAnswered;
}

}  // namespace

int runDurations(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel)
{
    const auto& asked = *options.asked.as<compare::DurationQuestion>();
    std::array<MeasuredDurations, 2> runs;
    std::unique_ptr<QueryBackend> backend;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        backend.reset();  // one trace open after the other
        backend = makeBackend();
        const int status = measureDurations(ofTrace(options, i), *backend, runs.at(i));
        if (status != kAnswered) {
            return status;
        }
    }
    const std::string what =
        "no visit of '" + asked.function + "' that begins and ends in what is compared";
    if (runs[0].durations.empty() && runs[1].durations.empty()) {
        complain("A and B have " + what);
        return kWrongUsage;
    }
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs.at(i).durations.empty()) {
            complain(
                std::string(i == 0 ? "A" : "B") + ", '" + runs.at(i).facts.name + "', has " + what);
        }
    }
    ComparedDurations compared{
        .a = runs[0].facts.name,
        .b = runs[1].facts.name,
        .distribution =
            compare::distributionOf(runs[0].durations, runs[1].durations, asked.perDecade)};
    compared.distribution.function = asked.function;
    return printWithinMemory(
        *backend, cancel, [&] { printDurations(out, options, compared, cancel); });
}

}  // namespace vellum::server::cli
