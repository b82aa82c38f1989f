#pragma once

#include "common/query/answers.h"
#include "common/query/requests.h"
#include "gui/models/filters.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::gui::models {

// Shares of time where functions are filtered: what is stacked are only those that stand out, by function or
// by their groups. The rest of a column stays empty, like time in no function.

// What the profiler did itself (Measurement) is not what a program is looked at for: wherever times are
// listed or stacked it comes last. Its numbers stay what they are.

[[nodiscard]] bool isMeasurement(query::Key key, query::GroupBy by, const Definitions& definitions);

[[nodiscard]] bool isMeasurementLast(
    const query::SummaryRow& row, query::GroupBy by, const Definitions& definitions);
/// Puts the profiler's own series behind all others, which keep their order.
void putMeasurementLast(query::SummaryRow& row, query::GroupBy by, const Definitions& definitions);

/// Where more stand out the answer would be hundreds of megabytes; then shares by group are of all functions.
inline constexpr std::size_t kMostFunctionsOfShares = 4'096;

/// What to ask for shares by `request.by` under \p filters: of functions, where some are filtered.
[[nodiscard]] query::SummaryTimelineRequest requestOfShares(
    query::SummaryTimelineRequest request, const FilterSet& filters);

/// A row of the answer as it was wanted, the profiler's own time last.
///
/// \param asked  what was answered, which may have been asked under other filters
/// \param by     what was wanted: FunctionGroup or Region
[[nodiscard]] query::SummaryRow shownShares(
    const query::SummaryRow& row,
    const query::SummaryTimelineRequest& asked,
    query::GroupBy by,
    const FilterSet& filters,
    const Definitions& definitions);

/// Whether shares by group can be told apart by what stands out and what does not.
[[nodiscard]] bool tellsSharesApart(const FilterSet& filters);

/// In a key of `splitShares`: what of the group does not stand out.
inline constexpr std::uint32_t kSteppedBackShare = std::uint32_t{1} << 31U;

/// By group what stands out, below all that does not: the same time as in \p groups, in twice as many series at most.
///
/// \param groups    exclusive time by function group
/// \param standing  of the same columns and locations, by function: those that stand out
[[nodiscard]] query::SummaryRow splitShares(
    const query::SummaryRow& groups,
    const query::SummaryRow& standing,
    const FilterSet& filters,
    const Definitions& definitions);

/// What of a column was spent in a function group, summed over its row's locations.
struct GroupShare {
    FunctionGroup group = FunctionGroup::Unknown;
    Tick time = 0;
    Tick standing =
        0;  ///< of that what stands out, where `splitShares` told it apart; else all of it

    friend bool operator==(const GroupShare&, const GroupShare&) = default;
};

/// The longest first, equals by group; without groups that have no time there.
///
/// \param row  shares by group, or what `splitShares` made of them
[[nodiscard]] std::vector<GroupShare> sharesOf(const query::SummaryRow& row, std::size_t column);

}  // namespace vellum::gui::models
