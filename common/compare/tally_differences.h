#pragma once

#include "common/compare/comparison.h"
#include "common/compare/tally.h"
#include "common/table/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum::compare {

/// A number of A and of B, and B − A; at the ends of 64 bits where that does not fit.
struct Amounts {
    std::int64_t a = 0;
    std::int64_t b = 0;
    std::int64_t difference = 0;

    friend bool operator==(const Amounts&, const Amounts&) = default;
};
struct CountsOfBoth : Amounts {
    static const table::Schema kSchema;
};
/// In nanoseconds.
struct TimesOfBoth : Amounts {
    static const table::Schema kSchema;
};
struct BytesOfBoth : Amounts {
    static const table::Schema kSchema;
};

/// B / A; no number where A is 0.
[[nodiscard]] double ratioOf(const Amounts& amounts);

/// All measures. Those that rows of their kind do not have are 0.
struct AmountsByMeasure {
    CountsOfBoth count;
    TimesOfBoth time;
    TimesOfBoth wait;
    BytesOfBoth bytes;
    BytesOfBoth redundant;

    /// \param measure  not Usual
    [[nodiscard]] const Amounts& of(TallyMeasure measure) const;

    static const table::Schema kSchema;
};

/// What of one name differs between two runs.
struct TallyDifference {
    std::string name;
    Presence in = Presence::Both;
    AmountsByMeasure amounts;
    double share =
        0;  ///< of all absolute differences of the measure, with the sign of this one; NaN where there are none

    static const table::Schema kSchema;
};

/// Two runs side by side, by what they did that is no visit of a function.
struct TallyComparison {
    TallyBy by = TallyBy::Message;
    TallyKey key = TallyKey::Pair;              ///< never Usual
    TallyMeasure measure = TallyMeasure::Time;  ///< never Usual
    std::uint64_t count = 0;                    ///< of all rows, whatever the limit
    std::uint64_t onlyA = 0;
    std::uint64_t onlyB = 0;
    AmountsByMeasure total;  ///< of all rows
    std::vector<TallyDifference>
        rows;  ///< by |difference| of the measure, largest first; then by name

    static const table::Schema kSchema;
};

/// What differs. Rows of equal names belong together.
///
/// Cost     O(rows of both), and sorting the rows.
[[nodiscard]] TallyComparison compareTallies(
    const TallyQuestion& question, const Tallies& a, const Tallies& b);

/// A measure in words: "1.2 ms", "4 MiB", "-12"; with its sign where it is a difference.
[[nodiscard]] std::string amountText(TallyMeasure measure, std::int64_t amount);
[[nodiscard]] std::string differenceText(TallyMeasure measure, std::int64_t difference);

}  // namespace vellum::compare
