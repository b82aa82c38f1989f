#pragma once

#include "server/query/key_table.h"
#include "server/query/queries.h"

namespace vellum::server::query {

// Timelines whose rows are sets of locations: made of the sums by key and column that summary timelines are, so
// that parts of a trace can be added up before anything has won.

/// What is wrong with a timeline's request besides its window and its locations; in timeline_query.cpp.
[[nodiscard]] Result<void> checkTimeline(const vellum::query::TimelineRequest& request);

/// The same of one whose rows are sets, locations and limits included.
[[nodiscard]] Result<void> checkSets(
    const store::TraceStore& trace, const vellum::query::TimelineRequest& request);

/// The sums of which the rows are made.
[[nodiscard]] vellum::query::SummaryTimelineRequest sumsForSets(
    const vellum::query::TimelineRequest& request);

/// The rows that \p sums make, behind those of \p answer.
///
/// \param keys  of all series
void addWinners(
    const KeyTable& keys,
    const vellum::query::SummaryTimeline& sums,
    vellum::query::Timeline& answer);

/// Precondition: the request's rows are sets. Errors   As of `timeline`.
///
/// Size     The sums of a few rows at a time.
[[nodiscard]] Result<vellum::query::Timeline> setTimeline(
    const store::TraceStore& trace,
    const vellum::query::TimelineRequest& request,
    const ExecutionOptions& options);

}  // namespace vellum::server::query
