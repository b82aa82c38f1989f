#pragma once

#include "common/compare/name_choices.h"
#include "common/compare/noise.h"
#include "common/compare/run.h"
#include "common/table/table.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace vellum::compare {

/// The words of ComparisonBy, in its order.
inline constexpr std::string_view kComparisonByWords[] = {"function", "group", "path"};

enum class ComparisonBy : std::uint8_t {
    Function = 0,
    Group = 1,
    Path = 2,
};

/// What of A is set beside what of B.
enum class MatchBy : std::uint8_t {
    Name = 0,
    Structure =
        1,  ///< also what has another name or another place, as tree_match.h says; not groups
};

/// How the rows of two runs are matched. Choices count where structure does.
struct Matching {
    MatchBy by = MatchBy::Name;
    NameChoices choices{};

    friend bool operator==(const Matching&, const Matching&) = default;
};

enum class Presence : std::uint8_t {
    Both = 0,
    OnlyA = 1,
    OnlyB = 2,
};

/// What of one name differs between two runs.
///
/// Units    Nanoseconds, of all locations together. Differences are B − A and end at the ends of 64 bits.
struct DifferenceRow {
    std::string name;
    Presence in = Presence::Both;
    std::uint64_t visitsA = 0;
    std::uint64_t visitsB = 0;
    std::int64_t inclusiveA = 0;
    std::int64_t inclusiveB = 0;
    std::int64_t inclusiveDifference = 0;
    std::int64_t exclusiveA = 0;
    std::int64_t exclusiveB = 0;
    std::int64_t difference = 0;  ///< of the exclusive times
    double share =
        0;  ///< of all absolute differences, with the sign of this one; NaN where there are none
    NoiseTest noise;
    bool isGuessed = false;  ///< the two have not the same name
    double likeness =
        NoiseTest::kNone;   ///< TreeMatch's; 1 of the same names; none if only one has it
    std::string nameInB{};  ///< where it is another: guessed, or called the same by somebody
    NamePair functions{};   ///< MatchedCosts'

    static const table::Schema kSchema;
};

/// Two runs side by side.
struct Comparison {
    ComparisonBy by = ComparisonBy::Function;
    std::int64_t totalA = 0;  ///< sum of the exclusive times
    std::int64_t totalB = 0;
    std::int64_t totalDifference = 0;
    std::int64_t lengthA = 0;  ///< of the window, from its begin to its end
    std::int64_t lengthB = 0;
    std::int64_t matchedA = 0;  ///< part of the total in what both runs have
    std::int64_t matchedB = 0;
    std::uint64_t count = 0;  ///< of all rows, whatever the limit
    std::uint64_t onlyA = 0;
    std::uint64_t onlyB = 0;
    std::uint64_t guessed = 0;
    std::vector<DifferenceRow> rows;  ///< by |difference|, largest first; then by name

    static const table::Schema kSchema;
};

/// As the command line asks for it.
struct ComparisonQuestion {
    ComparisonBy by = ComparisonBy::Function;
    MatchBy match = MatchBy::Name;

    static const table::Schema kSchema;
};

/// What differs.
///
/// \param matching  by structure: the runs have the trees of their call paths. Groups are matched by name in any case
/// \param stop      requested: what is returned means nothing
/// Cost     Time for the tests as rank_sum.h and ratio_interval.h say, for each name.
[[nodiscard]] Comparison compareRuns(
    const Run& a,
    const Run& b,
    ComparisonBy by,
    const Matching& matching = {},
    const std::stop_token& stop = {});

[[nodiscard]] const Costs& costsBy(const Run& run, ComparisonBy by);

}  // namespace vellum::compare
