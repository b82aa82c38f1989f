#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"
#include "common/trace/event_kinds.h"
#include "gui/models/selection.h"

#include <string_view>
#include <vector>

namespace vellum::gui::models {

/// Whether records of \p kind are called \p name.
[[nodiscard]] bool isNameOf(std::string_view name, EventKind kind);

/// What was recorded of one visit beside its name and times.
struct VisitRecords {
    query::EventRecord enter;
    query::EventRecord leave;                 ///< without a kind where it is not among the events
    std::vector<query::EventRecord> records;  ///< between the two, but for those of its callees
    bool isWhole = false;                     ///< false: there may be more than were asked for
};

/// What to ask for: the visit's location from its begin to its end, at most so many records.
[[nodiscard]] query::EventsRequest recordsRequest(
    const SelectedVisit& visit, std::uint64_t limit = 1'000);

/// Picks the visit's own records out of the answer to `recordsRequest`.
///
/// \return no enter (without a kind) where none of the records begins the visit, as where a repair made it.
///         Of visits with the same region and times, one in the other, the outer one.
[[nodiscard]] VisitRecords recordsOf(
    const SelectedVisit& visit, const query::Events& answer, const Definitions& definitions);

}  // namespace vellum::gui::models
