#pragma once

#include "common/protocol/bytes.h"
#include "common/socket/wake_up.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>

namespace vellum::server::transport {

/// What waits to be sent to one client, and what ZeroMQ still holds of it.
///
/// ZeroMQ's own queues count messages and not bytes; so at most one message, or a few small ones, are
/// handed over before it has let go of the earlier ones, and the rest waits here, where it is
/// counted.
/// Threads  The socket's thread; ZeroMQ's only returns bytes through the function of `handOver`.
class ClientQueue {
public:
    ClientQueue() : m_held(std::make_shared<std::atomic<std::size_t>>(0)) {}

    void push(protocol::Bytes bytes);

    /// Whether the next message may be handed to ZeroMQ now.
    [[nodiscard]] bool isReady() const;
    [[nodiscard]] bool isEmpty() const { return m_waiting.empty(); }

    [[nodiscard]] const std::shared_ptr<const protocol::Bytes>& front() const
    {
        return m_waiting.front();
    }
    /// Counts the front message as held, until the function returned is called (from any thread);
    /// that also wakes \p wakeUp, which must outlive the sockets.
    [[nodiscard]] std::function<void()> handOver(const socket::WakeUp& wakeUp);
    /// The front message was not taken: it is no longer counted as held, and waits on.
    void takeBack();
    void pop();

    /// Bytes that wait here.
    [[nodiscard]] std::size_t waitingBytes() const { return m_waitingBytes; }

private:
    std::deque<std::shared_ptr<const protocol::Bytes>> m_waiting;
    std::size_t m_waitingBytes = 0;
    std::shared_ptr<std::atomic<std::size_t>> m_held;  ///< shared with messages that outlive us
};

}  // namespace vellum::server::transport
