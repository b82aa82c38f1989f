#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "server/store/trace_store.h"

#include <stop_token>

namespace vellum::server::query {

struct ExecutionOptions {
    unsigned threads = 1;    ///< 0: one per core
    std::stop_token cancel;  ///< asked for: the answer is Cancelled, soon
};

/// Answers one request: by class rows where they are quicker, else by scanning the store.
///
/// Exact    Equal for any number of threads.
/// Errors   invalidArgument (limits, empty windows, bad expressions), notFound (unknown locations),
///          resourceExhausted (an answer past kMaxCells), cancelled, dataLoss (an index that turns out
///          to be damaged: TraceStore::check).
/// Threads  Safe from any number of threads at once.
[[nodiscard]] Result<vellum::query::Answer> execute(
    const store::TraceStore& trace,
    const vellum::query::Request& request,
    const ExecutionOptions& options = {});

}  // namespace vellum::server::query
