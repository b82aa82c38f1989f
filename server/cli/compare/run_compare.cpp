#include "server/cli/compare/run_compare.h"

#include "common/base/number_text.h"
#include "server/cli/compare/baseline_file.h"
#include "server/cli/compare/compare_output.h"
#include "server/cli/compare/measured_run.h"
#include "server/cli/compare/run_counters.h"
#include "server/cli/compare/run_durations.h"
#include "server/cli/compare/run_series.h"
#include "server/cli/compare/run_steps.h"
#include "server/cli/compare/run_tallies.h"
#include "server/cli/exit_status.h"
#include "server/cli/notes.h"
#include "server/cli/output_guard.h"
#include "server/cli/request_builder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::cli {

namespace {

using compare::ComparisonBy;
using compare::GateFinding;
using compare::GateOutcome;
using compare::Run;

ComparisonBy byOf(const QueryOptions& options)
{
    return options.asked.as<compare::ComparisonQuestion>()->by;
}

MeasuredParts partsOf(const QueryOptions& options)
{
    const auto& asked = *options.asked.as<compare::ComparisonQuestion>();
    return {
        .paths = asked.by == ComparisonBy::Path,
        .tree = asked.match == compare::MatchBy::Structure};
}

int keepBaseline(const QueryOptions& options, const MakeBackend& makeBackend)
{
    const auto backend = makeBackend();
    const MeasuredRun measured = measureRun(ofTrace(options, 0), *backend, {});
    if (measured.status != kAnswered) {
        return measured.status;
    }
    complainAll(measured.notes);
    const std::string& file = options.compare.writeBaseline;
    const auto written = writeBaseline(file, measured.run);
    if (!written.isOk()) {
        return complainAbout(written.error(), kOutOfLimit);
    }
    complain(
        "'" + file + "' keeps " + grouped(measured.run.functions.size()) + " functions of '"
        + options.trace.name() + "'");
    return kAnswered;
}

/// The first run: of a file or of the first trace, whose backend does not outlive it.
MeasuredRun measureA(const QueryOptions& options, const MakeBackend& makeBackend)
{
    if (options.compare.baselineFile.empty()) {
        const auto backend = makeBackend();
        return measureRun(ofTrace(options, 0), *backend, partsOf(options));
    }
    auto run = readBaseline(options.compare.baselineFile);
    if (!run.isOk()) {
        return {.run = {}, .notes = {}, .status = complainAbout(run.error(), kTraceUnreadable)};
    }
    return {.run = std::move(run).value(), .notes = {}};
}

ComparedRuns comparedOf(const QueryOptions& options, const Run& a, const Run& b)
{
    ComparedRuns runs{
        .a = a.facts,
        .b = b.facts,
        .differences = compare::differencesOf(a, b),
        .comparison = compare::compareRuns(
            a, b, byOf(options), {.by = options.asked.as<compare::ComparisonQuestion>()->match}),
        .gate = {}};
    if (!options.compare.rules.empty()) {
        runs.gate = compare::checkGate(options.compare.rules, a, b);
    }
    auto& rows = runs.comparison.rows;
    rows.resize(std::min<std::size_t>(rows.size(), options.limit));
    return runs;
}

/// That not all durations were compared: of as many as are ever taken there may be more.
std::string samplesNote(const compare::Comparison& comparison, bool hasBaseline)
{
    const std::uint64_t mostOfA = hasBaseline ? kMostKeptDurations : compare::kMostDurations;
    const auto rows =
        std::ranges::count_if(comparison.rows, [&](const compare::DifferenceRow& row) {
            const compare::NoiseTest& noise = row.noise;
            return (noise.samplesA < row.visitsA && noise.samplesA == mostOfA)
                   || (noise.samplesB < row.visitsB && noise.samplesB == compare::kMostDurations);
        });
    return rows == 0
               ? std::string()
               : "of " + grouped(static_cast<std::uint64_t>(rows)) + (rows == 1 ? " row" : " rows")
                     + " with many visits some durations, evenly chosen, stand for all: samples_a and "
                       "samples_b of JSON and CSV say how many";
}

void complainOf(const QueryOptions& options, const ComparedRuns& runs)
{
    for (const compare::RunDifference& difference : runs.differences.differences) {
        complain(compare::sentenceOf(difference));
    }
    complainAll({samplesNote(runs.comparison, !options.compare.baselineFile.empty())});
    if (options.format != Format::Text) {  // else it stands below the table
        const auto& comparison = runs.comparison;
        complainAll({shownOf(comparison.rows.size(), comparison.count, "rows")});
    }
}

int statusOfGate(const ComparedRuns& runs)
{
    if (!runs.gate) {
        return kAnswered;
    }
    for (const GateFinding& finding : runs.gate->rules) {
        if (finding.outcome != GateOutcome::Kept) {
            complain(finding.says);
        }
    }
    switch (runs.gate->outcome) {
    case GateOutcome::Broken:
        return kCheckFailed;
    case GateOutcome::NotComparable:
        return kWrongUsage;
    case GateOutcome::Kept:
        break;
    }
    return kAnswered;
}

}  // namespace

int runCompare(
    const QueryOptions& options,
    const MakeBackend& makeBackend,
    std::ostream& out,
    const std::stop_token& cancel)
{
    const auto times = checkTimes(options);
    if (!times.isOk()) {
        return complainAbout(times.error(), kWrongUsage);
    }
    if (options.compare.isSeries) {
        return runSeries(options, makeBackend, out, cancel);
    }
    if (options.asked.as<compare::CounterQuestion>() != nullptr) {
        return runCounters(options, makeBackend, out, cancel);
    }
    if (options.asked.as<compare::DurationQuestion>() != nullptr) {
        return runDurations(options, makeBackend, out, cancel);
    }
    if (options.asked.as<compare::TallyQuestion>() != nullptr) {
        return runTallies(options, makeBackend, out, cancel);
    }
    if (!options.compare.steps.empty()) {
        return runSteps(options, makeBackend, out, cancel);
    }
    if (!options.compare.writeBaseline.empty()) {
        return keepBaseline(options, makeBackend);
    }
    const MeasuredRun a = measureA(options, makeBackend);
    if (a.status != kAnswered) {
        return a.status;
    }
    const auto backend = makeBackend();
    const MeasuredRun b =
        measureRun(ofTrace(options, options.trace.paths.size() - 1), *backend, partsOf(options));
    if (b.status != kAnswered) {
        return b.status;
    }
    complainAll(a.notes);
    complainAll(b.notes);
    const ComparedRuns runs = comparedOf(options, a.run, b.run);
    complainOf(options, runs);
    const int status =
        printWithinMemory(*backend, cancel, [&] { printComparison(out, options, runs, cancel); });
    return status == kAnswered ? statusOfGate(runs) : status;
}

}  // namespace vellum::server::cli
