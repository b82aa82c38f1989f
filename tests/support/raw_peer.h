#pragma once

#include "common/codec/message_codec.h"
#include "common/protocol/bytes.h"
#include "common/socket/zmq_socket.h"

#include <zmq.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace vellum::tests {

/// A client that says whatever the test wants it to, byte for byte.
///
/// Threads  One.
class RawPeer {
public:
    explicit RawPeer(const std::string& url) : m_socket(m_context, ZMQ_DEALER)
    {
        m_isConnected = m_socket.connect(url).isOk();
    }

    /// One with CURVE keys.
    RawPeer(
        const std::string& url,
        const std::string& serverPublic,
        const std::string& publicKey,
        const std::string& secretKey)
        : m_socket(m_context, ZMQ_DEALER)
    {
        m_socket.set(ZMQ_CURVE_SERVERKEY, serverPublic);
        m_socket.set(ZMQ_CURVE_PUBLICKEY, publicKey);
        m_socket.set(ZMQ_CURVE_SECRETKEY, secretKey);
        m_isConnected = m_socket.connect(url).isOk();
    }

    void send(protocol::Bytes bytes, const std::vector<std::string_view>& before = {})
    {
        m_socket.send(before, std::make_shared<const protocol::Bytes>(std::move(bytes)));
    }
    void send(codec::RequestNumber number, const codec::ClientContent& content)
    {
        send(codec::encode(number, content).value());
    }

    /// The next message within \p timeoutMs that is not a probe; nothing if there is none, or none
    /// that can be read.
    [[nodiscard]] std::optional<codec::ReceivedByClient> receive(int timeoutMs = 20'000)
    {
        while (true) {
            zmq_pollitem_t item{
                .socket = m_socket.handle(), .fd = 0, .events = ZMQ_POLLIN, .revents = 0};
            zmq_poll(&item, 1, timeoutMs);
            const auto parts = m_socket.receive(1);
            if (!parts) {
                return std::nullopt;
            }
            auto message = codec::decodeServerMessage(parts->front());
            if (!message.isOk()) {
                return std::nullopt;
            }
            const auto& content = message.value().content;
            if (content.isOk() && std::holds_alternative<codec::Probe>(content.value())) {
                continue;
            }
            return std::move(message).value();
        }
    }

    /// The error in the next message, if it is one with this number.
    [[nodiscard]] std::optional<Error> receiveError(codec::RequestNumber number)
    {
        const auto message = receive();
        if (!message || message->number != number || !message->content.isOk()) {
            return std::nullopt;
        }
        const auto* error = std::get_if<Error>(&message->content.value());
        return error == nullptr ? std::nullopt : std::optional<Error>(*error);
    }

    [[nodiscard]] bool isConnected() const { return m_isConnected; }

private:
    socket::Context m_context;
    socket::Socket m_socket;
    bool m_isConnected = false;
};

}  // namespace vellum::tests
