#pragma once

#include "common/compare/run.h"
#include "server/cli/exit_status.h"
#include "server/cli/options.h"
#include "server/cli/output_guard.h"
#include "server/cli/query_backend.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace vellum::server::cli {

/// What a trace costs, and how far that is to be relied on.
struct MeasuredRun {
    compare::Run run;
    std::vector<std::string> notes;  ///< sentences for standard error
    int status = kAnswered;          ///< another one: it was complained about, and `run` is empty
    std::vector<compare::DurationClass> durations{};  ///< of MeasuredParts::ofFunction
};

/// Functions and groups are always asked for; these are asked for as well where they are true.
struct MeasuredParts {
    bool paths = false;
    bool tree = false;         ///< that the paths make
    bool durations = true;     ///< of single visits
    std::string ofFunction{};  ///< of this function all of them; empty: of none
};

/// Opens the one trace that \p options name, and asks what compare::Run has.
///
/// Odd case Where a trace has too many different durations for one answer they are taken less precisely; where that is
///          too much as well no visits are compared, and a note says so.
[[nodiscard]] MeasuredRun measureRun(
    const QueryOptions& options, QueryBackend& backend, const MeasuredParts& parts);

/// What is to be known of a run, with window, selection and filters as the command line says them.
[[nodiscard]] compare::RunFacts factsOf(
    const QueryOptions& options, const OpenedTrace& trace, const vellum::query::Scope& scope);

/// Window, locations and filters of the command line, in the ticks and references of this trace.
[[nodiscard]] Result<vellum::query::Scope> scopeOf(
    const QueryOptions& options, const OpenedTrace& trace);

/// The scope that the options ask for, with times of `--window` counted from the instant that `--align` names; without a window from there to the end.
///
/// Errors   Also notFound, naming the trace and how many there are: it has no such visit or marker.
[[nodiscard]] Result<vellum::query::Scope> alignedScope(
    const QueryOptions& options, QueryBackend& backend, const OpenedTrace& trace);

/// The same command line about one of its traces.
[[nodiscard]] QueryOptions ofTrace(const QueryOptions& options, std::size_t which);

/// Calls \p print, which prints the answer, as far as memory and the reader of the output allow.
///
/// \return an exit status; what went wrong was complained about
template <typename Print>
[[nodiscard]] int printWithinMemory(
    QueryBackend& backend, const std::stop_token& cancel, const Print& print)
{
    try {
        const auto printed =
            backend.withinMemory("ask for fewer rows with --limit", [&print]() -> Result<void> {
                print();
                return {};
            });
        return printed.isOk() ? static_cast<int>(kAnswered)
                              : complainAbout(printed.error(), statusOfAnswer(printed.error()));
    } catch (const OutputStopped&) {
        return cancel.stop_requested() ? kInterrupted : kAnswered;  // `out` says that it failed
    }
}

/// Complains of each that is not empty.
void complainAll(const std::vector<std::string>& notes);

}  // namespace vellum::server::cli
