#pragma once

#include "server/session/dispatcher.h"
#include "server/session/event_loop.h"
#include "server/transport/server_socket.h"

#include <utility>

namespace vellum::server::session {

/// Carries what the socket's thread receives to the dispatcher on the main thread.
///
/// Threads  `deliverTo` before the loop runs; the rest by the socket's thread.
class Receiver final : public transport::ReceiverInterface {
public:
    explicit Receiver(EventLoop& loop) : m_loop(loop) {}

    void deliverTo(Dispatcher& dispatcher) { m_dispatcher = &dispatcher; }

    void onReceived(transport::ClientId client, protocol::Bytes bytes) override
    {
        const std::size_t size = bytes.size();
        m_loop.postReceived(
            [this, client, bytes = std::move(bytes)] { m_dispatcher->receive(client, bytes); },
            size);
    }
    void onGone(transport::ClientId client) override
    {
        m_loop.post([this, client] { m_dispatcher->forget(client); });
    }

private:
    EventLoop& m_loop;
    Dispatcher* m_dispatcher = nullptr;  // touched by the main thread only
};

}  // namespace vellum::server::session
