#pragma once

#include "common/query/answers.h"
#include "common/query/duration_summary.h"
#include "common/table/table.h"
#include "common/time/clock_properties.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

/// What one run spent in a function, a group or a call path.
///
/// Units    Whole nanoseconds: the clocks of two runs may differ. They end at the ends of 64 bits.
struct Cost {
    std::string name;
    std::uint64_t visits = 0;
    std::int64_t inclusiveNs = 0;
    std::int64_t exclusiveNs = 0;
    /// Exclusive durations of single visits, ascending, > 0; at most kMostDurations, of more so many evenly by rank.
    std::vector<double> durationsNs{};

    friend bool operator==(const Cost&, const Cost&) = default;
};
inline constexpr std::size_t kMostDurations = 10'000;

/// Visits whose durations are alike: exclusive ones, in nanoseconds, > 0.
struct DurationClass {
    double ns = 0;  ///< the middle of the class
    std::uint64_t visits = 0;

    friend bool operator==(const DurationClass&, const DurationClass&) = default;
};

/// By name, ascending, each name once.
using Costs = std::vector<Cost>;

/// Null where nothing has this name.
[[nodiscard]] const Cost* findCost(const Costs& costs, std::string_view name);

/// What one has to know of a run to say whether it may be compared with another.
struct RunFacts {
    std::string name;  ///< a path or a file, for sentences
    std::string format;
    std::uint64_t locations = 0;  ///< that the costs are of
    std::uint64_t locationGroups = 0;
    /// Location groups that have at least one CPU thread among the locations that the costs are of.
    std::uint64_t ranks = 0;
    std::uint64_t ticksPerSecond = 0;
    std::int64_t lengthNs = 0;  ///< of the window that the costs are of
    std::string window;         ///< as asked for; empty: all
    std::string chosen;         ///< locations, as asked for; empty: all
    std::string filter;         ///< of visits, as asked for; empty: none
    bool isDamaged = false;     ///< not all that was recorded could be read

    static const table::Schema kSchema;

    friend bool operator==(const RunFacts&, const RunFacts&) = default;
};

/// A call path where it stands in the call tree.
struct PathNode {
    static constexpr std::uint32_t kNoCost = std::numeric_limits<std::uint32_t>::max();

    std::string name;          ///< of the function
    std::uint32_t parent = 0;  ///< its place among the nodes, which is before; a root's is its own
    /// The place in Run::paths; kNoCost where another path reads alike, being as long, and has it.
    std::uint32_t cost = kNoCost;

    friend bool operator==(const PathNode&, const PathNode&) = default;
};

/// One run of a program, as it is compared with another.
struct Run {
    RunFacts facts;
    Costs functions;
    Costs groups;
    Costs paths;                      ///< empty unless wanted
    std::vector<PathNode> pathNodes;  ///< of these the tree, each path once; empty unless wanted

    friend bool operator==(const Run&, const Run&) = default;
};

/// The sum of the exclusive times of all functions, on all locations; as all sums here.
[[nodiscard]] std::int64_t totalNs(const Run& run);

/// a + b and a − b, at the ends of 64 bits where they do not fit.
[[nodiscard]] std::int64_t addNs(std::int64_t a, std::int64_t b);
[[nodiscard]] std::int64_t subtractNs(std::int64_t a, std::int64_t b);

// Costs of answers ---------------------------------------------------------------------------

/// Of the key of a profile's row, or of a duration summary by region, the name that it counts under.
using NameOfKey = std::function<std::string(std::uint64_t)>;

/// A profile's rows. Those of equal names are one, though each time in both of two such functions that call each other
/// counts twice in their inclusive time.
///
/// \param durations      by region
/// \param nameOfRegion   of a region of \p durations the name of its row
[[nodiscard]] Costs costsOf(
    const query::Profile& profile,
    const NameOfKey& nameOfRow,
    const query::DurationSummary& durations,
    std::uint32_t precision,
    const NameOfKey& nameOfRegion,
    const ClockProperties& clock);

/// A call tree's paths.
///
/// \param names      of each node the whole path
/// \param durations  by call path
[[nodiscard]] Costs costsOf(
    const query::CallTree& tree,
    const std::vector<std::string>& names,
    const query::DurationSummary& durations,
    std::uint32_t precision,
    const ClockProperties& clock);

/// The visits of a duration summary by region, of all regions that \p isMeant says, by duration, ascending; each duration once.
[[nodiscard]] std::vector<DurationClass> durationsOf(
    const query::DurationSummary& durations,
    const std::function<bool(std::uint64_t region)>& isMeant,
    std::uint32_t precision,
    const ClockProperties& clock);

/// The same tree, in which those of one name below one node are one.
///
/// \param names  of each node the function's
/// \param paths  of each node the whole path, as \p costs have it
[[nodiscard]] std::vector<PathNode> pathNodesOf(
    const query::CallTree& tree,
    const std::vector<std::string>& names,
    const std::vector<std::string>& paths,
    const Costs& costs);

}  // namespace vellum::compare
