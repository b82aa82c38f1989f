#pragma once

#include "common/base/result.h"
#include "common/socket/zmq_socket.h"

#include <string>

namespace vellum::server::transport {

/// Answers ZeroMQ's question who may connect (ZAP, RFC 27): over CURVE whoever has our client key;
/// nobody else. Local sockets are not asked about: the file's mode has decided.
///
/// Threads  The socket's.
class Authentication {
public:
    /// \param clientPublicKey  Z85
    Authentication(const socket::Context& context, const std::string& clientPublicKey);

    [[nodiscard]] socket::Socket& socket() { return m_socket; }

    /// Answers all questions that wait.
    void answerAll();

private:
    [[nodiscard]] bool isAllowed(const std::vector<protocol::Bytes>& question) const;

    socket::Socket m_socket;
    protocol::Bytes m_clientKey;  ///< binary, 32 bytes
};

}  // namespace vellum::server::transport
