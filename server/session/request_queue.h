#pragma once

#include "common/codec/messages.h"
#include "server/transport/server_socket.h"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

namespace vellum::server::session {

/// Which request is worked on next. Clients take turns, within a client the kinds of requests take
/// turns, and within a kind the newest comes first: it is what the user looks at now.
///
/// Exact    Nothing is lost: an older request is answered when no newer one of its kind waits, or
///          taken out by `remove`.
/// Threads  Any.
class RequestQueue {
public:
    struct Job {
        transport::ClientId client;
        codec::RequestNumber number = 0;
        std::size_t kind = 0;
        std::function<void()> run;
    };

    void push(Job job);

    /// Nothing if nothing waits.
    [[nodiscard]] std::optional<Job> pop();

    /// Whether the request still waited; then it never runs.
    bool remove(transport::ClientId client, codec::RequestNumber number);

    void removeAll(transport::ClientId client);

private:
    /// Kinds in the order of their turns; each with its jobs, oldest first.
    using Kinds = std::deque<std::vector<Job>>;

    std::mutex m_mutex;
    std::map<transport::ClientId, Kinds> m_waiting;  // no empty kinds, no empty clients
    std::deque<transport::ClientId> m_turns;         // each client of m_waiting once
};

}  // namespace vellum::server::session
