#pragma once

#include "common/compare/run.h"
#include "common/table/table.h"

#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

/// Something besides times that differs between two runs, so that a difference of their times may be due to it.
struct RunDifference {
    std::string what;  ///< "locations", "length", …
    std::string a;
    std::string b;

    friend bool operator==(const RunDifference&, const RunDifference&) = default;

    static const table::Schema kSchema;
};

/// What `what` is where one of them has functions of names that the other one has not.
inline constexpr std::string_view kNamesOfOne = "functions that only one has";

struct RunDifferences {
    std::vector<RunDifference> differences;

    static const table::Schema kSchema;
};

/// Lengths that differ by less than this part of the longer one are alike: no two runs take equally long.
inline constexpr double kLeastLengthDifference = 0.01;

/// Format, locations, location groups, clock resolution, length, what was asked for, damage, and functions that only one
/// of the two has, in this order.
[[nodiscard]] RunDifferences differencesOf(const Run& a, const Run& b);

/// "locations: 4 in A, 8 in B", or whatever the two are called.
[[nodiscard]] std::string sentenceOf(
    const RunDifference& difference,
    std::string_view nameOfA = "A",
    std::string_view nameOfB = "B");

}  // namespace vellum::compare
