#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "server/query/executor.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace vellum::server::query {

// What filters of visits leave of messages and collective operations, whose tables do not say between which records
// their ends stand. A part of a trace knows it of its own locations, the head puts all together.

/// Ends of messages, found by location and tick: of several of one kind at one tick it is enough that one is left.
///
/// Threads  Const access from any thread.
class LeftEnds {
public:
    /// \param ends  as an answer to a request for ends has them
    void add(const std::vector<vellum::query::Message>& ends);
    /// Once all are added. Whether an end of \p message is left.
    [[nodiscard]] bool hasEndOf(const vellum::query::Message& message) const;

private:
    struct Ticks {
        std::vector<Tick> sends;  ///< ascending
        std::vector<Tick> receives;
    };
    std::unordered_map<LocationRef, Ticks> m_ends;
};

/// The ends that \p filters leave of some locations: by location in the order given, sends, then receives, each tick
/// once. Others' members of them are those of no message.
///
/// Errors   cancelled.
[[nodiscard]] Result<std::vector<vellum::query::Message>> leftEndsOf(
    const store::TraceStore& trace,
    const std::vector<LocationIndex>& locations,
    const std::vector<vellum::query::VisitFilter>& filters,
    const ExecutionOptions& options);

/// The ends of messages that the filters of visits leave, in all locations: a message counts by either end, also if only
/// the other one is selected. No value if there are no such filters.
///
/// Errors   cancelled; invalidArgument: the window lies outside of the trace.
[[nodiscard]] Result<std::optional<LeftEnds>> endsLeftIn(
    const store::TraceStore& trace,
    const vellum::query::Scope& scope,
    const ExecutionOptions& options);

/// Operations by communicator, instance and, of a communicator of one location each, that.
class LeftOperations {
public:
    void add(const std::vector<vellum::query::Collective>& operations);
    [[nodiscard]] bool contains(const vellum::query::Collective& row, bool isSelf) const;

private:
    using Key = std::tuple<CommRef, std::uint64_t, LocationRef>;
    std::vector<Key> m_keys;  ///< ascending
};

/// The operations of which \p filters leave a member among some locations, each once and in their order; nothing of
/// them but what makes them that. Likewise.
[[nodiscard]] Result<std::vector<vellum::query::Collective>> leftOperationsOf(
    const store::TraceStore& trace,
    const std::vector<LocationIndex>& locations,
    const std::vector<vellum::query::VisitFilter>& filters,
    const ExecutionOptions& options);

/// In that order, each once.
void putOperationsInOrder(std::vector<vellum::query::Collective>& operations);

/// Errors   resourceExhausted naming the numbers, for more than kMaxEnds.
[[nodiscard]] Result<void> checkEnds(std::uint64_t ends, const char* what);

// The answers, once it is known what is left; null: all. In message_query.cpp and collective_query.cpp.

[[nodiscard]] Result<vellum::query::Messages> messagesWith(
    const store::TraceStore& trace,
    const vellum::query::MessagesRequest& request,
    const LeftEnds* left,
    const ExecutionOptions& options);
[[nodiscard]] Result<vellum::query::Matrix> matrixWith(
    const store::TraceStore& trace,
    const vellum::query::MatrixRequest& request,
    const LeftEnds* left,
    const ExecutionOptions& options);
[[nodiscard]] Result<vellum::query::Collectives> collectivesWith(
    const store::TraceStore& trace,
    const vellum::query::CollectivesRequest& request,
    const LeftOperations* left,
    const ExecutionOptions& options);

}  // namespace vellum::server::query
