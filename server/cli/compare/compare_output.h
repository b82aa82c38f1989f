#pragma once

#include "common/compare/comparability.h"
#include "common/compare/comparison.h"
#include "common/compare/counter_differences.h"
#include "common/compare/distribution.h"
#include "common/compare/gate.h"
#include "common/compare/step_differences.h"
#include "common/compare/tally_differences.h"
#include "server/cli/options.h"

#include <optional>
#include <ostream>
#include <stop_token>
#include <string>

namespace vellum::server::cli {

/// All that is said of two runs.
struct ComparedRuns {
    compare::RunFacts a;
    compare::RunFacts b;
    compare::RunDifferences differences;
    compare::Comparison comparison;
    std::optional<compare::GateFindings> gate;  ///< nothing: there were no rules
};

/// Prints in the format of \p options: CSV has the rows alone, JSON everything.
///
/// Errors   As printing.h.
void printComparison(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedRuns& runs,
    const std::stop_token& cancel);

/// The steps of two runs.
struct ComparedSteps {
    std::string a;  ///< name of the trace
    std::string b;
    std::string step;  ///< as the command line names it
    compare::StepComparison comparison;
    bool isExact = true;  ///< false: one has more than kMostSteps visits
};

/// Prints them in the format that the options ask for. Throws OutputStopped as printComparison does.
void printSteps(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedSteps& steps,
    const std::stop_token& cancel);

/// The counters of two runs.
struct ComparedCounters {
    std::string a;  ///< name of the trace
    std::string b;
    std::string metric;  ///< empty: all
    compare::CounterComparison comparison;
};

/// Prints them in the format that the options ask for. Throws OutputStopped as printComparison does.
void printCounters(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedCounters& counters,
    const std::stop_token& cancel);

/// How long visits of one function take in two runs.
struct ComparedDurations {
    std::string a;  ///< name of the trace
    std::string b;
    compare::Distribution distribution;
};

/// Prints them in the format that the options ask for. Throws OutputStopped as printComparison does.
void printDurations(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedDurations& durations,
    const std::stop_token& cancel);

/// What two runs did that is no visit of a function.
struct ComparedTallies {
    compare::RunFacts a;
    compare::RunFacts b;
    compare::RunDifferences differences;
    compare::TallyComparison comparison;
    bool isExact = true;  ///< false: a run has more than an answer has room for
};

/// Prints them in the format that the options ask for. Throws OutputStopped as printComparison does.
void printTallies(
    std::ostream& out,
    const QueryOptions& options,
    const ComparedTallies& tallies,
    const std::stop_token& cancel);

}  // namespace vellum::server::cli
