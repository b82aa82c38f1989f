#pragma once

#include "common/compare/comparison.h"
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

/// What names a step's functions: a whole name, or with a `*` at its end all names that begin so.
struct StepName {
    std::string begin;
    bool isWhole = true;

    friend bool operator==(const StepName&, const StepName&) = default;
};
/// \return nothing where \p text is empty, or a `*` alone
[[nodiscard]] std::optional<StepName> parseStepName(std::string_view text);
[[nodiscard]] bool isStep(const StepName& step, std::string_view function);

/// Asks for the visits that \p step names, in time order; not more than kMostSteps of them.
///
/// Odd case Of a name of more than 500 bytes others that begin alike are found, too: `stepsOf` leaves them out.
[[nodiscard]] query::SearchRequest stepRequest(const StepName& step, const query::Scope& scope);

/// One visit of a step.
struct Step {
    std::size_t location = 0;  ///< place in StepRun::locations
    std::string name;          ///< of its function
    TickRange visit;

    friend bool operator==(const Step&, const Step&) = default;
};

/// The steps of one run.
struct StepRun {
    std::vector<std::string>
        locations;            ///< of the trace, in its order, as `nameOfLocation` calls them
    std::vector<Step> steps;  ///< by begin; none inside another of its location
    ClockProperties clock;
    bool isCut = false;  ///< there are more than kMostSteps
};

/// "rank 0 · Master thread".
[[nodiscard]] std::string nameOfLocation(const Definitions& definitions, const Location& location);

/// \param hits    the answer to `stepRequest`
/// \param window  steps that begin outside it are left out: they have a part in it at most
[[nodiscard]] StepRun stepsOf(
    const query::SearchHits& hits,
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

/// Cost     O(n log n).
[[nodiscard]] StepComparison compareSteps(const StepRun& a, const StepRun& b);

}  // namespace vellum::compare
