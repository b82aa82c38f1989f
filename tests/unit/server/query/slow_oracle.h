#pragma once

#include "common/query/answers.h"
#include "common/query/requests.h"
#include "server/store/trace_store.h"

namespace vellum::tests {

// The answers by going through a trace tick by tick or visit by visit: slow, and obviously what
// docs/semantics.md says. Windows must have something of the trace in them.

[[nodiscard]] query::Profile slowProfile(
    const server::store::TraceStore& trace, const query::ProfileRequest& request);

[[nodiscard]] query::CallTree slowCallTree(
    const server::store::TraceStore& trace, const query::CallTreeRequest& request);

[[nodiscard]] query::Timeline slowTimeline(
    const server::store::TraceStore& trace, const query::TimelineRequest& request);

[[nodiscard]] query::SummaryTimeline slowSummary(
    const server::store::TraceStore& trace, const query::SummaryTimelineRequest& request);

[[nodiscard]] query::Messages slowMessages(
    const server::store::TraceStore& trace, const query::MessagesRequest& request);

[[nodiscard]] query::Matrix slowMatrix(
    const server::store::TraceStore& trace, const query::MatrixRequest& request);

/// The pattern must be a plain part of names.
[[nodiscard]] query::SearchHits slowSearch(
    const server::store::TraceStore& trace, const query::SearchRequest& request);

[[nodiscard]] query::Events slowEvents(
    const server::store::TraceStore& trace, const query::EventsRequest& request);

[[nodiscard]] query::VisitDetail slowDetail(
    const server::store::TraceStore& trace, const query::DetailRequest& request);

}  // namespace vellum::tests
