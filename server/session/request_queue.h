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

/// How many requests are worked on at a time, and whose.
struct Turns {
    unsigned atOnce = 1;
    /// A client that has one under way gets another only while fewer than so many are in all, and never a
    /// third: the places above are for clients that have nothing under way.
    unsigned sharedBelow = 1;
};

/// Each question uses all threads by itself. A second one of a client keeps its small one from waiting for its
/// large one; with large ones of six clients under way a seventh client's small one begins at once.
inline constexpr Turns kQueryTurns{.atOnce = 8, .sharedBelow = 2};
/// Imports likewise; each may take much memory.
inline constexpr Turns kImportTurns{.atOnce = 4, .sharedBelow = 2};

/// Which request is worked on next. Clients take turns, those first that have nothing under way; within a
/// client the kinds of requests take turns, and within a kind the newest comes first: it is what the user looks
/// at now.
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

    explicit RequestQueue(const Turns& turns) : m_limits(turns) {}

    void push(Job job);

    /// Nothing if nothing may begin now; then something may after the next `finished`, if it is waiting still.
    /// What comes is under way.
    [[nodiscard]] std::optional<Job> pop();

    /// A job of \p client that came from `pop` is done.
    void finished(transport::ClientId client);

    /// Whether the request still waited; then it never runs.
    bool remove(transport::ClientId client, codec::RequestNumber number);

    void removeAll(transport::ClientId client);

private:
    /// Kinds in the order of their turns; each with its jobs, oldest first.
    using Kinds = std::deque<std::vector<Job>>;

    /// Whose turn it is; the end: nobody's.
    [[nodiscard]] std::deque<transport::ClientId>::iterator next();

    Turns m_limits;
    std::mutex m_mutex;
    std::map<transport::ClientId, Kinds> m_waiting;      // no empty kinds, no empty clients
    std::deque<transport::ClientId> m_turns;             // each client of m_waiting once
    std::map<transport::ClientId, unsigned> m_underWay;  // none with 0
    unsigned m_allUnderWay = 0;
};

}  // namespace vellum::server::session
