#pragma once

#include "server/query/left_ends.h"
#include "server/query/record_judge.h"
#include "server/query/workers.h"
#include "server/store/trace_store.h"

#include <algorithm>

namespace vellum::server::query {

/// Whether some of the way from send to receive lies in \p window; of one that is received before it is sent, too.
[[nodiscard]] inline bool overlaps(const vellum::query::Message& message, TickRange window)
{
    return std::min(message.send, message.receive) < window.end
           && std::max(message.send, message.receive) >= window.begin;
}

/// Calls \p use for the messages of the window that \p filter leaves, in their order.
///
/// \param left  null: the ends of all
/// Errors   cancelled.
template <typename Use>
Result<void> forEachMessage(
    const store::TraceStore& trace,
    TickRange window,
    const vellum::query::RecordFilter& filter,
    const LeftEnds* left,
    const ExecutionOptions& options,
    Use use)
{
    StopPoll poll(options);
    const MessageJudge judge(filter.messages);
    for (const vellum::query::Message& message : trace.sound(trace.messages)) {
        if (poll.stopNow()) {
            return cancelledError();
        }
        if (overlaps(message, window)
            && judge.keeps(message.communicator, message.tag, message.bytes)
            && (left == nullptr || left->hasEndOf(message))) {
            use(message);
        }
    }
    return {};
}

}  // namespace vellum::server::query
