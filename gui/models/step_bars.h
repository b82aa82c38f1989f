#pragma once

#include "common/compare/step_differences.h"
#include "common/time/tick_range.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace vellum::gui::models {

/// The steps of one location of A, where they are among the rows of a comparison.
struct StepRow {
    std::string location;
    std::string locationB;  ///< empty: it has the same name
    std::size_t first = 0;  ///< of the comparison's rows that A has: by begin, none in another
    std::size_t count = 0;
    std::size_t onlyB = 0;  ///< so many follow them that have no place in A's time

    friend bool operator==(const StepRow&, const StepRow&) = default;
};

/// The locations of a comparison, in its order; also those that only B has.
[[nodiscard]] std::vector<StepRow> stepRows(const compare::StepComparison& comparison);

/// Steps of one location as they are drawn: one, or several that would be narrower than a pixel together.
///
/// Units    Pixels from the left edge; nanoseconds.
struct StepBar {
    int left = 0;
    int right = 0;
    std::size_t first = 0;  ///< in the comparison's rows
    std::size_t count = 0;
    std::int64_t durationA = 0;  ///< of those that both have
    std::int64_t durationB = 0;
    std::size_t inBoth = 0;  ///< how many these are; 0: they are only in A
    std::int64_t onlyA = 0;  ///< of those that only A has

    friend bool operator==(const StepBar&, const StepBar&) = default;
};

/// What of a row is seen of \p range in \p widthPx pixels, from the left to the right.
///
/// A step has the pixels from the one in which it begins to before the one in which it ends, and one at least; those that would
/// share one are a bar together, unless the later goes on: then it has the pixels behind.
/// \param range    not empty
/// \param widthPx  > 0
/// Cost     O(log n + steps that are seen).
[[nodiscard]] std::vector<StepBar> stepBars(
    const compare::StepComparison& comparison, const StepRow& row, TickRange range, int widthPx);

}  // namespace vellum::gui::models
