#pragma once

#include "common/codec/messages.h"
#include "server/transport/server_socket.h"

namespace vellum::server::session {

/// Where messages to clients go.
///
/// Threads  Any.
class Outbox {
public:
    Outbox() = default;
    Outbox(const Outbox&) = delete;
    Outbox& operator=(const Outbox&) = delete;
    virtual ~Outbox() = default;

    /// A message that cannot be written is replaced by the error that says why. A client that is
    /// gone is no error.
    virtual void send(
        transport::ClientId client,
        codec::RequestNumber number,
        const codec::ServerContent& content) = 0;

    /// Takes nothing more from this client.
    virtual void drop(transport::ClientId client) = 0;
};

/// Writes them to a socket.
class SocketOutbox final : public Outbox {
public:
    explicit SocketOutbox(transport::ServerSocket& socket) : m_socket(socket) {}

    void send(
        transport::ClientId client,
        codec::RequestNumber number,
        const codec::ServerContent& content) override;
    void drop(transport::ClientId client) override { m_socket.drop(client); }

private:
    transport::ServerSocket& m_socket;
};

}  // namespace vellum::server::session
