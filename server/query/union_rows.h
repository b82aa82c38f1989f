#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/time/columns.h"
#include "server/query/executor.h"
#include "server/query/key_table.h"

#include <cstdint>
#include <vector>

namespace vellum::server::query {

/// What the rows of a summary timeline are made of.
struct UnionContext {
    const KeyTable& keys;
    Columns columns;
    std::vector<bool> wanted;  ///< by slot; empty: all
};

/// A summary timeline whose ticks count once, however many of a row's locations are in a key.
[[nodiscard]] Result<vellum::query::SummaryTimeline> unionsOf(
    const store::TraceStore& trace,
    const vellum::query::SummaryTimelineRequest& request,
    const UnionContext& context,
    const ExecutionOptions& options);

/// The same of one row from the stretches that parts of the trace have found for it.
[[nodiscard]] Result<vellum::query::SummaryRow> unionOfParts(
    const vellum::query::SummaryTimelineRequest& request,
    const UnionContext& context,
    std::uint64_t locations,
    const std::vector<vellum::query::SummaryRow>& parts);

}  // namespace vellum::server::query
