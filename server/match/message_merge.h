#pragma once

#include "common/query/answers.h"
#include "common/trace/refs.h"

#include <span>
#include <vector>

namespace vellum::server::match {

/// A message of one sender.
struct SentMessage {
    query::Message message;
    LocationIndex receiver;
};

/// The messages of all senders in one list: by send tick, then sender, those of a sender as they come.
/// Works on up to \p threads threads (0: one per core), each at a stretch of time.
///
/// Layout   \p bySender has a list for each location, each by send tick.
/// Exact    Equal for any number of threads.
[[nodiscard]] std::vector<query::Message> mergeMessages(
    std::span<const std::vector<SentMessage>> bySender, unsigned threads);

}  // namespace vellum::server::match
