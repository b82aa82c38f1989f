#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "server/query/executor.h"
#include "server/store/trace_store.h"

namespace vellum::server::query {

// One function per question, each in a file of its own; what the numbers mean is in
// docs/semantics.md.
//
// Exact    All of them: equal to a scan tick by tick, and equal for any number of threads.
// Errors   Those of executor.h, for the requests and answers of their kind.

[[nodiscard]] vellum::query::TraceInfo traceInfo(const store::TraceStore& trace);

[[nodiscard]] vellum::query::LocationCounts locationCounts(const store::TraceStore& trace);

/// Cost     O(locations × (log visits + depth + regions)) and, of each location, the changes beside the
///          rows at the window's ends (16 times its regions); all of the window where it has no rows.
[[nodiscard]] Result<vellum::query::Profile> profile(
    const store::TraceStore& trace,
    const vellum::query::ProfileRequest& request,
    const ExecutionOptions& options);

/// Cost     O(locations × (log visits + depth) + changes in the window), and a look-up for each path.
[[nodiscard]] Result<vellum::query::CallTree> callTree(
    const store::TraceStore& trace,
    const vellum::query::CallTreeRequest& request,
    const ExecutionOptions& options);

/// Cost     O(locations × (columns + depth) + visits and segments in the window).
[[nodiscard]] Result<vellum::query::Timeline> timeline(
    const store::TraceStore& trace,
    const vellum::query::TimelineRequest& request,
    const ExecutionOptions& options);

/// Cost     O(segments in the window + columns × keys) for each row.
[[nodiscard]] Result<vellum::query::SummaryTimeline> summaryTimeline(
    const store::TraceStore& trace,
    const vellum::query::SummaryTimelineRequest& request,
    const ExecutionOptions& options);

/// Cost     O(messages).
[[nodiscard]] Result<vellum::query::Messages> messages(
    const store::TraceStore& trace,
    const vellum::query::MessagesRequest& request,
    const ExecutionOptions& options);

/// Cost     O(launches).
[[nodiscard]] Result<vellum::query::Launches> launches(
    const store::TraceStore& trace,
    const vellum::query::LaunchesRequest& request,
    const ExecutionOptions& options);

/// Cost     O(collectives that begin before the window's end + members of their communicators).
[[nodiscard]] Result<vellum::query::Collectives> collectives(
    const store::TraceStore& trace,
    const vellum::query::CollectivesRequest& request,
    const ExecutionOptions& options);

/// Cost     O(records that are no enter or leave · log of these) of the members.
[[nodiscard]] Result<vellum::query::CollectiveMembers> collectiveMembers(
    const store::TraceStore& trace,
    const vellum::query::CollectiveMembersRequest& request,
    const ExecutionOptions& options);

/// Cost     O(records that are no enter or leave · log handles), for locations with input or output.
[[nodiscard]] Result<vellum::query::Io> io(
    const store::TraceStore& trace,
    const vellum::query::IoRequest& request,
    const ExecutionOptions& options);

/// Cost     O(events before the window's end), most of them only by their kind.
[[nodiscard]] Result<vellum::query::Counters> counters(
    const store::TraceStore& trace,
    const vellum::query::CountersRequest& request,
    const ExecutionOptions& options);

/// Cost     O(messages + labels²).
[[nodiscard]] Result<vellum::query::Matrix> matrix(
    const store::TraceStore& trace,
    const vellum::query::MatrixRequest& request,
    const ExecutionOptions& options);

/// Cost     O(visits in the window + hits · log hits + regions × name × expression).
[[nodiscard]] Result<vellum::query::SearchHits> search(
    const store::TraceStore& trace,
    const vellum::query::SearchRequest& request,
    const ExecutionOptions& options);

/// Cost     O(locations · log events + limit · log locations); with a filter all in the window that is no
///          enter or leave, and what it leaves out before the limit is reached.
[[nodiscard]] Result<vellum::query::Events> events(
    const store::TraceStore& trace,
    const vellum::query::EventsRequest& request,
    const ExecutionOptions& options);

/// Cost     O(markers).
[[nodiscard]] Result<vellum::query::Markers> markers(
    const store::TraceStore& trace,
    const vellum::query::MarkersRequest& request,
    const ExecutionOptions& options);

/// Cost     O(visits inside the outermost one at that tick).
[[nodiscard]] Result<vellum::query::VisitDetail> detail(
    const store::TraceStore& trace,
    const vellum::query::DetailRequest& request,
    const ExecutionOptions& options);

}  // namespace vellum::server::query
