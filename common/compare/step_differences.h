#pragma once

#include "common/compare/comparison.h"
#include "common/compare/process_map.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/table/table.h"
#include "common/time/tick_range.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

// Two runs step by step: what a step is the user says, by the name of a function that is visited once in each, or of functions
// that carry the step's number in their names, such as ProfilerStep#12. How long the n-th step of one location took in B stands
// beside how long the n-th of the location that belongs to it took in A.

/// More visits of one run are not looked at.
inline constexpr std::uint64_t kMostSteps = 100'000;

/// What names a step's functions: a whole name, or with a `*` at its end all names that begin so. With "marker:" before it markers
/// instead: a step is from one of them to the next.
struct StepName {
    std::string begin;
    bool isWhole = true;
    bool isMarker = false;

    friend bool operator==(const StepName&, const StepName&) = default;
};
/// \return nothing where \p text is empty, or a `*` alone
[[nodiscard]] std::optional<StepName> parseStepName(std::string_view text);
/// \param name  of a function, or of a marker
[[nodiscard]] bool isStep(const StepName& step, std::string_view name);

/// Asks for the visits that \p step names, in time order; not more than kMostSteps of them. Of markers for all that there are, not
/// more than kMostMarkers (named_instant.h).
///
/// Odd case Of a name of more than 500 bytes others that begin alike are found, too: `stepsOf` leaves them out.
[[nodiscard]] query::Request stepRequest(const StepName& step, const query::Scope& scope);

/// One visit of a step.
struct Step {
    std::size_t location = 0;  ///< place in StepRun::processes
    std::string name;          ///< of its function, or of the marker at its begin
    TickRange visit;

    friend bool operator==(const Step&, const Step&) = default;
};

/// The steps of one run.
struct StepRun {
    /// Its places are the locations of the trace, in its order; of markers behind them the location groups, and the trace.
    RunProcesses processes;
    std::vector<Step> steps;  ///< by begin; none inside another of its location
    ClockProperties clock;
    bool isCut = false;  ///< there are more than kMostSteps, or more markers than kMostMarkers
};

/// "rank 0 · Master thread".
[[nodiscard]] std::string nameOfLocation(const Definitions& definitions, const Location& location);

/// \param answer  to `stepRequest`
/// \param window  steps that begin outside it are left out: they have a part in it at most
/// Markers  A step is from a marker to the next that \p step names in the same place (location, location group, trace), or as long
///          as the marker says that it lasts. What is behind the last one has no end, and is no step.
[[nodiscard]] StepRun stepsOf(
    const query::Answer& answer,
    const Definitions& definitions,
    const StepName& step,
    TickRange window);

/// Which location of B belongs to which of A, among those of either that have steps: one of the same name; of those that are
/// left, the first to the first and so on, in the order of the traces, which is that of ranks. Of several of one name so, too.
///
/// \return for each location of \p a its place among those of \p b; nothing: none is left
[[nodiscard]] std::vector<std::optional<std::size_t>> matchLocations(
    std::span<const std::string> a, std::span<const std::string> b);

/// How long one step took in both runs.
///
/// Units    Nanoseconds.
struct StepDifference {
    std::string location;   ///< in A; of what only B has, in B
    std::string locationB;  ///< empty: it has the same name
    std::string name;
    std::uint64_t number = 0;  ///< from 1, among the steps of this name on this location
    Presence in = Presence::Both;
    std::int64_t beginA = 0;  ///< since the trace begins
    std::int64_t beginB = 0;
    std::int64_t durationA = 0;
    std::int64_t durationB = 0;
    std::int64_t difference = 0;  ///< B - A; 0 where only one has it
    TickRange visitA{};           ///< in A's clock; empty where only B has it
    TickRange visitB{};           ///< in B's clock
    std::size_t row =
        0;  ///< the same of all on one location, from 0; names may not tell them apart

    static const table::Schema kSchema;

    friend bool operator==(const StepDifference&, const StepDifference&) = default;
};

/// B / A; NaN where only one has the step, or it takes no time in A.
[[nodiscard]] double stepRatio(const StepDifference& step);

/// All steps of two runs side by side.
struct StepComparison {
    std::int64_t totalA = 0;  ///< of those that both have
    std::int64_t totalB = 0;
    std::int64_t totalDifference = 0;
    std::uint64_t count = 0;  ///< of all rows, whatever the limit
    std::uint64_t onlyA = 0;
    std::uint64_t onlyB = 0;
    /// By location in A's order, then by begin in A; what only B has on the location that belongs to it behind them.
    std::vector<StepDifference> rows;

    static const table::Schema kSchema;
};

/// As the command line asks for it.
struct StepQuestion {
    std::string steps;

    static const table::Schema kSchema;
};

/// \param map  which location of A belongs to which of B. Where one is folded its steps stand in several rows, and are added in each
/// Cost     O(n log n).
[[nodiscard]] StepComparison compareSteps(
    const StepRun& a, const StepRun& b, const ProcessMap& map = {});

}  // namespace vellum::compare
